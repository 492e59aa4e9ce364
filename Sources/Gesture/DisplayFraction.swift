/// A place on a display as fractions 0…1 of its width and height, from its top left corner.
///
/// The display is meant as it scans out, before any rotation; what a touch source delivers is in
/// these coordinates. `Viewport` of the panel maps them to design points.
public struct DisplayFraction: Hashable, Sendable {
  /// Of the display's width, to the right.
  public var x: Double
  /// Of the display's height, downward.
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
