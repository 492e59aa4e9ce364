/// A point or offset in a plane whose x grows to the right and y grows downward.
///
/// The unit is the context's: design pixels inside the panel, fractions of the display's width and
/// height in what a touch source delivers.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
