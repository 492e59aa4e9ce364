/// A rectangle of whole pixels; `x`, `y` is its top left pixel.
public struct PixelRect: Hashable, Sendable {
  /// The column of the left edge.
  public var x: Int
  /// The row of the top edge.
  public var y: Int
  /// In pixels; the rectangle is empty if this is not positive.
  public var width: Int
  /// In pixels; the rectangle is empty if this is not positive.
  public var height: Int

  /// Creates a rectangle from its top left pixel and size.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Creates a rectangle of a size at its top left pixel.
  public init(x: Int, y: Int, size: PixelSize) {
    self.init(x: x, y: y, width: size.width, height: size.height)
  }

  /// Creates a square of pixels that contains all points within a distance of another one.
  public init(around center: PixelPoint, reach: Float) {
    let side = Int((reach * 2).rounded(.up)) + 1
    self.init(
      x: Int((center.x - reach).rounded(.down)), y: Int((center.y - reach).rounded(.down)),
      width: side, height: side)
  }

  /// A rectangle without pixels.
  @inlinable public static var empty: PixelRect { PixelRect(x: 0, y: 0, width: 0, height: 0) }
  /// Width and height; not positive if it is empty.
  public var size: PixelSize { PixelSize(width: width, height: height) }
  /// The column right of the right edge.
  @inlinable public var maxX: Int { x + width }
  /// The row below the bottom edge.
  @inlinable public var maxY: Int { y + height }
  /// Whether the rectangle has no pixels.
  @inlinable public var isEmpty: Bool { width <= 0 || height <= 0 }
  /// The number of pixels.
  @inlinable public var area: Int { isEmpty ? 0 : width * height }

  /// Returns the pixels that both rectangles have in common; empty if there are none.
  @inlinable public func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return PixelRect(
      x: left, y: top,
      width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
  }

  /// Returns whether the two have a pixel in common.
  @inlinable public func overlaps(_ other: PixelRect) -> Bool {
    max(x, other.x) < min(maxX, other.maxX) && max(y, other.y) < min(maxY, other.maxY)
  }

  /// Returns the smallest rectangle around both; an empty one is ignored.
  @inlinable public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Returns whether all pixels of `other` are in this rectangle.
  @inlinable public func contains(_ other: PixelRect) -> Bool {
    other.isEmpty || (other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY)
  }
}

/// Width and height in whole pixels.
public struct PixelSize: Hashable, Sendable {
  /// In pixels.
  public var width: Int
  /// In pixels.
  public var height: Int

  /// Creates a size in pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The rectangle of this size at the origin.
  @inlinable public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
}
