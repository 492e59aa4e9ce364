/// The audible feedback for finger actions; of several kinds, only the one listed last is played.
public struct Feedback: OptionSet, Hashable, Sendable {
  /// One bit for each kind.
  public let rawValue: UInt8

  /// A finger has turned a knob past a step, a sector or a magnet.
  public static let detent = Feedback(rawValue: 1)
  /// A button, or a tap on a knob, has done something.
  public static let press = Feedback(rawValue: 2)
  /// A finger has turned a knob to its end or its limit.
  public static let end = Feedback(rawValue: 4)

  /// Creates a set of kinds from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }
}
