/// A location on a display as fractions 0…1 of its width and height, from the top left corner.
///
/// Touch sources use these coordinates. They refer to the scanout, before any rotation of the
/// panel; `Viewport` maps them to design points.
public struct DisplayFraction: Hashable, Sendable {
  /// Of the display's width, to the right.
  public var x: Double
  /// Of the display's height, downward.
  public var y: Double

  /// Creates a location from its fractions.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
