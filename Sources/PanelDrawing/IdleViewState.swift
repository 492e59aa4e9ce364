public import Layout

/// How what is shown in place of a panel that nobody uses looks.
public enum IdleViewState: Hashable, Sendable {
  /// A clock.
  case clock(Clock)
  /// A picture that fills the display.
  case picture(BackgroundLayout)

  /// The texts of a clock, and where they stand.
  public struct Clock: Hashable, Sendable {
    /// The time of day.
    public var time: String
    /// The date below it; nil for none.
    public var date: String?
    /// To the right of the middle, as a fraction of the most that it is moved: -1…1.
    public var x: Double
    /// Down, likewise.
    public var y: Double

    /// A clock, in the middle unless it is moved.
    public init(time: String, date: String? = nil, x: Double = 0, y: Double = 0) {
      (self.time, self.date) = (time, date)
      (self.x, self.y) = (x, y)
    }
  }
}
