/// The message that `run --verbose` logs when the code that only startup needed was unmapped;
/// `knobpanel-bench` waits for it.
public struct StartupEnd: Sendable, CustomStringConvertible {
  /// The size of the program's code, resident or not.
  public var codeByteCount: Int

  private static let words = "startup is over; bytes of code unmapped: "

  /// Creates the message.
  public init(codeByteCount: Int) {
    self.codeByteCount = codeByteCount
  }

  /// Parses the message of a log line; nil if the line does not have one.
  public init?(line: some StringProtocol) {
    let start = "knobpanel: \(Self.words)"
    guard line.hasPrefix(start), let count = Int(line.dropFirst(start.count)) else { return nil }
    self.init(codeByteCount: count)
  }

  /// "startup is over; bytes of code unmapped: 18000000".
  public var description: String { "\(Self.words)\(codeByteCount)" }
}
