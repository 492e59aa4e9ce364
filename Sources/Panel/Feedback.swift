/// What is to be heard of what fingers have just done; of several, the last one here stands for all.
public struct Feedback: OptionSet, Hashable, Sendable {
  /// One bit for each kind.
  public let rawValue: UInt8

  /// A finger has turned a knob past a step, a sector or a magnet.
  public static let detent = Feedback(rawValue: 1)
  /// A button, or a tap on a knob, has done something.
  public static let press = Feedback(rawValue: 2)
  /// A finger has turned a knob to its end or its limit.
  public static let end = Feedback(rawValue: 4)

  /// Kinds by their bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }
}
