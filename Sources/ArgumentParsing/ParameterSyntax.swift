/// What the parser and the help know of one option, flag or positional argument.
struct ParameterSyntax {
  enum Kind {
    /// A name without a value.
    case flag
    /// A name and a value.
    case option
    /// A value without a name, in its order among the others.
    case positional
    /// Everything after the command's name, as it is.
    case rest
  }

  var kind: Kind
  /// Without dashes.
  var name: String
  /// A name of one letter, without its dash.
  var short: Unicode.Scalar?
  /// What stands in angle brackets for the value.
  var value: String
  var help: String
  /// The heading of the help under which it stands; empty for the usual one.
  var group = ""
  var isRequired = false
  /// Whether it may be given more than once, and each value counts; of other options the last does.
  var isRepeating = false
  /// All values it takes, if they are few.
  var names: [String] = []
  /// The limits of a number, in words.
  var limits: String?
  /// The value without the option, if there is any.
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

  /// As it stands in the line of usage: "[--size <size>]", "<layout> ...".
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
