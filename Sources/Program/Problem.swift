/// Why a command cannot go on, for the person who typed it.
public struct Problem: Error {
  /// One line: what is wrong.
  public var what: String
  /// What to do about it; may have several lines, or none.
  public var advice: String

  /// A problem and, where there is any, advice.
  public init(_ what: String, advice: String = "") {
    self.what = what
    self.advice = advice
  }

  /// Writes `PROGRAM: error: …` and the advice to standard error.
  public func print(as program: String = "knobpanel") {
    Output.error.print("\(program): error: \(what)")
    if !advice.isEmpty { Output.error.print(advice) }
  }
}
