/// The script for fish: a line for each command, option and positional argument.
struct FishCompletions {
  let program: String
  let commands: [CommandSyntax]

  var text: String {
    let first = "-n __fish_use_subcommand"
    var lines = [
      "# Completions of \(program) for fish: put this file as \(program).fish into",
      "# ~/.config/fish/completions.", line("-f"),
    ]
    for command in commands {
      lines.append(line(first, "-a \(command.name) -d", Self.quoted(command.abstract)))
    }
    lines.append(line(first, "-a help -d 'Shows the help of a command.'"))
    let names = commands.map(\.name).joined(separator: " ")
    lines.append(line("-n '__fish_seen_subcommand_from help' -a '\(names)'"))
    lines.append(line("-l version -d 'Show the version.'"))
    lines.append(line("-l help -s h -d 'Show help information.'"))
    for command in commands {
      let seen = "-n '__fish_seen_subcommand_from \(command.name)'"
      for option in command.options {
        let short = option.short.map { " -s \($0)" } ?? ""
        let names = "-l \(option.name)\(short)\(Self.values(of: option))"
        lines.append(line(seen, names, "-d", Self.quoted(option.help)))
      }
      for parameter in command.positionals {
        let names = parameter.names.joined(separator: " ")
        lines.append(line(seen, names.isEmpty ? "-F" : "-a '\(names)'"))
      }
    }
    return lines.joined(separator: "\n")
  }

  private func line(_ words: String...) -> String {
    "complete -c \(program) \(words.joined(separator: " "))"
  }

  /// Returns nothing for a flag; otherwise the values, or files.
  private static func values(of option: ParameterSyntax) -> String {
    guard option.kind == .option else { return "" }
    return option.names.isEmpty ? " -r -F" : " -x -a '\(option.names.joined(separator: " "))'"
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined())'"
  }
}
