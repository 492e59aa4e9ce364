/// A cache of a glyph's blended pixels at its most recent positions, so that drawing it there again
/// is a copy instead of a blend.
///
/// An entry is used only over an identical background, so copying and drawing give the same result.
public final class BlendCache {
  private struct Entry {
    /// The top left pixel of the glyph.
    let x: Int
    let y: Int
    var color: Color
    var contrast: Float
  }

  /// Enough positions for a digit in the numbers of two knobs, whatever their length.
  private static let mostEntries = 8
  private static let largestByteCount = 160_000

  /// The glyph to draw.
  public let glyph: TextMask
  private let capacity: Int
  private let entries: UnsafeMutablePointer<Entry>
  private var count = 0
  /// For each entry, the background pixels, then the blended pixels; nil before the first entry.
  ///
  /// Allocated for all entries at once, so that drawing allocates once for each glyph.
  private var pixels: UnsafeMutablePointer<UInt32>?
  /// The index of the entry to replace next when the cache is full.
  private var oldest = 0

  /// Creates an empty cache for a glyph.
  public init(_ glyph: TextMask) {
    self.glyph = glyph
    let byteCount = 2 * glyph.coverage.count * MemoryLayout<UInt32>.stride
    capacity = byteCount == 0 ? 0 : min(Self.largestByteCount / byteCount, Self.mostEntries)
    entries = .allocate(capacity: capacity)
  }

  deinit {
    pixels?.deallocate()
    entries.deallocate()
  }

  /// Draws the glyph as `Canvas.draw` does.
  ///
  /// Caches the result if the clip contains little else, as when digits change: the glyph is then
  /// likely to be drawn there again soon.
  ///
  /// - Parameters:
  ///   - canvas: The canvas to draw on.
  ///   - origin: The position of the glyph's origin.
  ///   - color: The glyph's colour.
  ///   - contrast: As in `Canvas.draw`.
  public func draw(on canvas: Canvas, at origin: PixelPoint, color: Color, contrast: Float) {
    guard capacity > 0, color.opacity == 1, let box = glyph.wholePixels(at: origin),
      box.width >= PixelRows<UnsafePointer<UInt32>>.leastWidth, canvas.opensOnly(box),
      let base = canvas.base
    else { return canvas.draw(glyph, at: origin, color: color, contrast: contrast) }
    let stride = canvas.picture.stride
    let place = PixelRows(first: base + box.y * stride + box.x, stride: stride)
    let index = index(ofEntryAt: box)
    let (entry, first) = (entries + index, memory(for: box.area) + index * 2 * box.area)
    let below = PixelRows(first: first, stride: box.width)
    let drawn = PixelRows(first: first + box.area, stride: box.width)
    if entry.pointee.color == color, entry.pointee.contrast == contrast,
      place.readOnly.equal(below.readOnly, width: box.width, height: box.height)
    {
      drawn.readOnly.copy(to: place, width: box.width, height: box.height)
      return
    }
    (entry.pointee.color, entry.pointee.contrast) = (color, contrast)
    place.readOnly.copy(to: below, width: box.width, height: box.height)
    canvas.draw(glyph, at: origin, color: color, contrast: contrast)
    place.readOnly.copy(to: drawn, width: box.width, height: box.height)
  }

  private func memory(for area: Int) -> UnsafeMutablePointer<UInt32> {
    if let pixels { return pixels }
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity * 2 * area)
    pixels = memory
    return memory
  }

  /// Returns the index of the entry for a position; a new entry has a colour that equals no other.
  private func index(ofEntryAt box: PixelRect) -> Int {
    for index in 0..<count where entries[index].x == box.x && entries[index].y == box.y {
      return index
    }
    let index = count < capacity ? count : oldest
    if count < capacity { count += 1 } else { oldest = (oldest + 1) % capacity }
    let none = Color(red: .nan, green: .nan, blue: .nan)
    (entries + index).initialize(to: Entry(x: box.x, y: box.y, color: none, contrast: 0))
    return index
  }
}

extension TextMask {
  /// Returns the mask's bounds with its origin at a position; nil unless that is on whole pixels.
  fileprivate func wholePixels(at origin: PixelPoint) -> PixelRect? {
    let (left, top) = (origin.x - originX, origin.y - originY)
    guard left.isDrawable, top.isDrawable else { return nil }
    let (column, row) = (left.pixelFloor, top.pixelFloor)
    guard Float(column) == left, Float(row) == top else { return nil }
    return PixelRect(x: column, y: row, width: size.width, height: size.height)
  }
}

extension Canvas {
  /// Returns whether all of a box can be drawn on, and little else.
  fileprivate func opensOnly(_ box: PixelRect) -> Bool {
    ring == nil && clip.contains(box) && clip.area <= 4 * box.area
  }
}
