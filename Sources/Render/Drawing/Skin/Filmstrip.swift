import Layout
import Raster

/// The frames of a rotation, scaled one by one so that no frame bleeds into the next.
final class Filmstrip {
  let frames: [Image]
  /// For each frame, the area that differs from the previous one, in pixels of the frame.
  private let changes: [PixelRect]

  /// The maximum number of pixels in all frames together; above it, evenly spaced frames are left
  /// out.
  private static let maxArea = 24_000_000

  init(_ image: Image, _ cut: SkinLayout.Cut, size: PixelSize) {
    let maxCount = max(2, Self.maxArea / max(size.bounds.area, 1))
    let count = min(cut.count, maxCount)
    let frames = (0..<count).map { index in
      let frame = count == 1 ? 0 : index * (cut.count - 1) / (count - 1)
      let start = frame * cut.length
      let part =
        cut.direction == .vertical
        ? PixelRect(x: 0, y: start, width: cut.breadth, height: cut.length)
        : PixelRect(x: start, y: 0, width: cut.length, height: cut.breadth)
      return image.scaled(to: size, part: part)
    }
    self.frames = frames
    changes = frames.indices.map { index in
      index == 0 ? size.bounds : frames[index].difference(from: frames[index - 1])
    }
  }

  /// Returns the index of the frame for a position 0…1: the last one that is reached, because a
  /// frame can be a picture of its value, such as a decade.
  func index(at position: Double) -> Int { Self.index(at: position, of: frames.count) }

  static func index(at position: Double, of count: Int) -> Int {
    // Positions are not exact: 0.29 × 100 is less than 29.
    Int(position * Double(count - 1) + 1e-6)
  }

  /// Returns the pixels that may differ between two frames.
  func change(from first: Int, to last: Int) -> PixelRect {
    var change = PixelRect.empty
    for index in min(first, last)..<max(first, last) {
      change = change.union(changes[index + 1])
    }
    return change
  }
}
