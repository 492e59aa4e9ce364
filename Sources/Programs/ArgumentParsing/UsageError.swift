internal import Diagnostics

/// An error in a command line.
public struct UsageError: Error {
  /// The error in one line, without characters that control a terminal.
  var summary: String
  /// The parameter with the error, if there is one.
  var parameter: ParameterSyntax?
  /// The usage of the command, and where to read more.
  var usage: [String] = []

  /// Creates an error from a message, which may contain texts of the command line.
  public init(_ summary: String) {
    self.init(summary, nil)
  }

  init(_ summary: String, _ parameter: ParameterSyntax?) {
    self.summary = VisibleText.printable(summary)
    self.parameter = parameter
  }

  /// The whole message: the error, the help of the option, and the usage.
  public var message: String {
    var lines = ["error: \(summary)"]
    if let parameter, !parameter.help.isEmpty {
      lines += TextLayout.wrapped(
        parameter.fullHelp, first: "Help:  \(parameter.label)  ", indent: 7)
    }
    return (lines + usage).joined(separator: "\n")
  }

  static func unknownOption(_ option: String, among names: [String]) -> UsageError {
    let suggestion = Spelling.closest(to: option, among: names.map { "--\($0)" })
    return UsageError(
      "unknown option '\(option)'" + (suggestion.map { "; did you mean '\($0)'?" } ?? ""))
  }

  static func unknownCommand(_ command: String, among names: [String]) -> UsageError {
    let suggestion = Spelling.closest(to: command, among: names)
    return UsageError(
      "unknown command '\(command)'" + (suggestion.map { "; did you mean '\($0)'?" } ?? ""))
  }

  static func unexpected(_ arguments: some Collection<String>) -> UsageError {
    let list = arguments.map { "'\($0)'" }.joined(separator: ", ")
    return UsageError("unexpected argument\(arguments.count == 1 ? "" : "s") \(list)")
  }

  static func missing(_ parameter: ParameterSyntax) -> UsageError {
    let kind = parameter.kind == .option ? "option" : "argument"
    return UsageError("missing \(kind) \(parameter.label)", parameter)
  }

  static func missingValue(_ parameter: ParameterSyntax) -> UsageError {
    UsageError("missing value for \(parameter.label)", parameter)
  }

  static func needlessValue(_ option: String, value: String) -> UsageError {
    UsageError("the option '\(option)' takes no value, but '\(value)' was given")
  }

  static func invalid(_ value: String, for parameter: ParameterSyntax) -> UsageError {
    var hint = parameter.limits.map { "; it must be \($0)" } ?? ""
    if let last = parameter.names.last {
      let others = parameter.names.dropLast().map { "'\($0)'" }.joined(separator: ", ")
      hint = "; it must be " + (others.isEmpty ? "" : "\(others) or ") + "'\(last)'"
      if let near = Spelling.closest(to: value, among: parameter.names) {
        hint += "; did you mean '\(near)'?"
      }
    }
    return UsageError("the value '\(value)' is invalid for \(parameter.label)\(hint)", parameter)
  }
}
