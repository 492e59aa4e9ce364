/// The offset of a picture that prevents edges from staying on the same pixels for years.
public struct PictureShift: Hashable, Sendable {
  /// To the right, as a fraction of the maximum offset: -1…1.
  public let x: Double
  /// Downward, as a fraction of the maximum offset: -1…1.
  public let y: Double

  /// Creates the offset after a number of steps.
  ///
  /// Each step is small: at most a quarter of the way from the middle to an edge. The offset starts
  /// in the middle, reaches all edges, and returns after 80 steps.
  public init(step: Int) {
    x = Self.wave(step, quarter: 4)
    y = Self.wave(step, quarter: 5)
  }

  /// Returns a triangle wave from 0 to 1, to -1 and back to 0, in four times `quarter` equal steps.
  private static func wave(_ step: Int, quarter: Int) -> Double {
    let phase = Double(step % (4 * quarter)) / Double(quarter)
    return phase <= 1 ? phase : phase <= 3 ? 2 - phase : phase - 4
  }
}
