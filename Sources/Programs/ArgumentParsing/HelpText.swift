/// The help of a program or of one of its commands, in lines of 80 columns.
struct HelpText {
  /// The maximum number of optional options that the usage line names.
  private static let mostNamedOptions = 12

  private var sections: [String] = []

  /// The whole text.
  var text: String { sections.joined(separator: "\n\n") }

  /// Creates the help of a program: what it is, and its commands.
  init(_ program: ProgramDescription) {
    add(overview: program.abstract, program.discussion)
    add(Self.usage(of: program))
    add("OPTIONS", Self.commonRows)
    let commands = program.commands.map { $0.description }.filter(\.isListed)
    add("SUBCOMMANDS", commands.map { ($0.name, $0.abstract) })
    add(["  See '\(program.name) help <subcommand>' for detailed help."])
  }

  /// Creates the help of one command.
  init(_ command: CommandDescription, _ parameters: [ParameterSyntax], of program: String) {
    add(overview: command.abstract, command.discussion)
    add(Self.usage(of: command, parameters, program: program))
    let shown = parameters.filter { $0.kind != .rest }
    func rows(_ isIncluded: (ParameterSyntax) -> Bool) -> [(String, String)] {
      shown.filter(isIncluded).map { ($0.fullLabel, $0.fullHelp) }
    }
    add("ARGUMENTS", rows { $0.kind == .positional })
    add(
      "OPTIONS", rows { $0.kind != .positional && $0.group.isEmpty } + Self.commonRows)
    var groups: [String] = []
    for parameter in shown where !parameter.group.isEmpty && !groups.contains(parameter.group) {
      groups.append(parameter.group)
    }
    for group in groups { add("\(group.uppercased()) OPTIONS", rows { $0.group == group }) }
  }

  private static let commonRows = [
    ("--version", "Show the version."), ("-h, --help", "Show help information."),
  ]

  /// Returns the usage lines of a program.
  static func usage(of program: ProgramDescription, title: String = "USAGE") -> [String] {
    ["\(title): \(program.name) <subcommand>"]
  }

  /// Returns the usage lines of a command.
  static func usage(
    of command: CommandDescription, _ parameters: [ParameterSyntax], program: String,
    title: String = "USAGE"
  ) -> [String] {
    let options = parameters.filter { $0.kind == .option || $0.kind == .flag }
    let optional = options.filter { !$0.isRequired }.map(\.usage)
    let words =
      parameters.filter { $0.kind == .positional || $0.kind == .rest }.map(\.usage)
      + options.filter(\.isRequired).map(\.usage)
      + (optional.count > mostNamedOptions ? ["[<options>]"] : optional)
    let name = program.isEmpty ? command.name : "\(program) \(command.name)"
    // Each option stays on one line with its value.
    return TextLayout.wrapped(
      words.map { word in String(word.map { $0 == " " ? unbroken : $0 }) }.joined(separator: " "),
      first: "\(title): \(name) ", indent: title.count + 2
    ).map { line in String(line.map { $0 == unbroken ? " " : $0 }) }
  }

  /// A space at which lines are not broken.
  private static let unbroken: Character = "\u{A0}"

  private mutating func add(overview abstract: String, _ discussion: String) {
    if !abstract.isEmpty { add(TextLayout.wrapped(abstract, first: "OVERVIEW: ")) }
    if !discussion.isEmpty { add(TextLayout.wrapped(discussion)) }
  }

  private mutating func add(_ title: String, _ rows: [(String, String)]) {
    guard !rows.isEmpty else { return }
    add(["\(title):"] + rows.flatMap { TextLayout.row($0, $1) })
  }

  private mutating func add(_ lines: [String]) {
    sections.append(lines.joined(separator: "\n"))
  }
}
