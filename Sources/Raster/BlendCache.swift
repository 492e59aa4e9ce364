/// A glyph as it looks at the places where it was drawn last, so that it is copied and not blended
/// once more when it comes again.
///
/// What is kept counts only for the same pixels below, whatever they come from: nothing is ever shown
/// that drawing would not give.
public final class BlendCache {
  private struct Entry {
    /// The top left pixel of the glyph.
    let x: Int
    let y: Int
    var color: Color
    var contrast: Float
  }

  /// As many places as the figures of a number have, whatever its length, on two knobs.
  private static let mostEntries = 8
  private static let largestByteCount = 160_000

  /// The glyph that is drawn.
  public let glyph: TextMask
  private let capacity: Int
  private let entries: UnsafeMutablePointer<Entry>
  private var count = 0
  /// For each entry the pixels below, and after them those with the glyph; nil before the first.
  ///
  /// Memory for all of them, so that drawing asks for memory once for a glyph.
  private var pixels: UnsafeMutablePointer<UInt32>?
  /// The entry that is replaced next when there is no room for another one.
  private var oldest = 0

  /// A cache for a glyph without entries.
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
  /// It is kept if the canvas is open for little else, as it is where figures change: then it may soon
  /// come again.
  ///
  /// - Parameters:
  ///   - canvas: What it is drawn on.
  ///   - origin: Where its origin lies.
  ///   - color: Its colour.
  ///   - contrast: As of `Canvas.draw`.
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

  /// The index of the entry of a place; if there is none yet, of one of no colour that can be drawn.
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
  /// Its pixels with its origin at a place; nil if it lies between the pixels.
  fileprivate func wholePixels(at origin: PixelPoint) -> PixelRect? {
    let (left, top) = (origin.x - originX, origin.y - originY)
    guard left.isDrawable, top.isDrawable else { return nil }
    let (column, row) = (left.pixelFloor, top.pixelFloor)
    guard Float(column) == left, Float(row) == top else { return nil }
    return PixelRect(x: column, y: row, width: size.width, height: size.height)
  }
}

extension Canvas {
  /// Whether all of a box can be drawn on, and little else.
  fileprivate func opensOnly(_ box: PixelRect) -> Bool {
    ring == nil && clip.contains(box) && clip.area <= 4 * box.area
  }
}
