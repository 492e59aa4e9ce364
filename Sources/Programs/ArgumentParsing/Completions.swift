/// A shell that completes command lines by a script.
public enum Shell: String, CaseIterable, ArgumentValue, Sendable {
  /// GNU Bash.
  case bash
  /// The Z shell.
  case zsh
  /// The friendly interactive shell.
  case fish
}

extension ProgramDescription {
  /// Returns a shell's script that completes commands, options and values; other words are files.
  public func completions(for shell: Shell) -> String {
    let commands = commands.filter { $0.description.isListed }.map { syntax(of: $0) }
    switch shell {
    case .bash: return BashCompletions(program: name, commands: commands).text
    case .zsh: return ZshCompletions(program: name, commands: commands).text
    case .fish: return FishCompletions(program: name, commands: commands).text
    }
  }

  private func syntax<Kind: Command>(of type: Kind.Type) -> CommandSyntax {
    CommandSyntax(
      name: Kind.description.name, abstract: Kind.description.abstract,
      parameters: Kind.parameters.map { $0.syntax(for: Kind()) })
  }
}

/// The syntax of a command, for completions.
struct CommandSyntax {
  var name: String
  var abstract: String
  var parameters: [ParameterSyntax]

  var options: [ParameterSyntax] { parameters.filter { $0.kind == .option || $0.kind == .flag } }
  var positionals: [ParameterSyntax] { parameters.filter { $0.kind == .positional } }
}

extension ParameterSyntax {
  /// "--output", and "-o" if there is one.
  var optionNames: [String] { ["--\(name)"] + (short.map { ["-\($0)"] } ?? []) }
}
