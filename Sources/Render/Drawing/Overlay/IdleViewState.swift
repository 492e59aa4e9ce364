public import Layout

/// The content shown in place of an idle panel.
public enum IdleViewState: Hashable, Sendable {
  /// A clock.
  case clock(Clock)
  /// A picture that fills the display.
  case picture(BackgroundLayout)

  /// The texts of a clock, and their position.
  public struct Clock: Hashable, Sendable {
    /// The time of day.
    public var time: String
    /// The date below it; nil for none.
    public var date: String?
    /// The offset to the right of the middle, as a fraction of its maximum: -1…1.
    public var x: Double
    /// The downward offset, likewise.
    public var y: Double

    /// Creates a clock, centred by default.
    public init(time: String, date: String? = nil, x: Double = 0, y: Double = 0) {
      (self.time, self.date) = (time, date)
      (self.x, self.y) = (x, y)
    }
  }
}
