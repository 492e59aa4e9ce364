/// A program: its commands and its help texts.
public struct ProgramDescription: Sendable {
  /// The name on the command line.
  public var name: String
  /// The version that `--version` prints.
  public var version: String
  /// A summary in one sentence.
  public var abstract: String
  /// More details; each paragraph is one line.
  public var discussion: String
  /// The commands, in the order of the help.
  public var commands: [any Command.Type]

  /// Describes a program.
  public init(
    name: String, version: String, abstract: String, discussion: String,
    commands: [any Command.Type]
  ) {
    self.name = name
    self.version = version
    self.abstract = abstract
    self.discussion = discussion
    self.commands = commands
  }

  /// Whether the program has a single command, which is not named on the command line.
  private var isCommand = false

  /// Describes a program with a single command, which has the name of the program.
  public init(version: String, command: any Command.Type) {
    self.init(
      name: command.description.name, version: version, abstract: command.description.abstract,
      discussion: command.description.discussion, commands: [command])
    isCommand = true
  }

  /// The request that a command line makes.
  public enum Request {
    /// A text for standard output: the help or the version.
    case text(String)
    /// A command with its arguments.
    case command(any Command)
  }

  /// Parses a command line.
  ///
  /// - Parameter arguments: The arguments after the name of the program.
  /// - Throws: `UsageError` with the usage of the command.
  /// - Returns: What to print or to run.
  public func request(_ arguments: [String]) throws(UsageError) -> Request {
    if isCommand { return try read(commands[0], arguments[...]) }
    guard let first = arguments.first else { return .text(HelpText(self).text) }
    let rest = arguments.dropFirst()
    if let type = commands.first(where: { $0.description.name == first }) {
      return try read(type, rest)
    }
    do throws(UsageError) {
      return .text(try text(first, rest))
    } catch {
      var error = error
      error.usage = HelpText.usage(of: self, title: "Usage") + [more("--help")]
      throw error
    }
  }

  /// Returns the output of a command line that begins with none of the commands.
  private func text(_ first: String, _ rest: ArraySlice<String>) throws(UsageError) -> String {
    switch first {
    case "--help", "-h": return HelpText(self).text
    case "--version": return version
    case "help":
      // Options are ignored: `help --help` is help, too.
      guard let name = rest.first(where: { $0.utf8.first != UInt8(ascii: "-") }), name != "help"
      else { return HelpText(self).text }
      guard let type = commands.first(where: { $0.description.name == name }) else {
        throw .unknownCommand(name, among: names)
      }
      return help(of: type)
    case "--":
      if rest.isEmpty { return HelpText(self).text }
      throw .unexpected(rest)
    case _ where first.utf8.first == UInt8(ascii: "-"):
      throw .unknownOption(first, among: ArgumentReader.commonNames)
    default:
      throw .unknownCommand(first, among: names)
    }
  }

  private var names: [String] {
    commands.map { $0.description }.filter(\.isListed).map(\.name) + ["help"]
  }

  private func help<Kind: Command>(of type: Kind.Type) -> String {
    let new = Kind()
    return HelpText(
      Kind.description, Kind.parameters.map { $0.syntax(for: new) }, of: prefix
    ).text
  }

  private func read<Kind: Command>(
    _ type: Kind.Type, _ arguments: ArraySlice<String>
  ) throws(UsageError) -> Request {
    let parameters = Kind.parameters
    var command = Kind()
    let syntax = parameters.map { $0.syntax(for: command) }
    do throws(UsageError) {
      var reader = ArgumentReader(syntax)
      switch try reader.read(arguments) {
      case .help: return .text(help(of: type))
      case .version: return .text(version)
      case .values(let values):
        for (index, text) in values where !parameters[index].store(&command, text) {
          throw UsageError.invalid(text, for: syntax[index])
        }
        try command.validate()
        return .command(command)
      }
    } catch {
      var error = error
      error.usage =
        HelpText.usage(of: Kind.description, syntax, program: prefix, title: "Usage")
        + [more(isCommand ? "--help" : "\(Kind.description.name) --help")]
      throw error
    }
  }

  /// The text before the name of a command.
  private var prefix: String { isCommand ? "" : name }

  private func more(_ arguments: String) -> String {
    "  See '\(name) \(arguments)' for more information."
  }
}
