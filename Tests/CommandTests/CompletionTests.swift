import ArgumentParsing
import Foundation
import Testing

@testable import PanelApplication
@testable import knobpanel

/// The shells themselves read the scripts.
@Suite struct CompletionTests {
  /// Runs a shell without the user's settings; the script is `$1`.
  private static func run(_ shell: Shell, _ command: String) throws -> Knobpanel.Outcome {
    var outcome: Knobpanel.Outcome?
    try Knobpanel.inFolder { folder in
      let made = try Knobpanel.run(["completions", shell.rawValue], in: folder)
      #expect(made.status == 0 && made.errors.isEmpty)
      let script = folder.appending(path: "script")
      try made.output.write(to: script, atomically: true, encoding: .utf8)
      let bare = ["bash": "--norc", "zsh": "-f", "fish": "--no-config"][shell.rawValue] ?? ""
      let full = command.replacing("$1", with: script.path)
      outcome = try Knobpanel.run(
        URL(filePath: "/usr/bin/\(shell.rawValue)"),
        command == "-n" ? ["-n", script.path] : [bare, "-c", full], in: folder)
    }
    return try #require(outcome)
  }

  @Test("Each shell takes its script", arguments: Shell.allCases)
  func syntax(shell: Shell) throws {
    let outcome = try Self.run(shell, "-n")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test(
    "What bash offers",
    arguments: [
      ("knobpanel re", "replay render reload"), ("knobpanel --v", "--version"),
      ("knobpanel help sch", "schema"),
      ("knobpanel run --wait", "--wait-for-screen --wait-for-layout"),
      ("knobpanel run --display w", "wayland"), ("knobpanel run --display = w", "wayland"),
      ("knobpanel run x --lay", "--layer"), ("knobpanel new th", "thermostat"),
      (
        "knobpanel render x -",
        "--output -o --size --rotate --set --page --touch --idle --show-mistakes --help --version"
      ),
      // Files, which bash itself offers.
      ("knobpanel run lay", ""), ("knobpanel render x -o y", ""), ("knobpanel bench d", ""),
    ])
  func bash(line: String, offers: String) throws {
    let outcome = try Self.run(
      .bash,
      "source $1; COMP_WORDS=(\(line)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); "
        + "_knobpanel; echo \"${COMPREPLY[*]}\"")
    #expect(outcome.output == offers + "\n" && outcome.errors.isEmpty, "\(outcome)")
  }

  @Test(
    "What fish offers",
    arguments: [
      ("knobpanel sch", ["schema"]), ("knobpanel run --display w", ["wayland"]),
      ("knobpanel run --wait-for-s", ["--wait-for-screen"]), ("knobpanel new th", ["thermostat"]),
      ("knobpanel run --display auto scr", ["script"]), ("knobpanel render x -o scr", ["script"]),
      ("knobpanel check --layer", []),
    ])
  func fish(line: String, offers: [String]) throws {
    let outcome = try Self.run(.fish, "source $1; complete -C '\(line)'")
    let words = outcome.output.split(separator: "\n").compactMap {
      $0.split(separator: "\t").first.map(String.init)
    }
    #expect(words == offers && outcome.errors.isEmpty, "\(outcome)")
  }

  @Test("zsh knows the function once it has the script") func zsh() throws {
    let outcome = try Self.run(
      .zsh,
      "autoload -U compinit; compinit -D; source $1; "
        + "echo $_comps[knobpanel] $functions[_knobpanel]")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("_knobpanel "))
    for word in ["--wait-for-screen", "auto drm wayland headless", "thermostat"] {
      #expect(outcome.output.contains(word))
    }
  }
}
