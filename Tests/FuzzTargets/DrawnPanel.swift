import Layout
import Panel
import PanelDrawing
import Raster

/// The picture of a panel, in which each step draws only what changed.
final class DrawnPanel {
  private let picture: PanelPicture
  private let frame: PixelBuffer

  /// Returns nil for a panel whose picture is too large to be drawn often.
  init?(_ panel: PanelController) {
    let size = panel.viewport.pictureSize
    guard size.width * size.height <= 40_000, let frame = PixelBuffer(size: size) else {
      return nil
    }
    self.frame = frame
    picture = Self.picture(of: panel)
    // All of it must be drawn.
    panel.viewChanges.markAll()
  }

  private static func picture(of panel: PanelController) -> PanelPicture {
    PanelPicture(
      layout: panel.layout, viewport: panel.viewport, typesetter: FuzzTypesetter(),
      pictures: FuzzPictures())
  }

  /// Draws what changed, and checks that every changed pixel is within the damage.
  func update(_ panel: PanelController) throws {
    picture.update(from: panel)
    guard picture.needsDrawing else { return }
    let before = Array(frame.pixels)
    let damage = picture.draw(into: frame)
    for index in 0..<damage.count {
      try require(frame.size.bounds.contains(damage[index]), "damage outside of the picture")
    }
    for y in 0..<frame.size.height {
      for x in 0..<frame.size.width
      where frame.pixels[y * frame.stride + x] != before[y * frame.stride + x] {
        let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
        try require(
          (0..<damage.count).contains { damage[$0].contains(pixel) },
          "\(x), \(y) changed and is not in the damage")
      }
    }
  }

  /// Checks that the partial drawings add up to a full one.
  func checkWhole(_ panel: PanelController) throws {
    try update(panel)
    guard let whole = PixelBuffer(size: frame.size) else { return }
    let fresh = Self.picture(of: panel)
    panel.viewChanges.markAll()
    fresh.update(from: panel)
    _ = fresh.draw(into: whole)
    for y in 0..<frame.size.height {
      for x in 0..<frame.size.width {
        let index = y * frame.stride + x
        try require(
          frame.pixels[index] == whole.pixels[index],
          "\(x), \(y) is \(hex(frame.pixels[index])), and drawn anew \(hex(whole.pixels[index]))")
      }
    }
  }

  private func hex(_ pixel: UInt32) -> String { String(pixel, radix: 16) }
}
