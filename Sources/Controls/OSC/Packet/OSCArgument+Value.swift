extension OSCArgument {
  /// The argument of a message that is its value.
  enum Choice: Equatable {
    /// The message has no arguments.
    case none
    case one(OSCArgument)
    /// Several arguments or none are suitable; the reason is part of a line.
    case unclear(why: String)
  }

  /// Returns the value among the arguments of a message; a pure function.
  ///
  /// | arguments | `index` | result |
  /// |---|---|---|
  /// | none | | none |
  /// | one | | that one |
  /// | several | 2 | the second; unclear if there is none |
  /// | several | nil | the only one of this form: the float of `,if` after a strip's number |
  /// | several of this form, or none | nil | unclear |
  ///
  /// - Parameters:
  ///   - arguments: The arguments of a message.
  ///   - index: The index of the value, from 1; nil if the layout does not give it.
  ///   - form: The form in which values are sent.
  /// - Returns: The value.
  static func value(among arguments: [OSCArgument], at index: Int?, form: OSCForm) -> Choice {
    guard let first = arguments.first else { return .none }
    if let index {
      if arguments.indices.contains(index - 1) { return .one(arguments[index - 1]) }
      return .unclear(
        why: "a message with \(arguments.count) arguments has no argument \(index)")
    }
    if arguments.count == 1 { return .one(first) }
    let candidates = arguments.filter { $0.form == form }
    if candidates.count == 1 { return .one(candidates[0]) }
    return .unclear(
      why: "a message has \(arguments.count) arguments; set `argument` to the number of one")
  }
}
