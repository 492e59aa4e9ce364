/// An error that ends a command, as the person who typed it reads it.
struct Problem: Error {
  /// One line: what is wrong.
  var what: String
  /// What to do about it; may be empty or have several lines.
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
