/// The message that `run --verbose` logs when it unmaps the code that only startup needed;
/// `knobpanel-bench` waits for it.
public struct StartupEnd: Sendable, CustomStringConvertible {
  private static let words = "startup is over; its code is unmapped"

  /// Creates the message.
  public init() {}

  /// Parses the message of a log line; nil if the line does not have one.
  public init?(line: some StringProtocol) {
    guard line == "knobpanel: \(Self.words)" else { return nil }
  }

  /// "startup is over; its code is unmapped".
  public var description: String { Self.words }
}
