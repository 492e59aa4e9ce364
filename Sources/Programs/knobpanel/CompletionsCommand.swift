internal import ArgumentParsing
internal import Program

struct CompletionsCommand: Command {
  static let description = CommandDescription(
    name: "completions",
    abstract: "Prints a shell script that completes commands and options.",
    discussion: """
      For bash: `source <(knobpanel completions bash)`. For zsh: \
      `knobpanel completions zsh > _knobpanel` in a folder of $fpath. For fish: \
      `knobpanel completions fish > ~/.config/fish/completions/knobpanel.fish`.
      """)

  static var parameters: [Parameter<Self>] {
    [.positional("shell", \.shell, help: "The shell.")]
  }

  private var shell = Shell.bash

  func run() {
    Output.standard.print(ProgramDescription.knobpanel.completions(for: shell))
  }
}
