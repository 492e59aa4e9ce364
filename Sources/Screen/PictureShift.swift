/// Where a picture is shown beside its place, so that no edge stands on the same pixels for years.
public struct PictureShift: Hashable, Sendable {
  /// To the right, as a fraction of the most that it moves: -1…1.
  public let x: Double
  /// Down, likewise.
  public let y: Double

  /// The place after a number of steps.
  ///
  /// Each step is small: at most a quarter of the way from the middle to an edge. It begins in the
  /// middle, goes to all edges, and returns after 80 steps.
  public init(step: Int) {
    x = Self.wave(step, quarter: 4)
    y = Self.wave(step, quarter: 5)
  }

  /// 0 to 1, to -1 and back to 0, in four times so many equal steps.
  private static func wave(_ step: Int, quarter: Int) -> Double {
    let phase = Double(step % (4 * quarter)) / Double(quarter)
    return phase <= 1 ? phase : phase <= 3 ? 2 - phase : phase - 4
  }
}
