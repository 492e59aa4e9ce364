/// Why a command cannot go on, for the person who typed it.
struct Problem: Error {
  /// One line: what is wrong.
  var what: String
  /// What to do about it; may have several lines, or none.
  var advice: String

  init(_ what: String, advice: String = "") {
    self.what = what
    self.advice = advice
  }

  func print() {
    Output.error.print("knobpanel: error: \(what)")
    if !advice.isEmpty { Output.error.print(advice) }
  }
}
