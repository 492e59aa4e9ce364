/// The script for the Z shell, based on its `_arguments`.
struct ZshCompletions {
  let program: String
  let commands: [CommandSyntax]

  var text: String {
    let list = commands.map { "'\(Self.quoted("\($0.name):\($0.abstract)"))'" }
    let cases = commands.map { command in
      let specifications =
        command.options.map(Self.option) + Self.common + Self.positionals(command.positionals)
      return """
            \(command.name))
              _arguments -s \(specifications.joined(separator: " \\\n          ")) ;;
        """
    }
    return """
      #compdef \(program)
      # Completions of \(program) for zsh: put this file as _\(program) into a folder of $fpath.
      _\(program)() {
        local -a commands options
        commands=(
          \(list.joined(separator: "\n    "))
          'help:Shows the help of a command.'
        )
        options=('--version:Show the version.' '--help:Show help information.')
        if (( CURRENT == 2 )); then
          _describe command commands
          _describe -o option options
          return
        fi
        local command=$words[2]
        shift words
        (( CURRENT-- ))
        case $command in
      \(cases.joined(separator: "\n"))
          help) _describe command commands ;;
        esac
      }
      if [ "$funcstack[1]" = _\(program) ]; then
        _\(program) "$@"
      else
        compdef _\(program) \(program)
      fi
      """
  }

  private static let common = [
    "'--version[Show the version.]'", "'(-h --help)'{-h,--help}'[Show help information.]'",
  ]

  /// Returns a specification: `'(-o --output)'{-o,--output}'[Where to.]:path:_files'`.
  private static func option(_ option: ParameterSyntax) -> String {
    var words = "[\(bracketed(option.help))]"
    if option.kind == .option { words += ":\(option.name):\(action(option))" }
    let quoted = quoted(words)
    let names = option.optionNames
    if option.isRepeating { return "'*\(names[0])\(quoted)'" }
    guard names.count > 1 else { return "'\(names[0])\(quoted)'" }
    return "'(\(names.joined(separator: " ")))'{\(names.joined(separator: ","))}'\(quoted)'"
  }

  private static func positionals(_ positionals: [ParameterSyntax]) -> [String] {
    positionals.enumerated().map { index, parameter in
      let position = parameter.isRepeating ? "*" : "\(index + 1)"
      return "'\(position):\(parameter.name):\(action(parameter))'"
    }
  }

  /// Returns the values, or files if there are none.
  private static func action(_ parameter: ParameterSyntax) -> String {
    parameter.names.isEmpty ? "_files" : "(\(parameter.names.joined(separator: " ")))"
  }

  /// Escapes brackets, which end a help text, and colons, which separate a specification's parts.
  private static func bracketed(_ text: String) -> String {
    String(
      text.flatMap { character -> [Character] in
        ["[", "]", ":", "\\"].contains(character) ? ["\\", character] : [character]
      })
  }

  /// Quotes a text for single quotes, in which nothing can be escaped.
  private static func quoted(_ text: String) -> String {
    text.map { $0 == "'" ? "'\\''" : String($0) }.joined()
  }
}
