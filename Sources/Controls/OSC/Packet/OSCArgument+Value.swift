extension OSCArgument {
  /// Which argument of a message is the value.
  enum Choice: Equatable {
    /// The message has no arguments.
    case none
    case one(OSCArgument)
    /// It can be several, or none; the reason is part of a line.
    case unclear(why: String)
  }

  /// Finds the value among the arguments of a message; pure.
  ///
  /// | arguments | `place` | is |
  /// |---|---|---|
  /// | none | | none |
  /// | one | | that |
  /// | several | 2 | the second, if there is one |
  /// | several | nil | the only one of that form: the float of `,if`, which begins with a strip's number |
  /// | several of that form, or none of it | nil | unclear |
  ///
  /// - Parameters:
  ///   - arguments: Those of a message.
  ///   - place: Which one it is, from 1; nil if the layout does not say.
  ///   - form: What is sent.
  /// - Returns: The value.
  static func value(among arguments: [OSCArgument], at place: Int?, form: OSCForm) -> Choice {
    guard let first = arguments.first else { return .none }
    if let place {
      if arguments.indices.contains(place - 1) { return .one(arguments[place - 1]) }
      return .unclear(
        why: "a message came with \(arguments.count) arguments, and has no argument \(place)")
    }
    if arguments.count == 1 { return .one(first) }
    let candidates = arguments.filter { $0.form == form }
    if candidates.count == 1 { return .one(candidates[0]) }
    return .unclear(
      why: "a message came with \(arguments.count) arguments; say which one it is by `argument`")
  }
}
