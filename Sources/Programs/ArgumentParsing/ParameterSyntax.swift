/// The syntax of an option, flag or positional argument, for the parser and the help.
struct ParameterSyntax {
  enum Kind {
    /// A name without a value.
    case flag
    /// A name and a value.
    case option
    /// A value without a name, identified by its position among the others.
    case positional
    /// Everything after the command's name, as it is.
    case rest
  }

  var kind: Kind
  /// Without dashes.
  var name: String
  /// A name of one letter, without its dash.
  var short: Unicode.Scalar?
  /// The placeholder of the value, shown in angle brackets.
  var value: String
  var help: String
  /// The heading of the help under which it is listed; empty for the default heading.
  var group = ""
  var isRequired = false
  /// Whether each occurrence adds a value; otherwise the last one replaces the others.
  var isRepeating = false
  /// All valid values, if they are few.
  var names: [String] = []
  /// The limits of a number, in words.
  var limits: String?
  /// The default value, if there is one.
  var defaultText: String?

  /// "--output <file>", "<layout>".
  var label: String {
    switch kind {
    case .flag: "--\(name)"
    case .option: "--\(name) <\(value)>"
    case .positional, .rest: "<\(value)>"
    }
  }

  /// The label with the short name before it: "-o, --output <file>".
  var fullLabel: String {
    short.map { "-\($0), \(label)" } ?? label
  }

  /// The label in the usage line: "[--size <size>]", "<layout> ...".
  var usage: String {
    let repeated = isRepeating ? "\(label) ..." : label
    return isRequired ? repeated : "[\(repeated)]"
  }

  /// The help, and in parentheses the values and the default.
  var fullHelp: String {
    var notes: [String] = []
    if !names.isEmpty { notes.append("values: \(names.joined(separator: ", "))") }
    if let limits { notes.append(limits) }
    if let defaultText { notes.append("default: \(defaultText)") }
    return notes.isEmpty ? help : "\(help) (\(notes.joined(separator: "; ")))"
  }
}
