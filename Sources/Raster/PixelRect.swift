/// A rectangle of whole pixels; `x`, `y` is its top left pixel.
public struct PixelRect: Hashable, Sendable {
  /// Column of the left edge.
  public var x: Int
  /// Row of the top edge.
  public var y: Int
  /// Pixels; empty if it is not positive.
  public var width: Int
  /// Pixels; empty if it is not positive.
  public var height: Int

  /// A rectangle by its top left pixel and size.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The column behind the right edge.
  @inlinable public var maxX: Int { x + width }
  /// The row below the bottom edge.
  @inlinable public var maxY: Int { y + height }
  /// True if it has no pixels.
  @inlinable public var isEmpty: Bool { width <= 0 || height <= 0 }
  /// The number of pixels.
  @inlinable public var area: Int { isEmpty ? 0 : width * height }

  /// The pixels that both rectangles have; empty if they have none in common.
  @inlinable public func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return PixelRect(
      x: left, y: top,
      width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
  }

  /// True if the two have a pixel in common.
  @inlinable public func overlaps(_ other: PixelRect) -> Bool {
    max(x, other.x) < min(maxX, other.maxX) && max(y, other.y) < min(maxY, other.maxY)
  }

  /// The smallest rectangle around both; an empty one is ignored.
  @inlinable public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// True if all pixels of `other` are in this rectangle.
  @inlinable public func contains(_ other: PixelRect) -> Bool {
    other.isEmpty || (other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY)
  }
}

/// Width and height in whole pixels.
public struct PixelSize: Hashable, Sendable {
  /// Pixels.
  public var width: Int
  /// Pixels.
  public var height: Int

  /// A size in pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The rectangle of this size at the origin.
  @inlinable public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
}
