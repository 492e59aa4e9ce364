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

/// The location of a dial that a wheel turns.
public struct WheelDial: Hashable, Sendable {
  /// The centre of the dial.
  public var center: DisplayFraction
  /// A point from which a finger that circles the centre clockwise turns the dial clockwise.
  public var grip: DisplayFraction

  /// Creates a location from the centre and a point to circle it from.
  public init(center: DisplayFraction, grip: DisplayFraction) {
    self.center = center
    self.grip = grip
  }
}
