/// The script for Bash, which examines the command and the word before the one to complete.
struct BashCompletions {
  let program: String
  let commands: [CommandSyntax]

  /// It contains only names of commands and options and fixed values, which need no quotes.
  var text: String {
    let function = "_" + String(program.map { $0 == "-" ? "_" : $0 })
    let names = commands.map(\.name).joined(separator: " ")
    let common = ArgumentReader.commonNames.map { "--\($0)" }.joined(separator: " ")
    let values = commands.flatMap { command in
      command.options.filter { $0.kind == .option }.map { option in
        let patterns = option.optionNames.map { "\"\(command.name) \($0)\"" }
        let names = option.names.joined(separator: " ")
        return "    \(patterns.joined(separator: "|"))) words=\"\(names)\" ;;"
      }
    }
    let others = commands.map { command in
      let options = command.options.flatMap(\.optionNames).joined(separator: " ")
      let names = command.positionals.flatMap(\.names).joined(separator: " ")
      return "        \(command.name)) options=\"\(options) \(common)\"; words=\"\(names)\" ;;"
    }
    return """
      # Completions of \(program) for bash: source this file, or put it as \(program) into
      # /usr/share/bash-completion/completions.
      \(function)() {
        local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
        local command="${COMP_WORDS[1]}" options="" words=""
        # `--name=value` is three words.
        if [ "$word" = "=" ]; then
          word=""
        elif [ "$before" = "=" ]; then
          before="${COMP_WORDS[COMP_CWORD-2]}"
        fi
        if [ "$COMP_CWORD" -eq 1 ]; then
          words="\(names) help"
          options="\(common)"
        else
          case "$command $before" in
      \(values.joined(separator: "\n"))
          "help "*) words="\(names)" ;;
          *)
            case "$command" in
      \(others.joined(separator: "\n"))
            esac ;;
          esac
        fi
        case "$word" in -*) words="$options" ;; esac
        # Without a reply, files are offered.
        COMPREPLY=($(compgen -W "$words" -- "$word"))
      }
      complete -o default -F \(function) \(program)
      """
  }
}
