/// The reason why a command failed, as shown to the user.
public struct Problem: Error {
  /// The error, in one line.
  public var message: String
  /// What to do about it, in any number of lines; may be empty.
  public var advice: String

  /// Creates a problem, with advice if there is any.
  public init(_ message: String, advice: String = "") {
    self.message = message
    self.advice = advice
  }

  /// Writes `PROGRAM: error: …` and the advice to standard error.
  public func print(as program: String = "knobpanel") {
    Output.error.print(line: "\(program): error: \(message)")
    if !advice.isEmpty { Output.error.print(advice) }
  }
}
