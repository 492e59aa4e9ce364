/// The declaration of an option, a flag or a positional argument of a command: its names, its help,
/// and the property that stores its value.
public struct Parameter<Root> {
  var syntax: ParameterSyntax
  /// Stores a value; returns false if the text is invalid.
  var store: (inout Root, String) -> Bool
  /// Returns the text of the default value; nil if there is none.
  private var defaultText: (Root) -> String? = { _ in nil }

  private init(_ syntax: ParameterSyntax, store: @escaping (inout Root, String) -> Bool) {
    self.syntax = syntax
    self.store = store
  }

  private init<Value: ArgumentValue>(
    _ syntax: ParameterSyntax, _: Value.Type, set: @escaping (inout Root, Value) -> Void
  ) {
    self.init(syntax) { command, text in
      guard let value = Value(argument: text) else { return false }
      set(&command, value)
      return true
    }
    self.syntax.names = Value.argumentNames
  }

  /// Returns the syntax with the default value of a new command.
  func syntax(for command: Root) -> ParameterSyntax {
    var syntax = syntax
    syntax.defaultText = defaultText(command)
    return syntax
  }

  // MARK: - Flags and options

  /// Creates a flag, a name without a value: `--name`.
  public static func flag(
    _ name: String, short: Unicode.Scalar? = nil, _ property: WritableKeyPath<Root, Bool>,
    help: String
  ) -> Parameter {
    Parameter(ParameterSyntax(kind: .flag, name: name, short: short, value: "", help: help)) {
      command, _ in
      command[keyPath: property] = true
      return true
    }
  }

  /// Creates an option with a value, which the help shows as `value`, or else as the name.
  ///
  /// The property of a new command is the default shown in the help; a required option has none.
  public static func option<Value: ArgumentValue>(
    _ name: String, short: Unicode.Scalar? = nil, value: String? = nil, isRequired: Bool = false,
    _ property: WritableKeyPath<Root, Value>, help: String
  ) -> Parameter {
    var syntax = ParameterSyntax(
      kind: .option, name: name, short: short, value: value ?? name, help: help)
    syntax.isRequired = isRequired
    return Parameter(syntax, Value.self) { $0[keyPath: property] = $1 }
      .showingDefault(of: property)
  }

  /// Creates an option without a default.
  public static func option<Value: ArgumentValue>(
    _ name: String, short: Unicode.Scalar? = nil, value: String? = nil,
    _ property: WritableKeyPath<Root, Value?>, help: String
  ) -> Parameter {
    let syntax = ParameterSyntax(
      kind: .option, name: name, short: short, value: value ?? name, help: help)
    return Parameter(syntax, Value.self) { $0[keyPath: property] = $1 }
  }

  /// Creates an option that can be repeated, with one value each time.
  public static func option<Value: ArgumentValue>(
    _ name: String, short: Unicode.Scalar? = nil, value: String? = nil,
    _ property: WritableKeyPath<Root, [Value]>, help: String
  ) -> Parameter {
    var syntax = ParameterSyntax(
      kind: .option, name: name, short: short, value: value ?? name, help: help)
    syntax.isRepeating = true
    return Parameter(syntax, Value.self) { $0[keyPath: property].append($1) }
  }

  // MARK: - Positional arguments

  /// Creates a positional argument; if not required, a new command's property is its default.
  public static func positional<Value: ArgumentValue>(
    _ name: String, isRequired: Bool = true, _ property: WritableKeyPath<Root, Value>,
    help: String
  ) -> Parameter {
    var syntax = ParameterSyntax(kind: .positional, name: name, value: name, help: help)
    syntax.isRequired = isRequired
    return Parameter(syntax, Value.self) { $0[keyPath: property] = $1 }
      .showingDefault(of: property)
  }

  /// Creates a positional argument with one or more values, which must be the last.
  public static func positionals<Value: ArgumentValue>(
    _ name: String, _ property: WritableKeyPath<Root, [Value]>, help: String
  ) -> Parameter {
    var syntax = ParameterSyntax(kind: .positional, name: name, value: name, help: help)
    syntax.isRequired = true
    syntax.isRepeating = true
    return Parameter(syntax, Value.self) { $0[keyPath: property].append($1) }
  }

  /// Creates the only parameter of a command that takes all arguments unparsed, options included.
  public static func rest(
    _ name: String, _ property: WritableKeyPath<Root, [String]>
  ) -> Parameter {
    var syntax = ParameterSyntax(kind: .rest, name: name, value: name, help: "")
    syntax.isRepeating = true
    return Parameter(syntax, String.self) { $0[keyPath: property].append($1) }
  }

  // MARK: - More

  /// Returns the same parameter, limited to whole numbers in a range.
  public func within(_ range: ClosedRange<Int>) -> Parameter {
    var limited = self
    limited.syntax.limits = "\(range.lowerBound) to \(range.upperBound)"
    limited.store = { [store] command, text in
      guard let number = Int(text), range.contains(number) else { return false }
      return store(&command, text)
    }
    return limited
  }

  /// Returns the same parameters for a command that stores their values in a part of itself; the
  /// help lists them under a heading of their own.
  public static func group<Part>(
    _ title: String, _ part: WritableKeyPath<Root, Part>, _ parameters: [Parameter<Part>]
  ) -> [Parameter] {
    parameters.map { parameter in
      var grouped = Parameter(parameter.syntax) { command, text in
        parameter.store(&command[keyPath: part], text)
      }
      grouped.syntax.group = title
      grouped.defaultText = { parameter.defaultText($0[keyPath: part]) }
      return grouped
    }
  }

  private func showingDefault<Value: ArgumentValue>(
    of property: WritableKeyPath<Root, Value>
  ) -> Parameter {
    guard !syntax.isRequired else { return self }
    var parameter = self
    parameter.defaultText = { $0[keyPath: property].argumentText }
    return parameter
  }
}
