/// A place on a display as fractions 0…1 of its width and height, from its top left corner.
///
/// These are the coordinates of touch sources: those of the scan-out, before any rotation of the
/// panel. `Viewport` maps them to design points.
public struct DisplayFraction: Hashable, Sendable {
  /// Of the display's width, to the right.
  public var x: Double
  /// Of the display's height, downward.
  public var y: Double

  /// A place by its fractions.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
