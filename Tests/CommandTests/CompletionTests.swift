import ArgumentParsing
import Foundation
import Testing

@testable import PanelApplication
@testable import knobpanel

/// Completion scripts, read by the shells themselves.
@Suite struct CompletionTests {
  /// The script of each shell, printed once for all tests.
  private static let scripts = Result {
    var scripts: [Shell: String] = [:]
    try Knobpanel.inFolder { folder in
      for shell in Shell.allCases {
        let made = try Knobpanel.run(["completions", shell.rawValue], in: folder)
        #expect(made.status == 0 && made.errors.isEmpty, "\(shell): \(made)")
        scripts[shell] = made.output
      }
    }
    return scripts
  }

  /// Runs a shell without the user's settings, beside its script in the file "script".
  private static func run(_ shell: Shell, _ arguments: [String]) throws -> Knobpanel.Outcome {
    var outcome: Knobpanel.Outcome?
    try Knobpanel.inFolder { folder in
      let script = try #require(try scripts.get()[shell])
      try script.write(to: folder.appending(path: "script"), atomically: true, encoding: .utf8)
      outcome = try Knobpanel.run(
        URL(filePath: "/usr/bin/\(shell.rawValue)"), arguments, in: folder)
    }
    return try #require(outcome)
  }

  @Test("Each shell accepts its script", arguments: Shell.allCases)
  func syntax(shell: Shell) throws {
    let outcome = try Self.run(shell, ["-n", "script"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  /// Completes each of these lines in turn, in one shell.
  @Test("bash completes commands, options and values") func bash() throws {
    let rows = [
      ("knobpanel re", "replay render reload"), ("knobpanel --v", "--version"),
      ("knobpanel help sch", "schema"),
      ("knobpanel run --wait", "--wait-for-screen --wait-for-layout"),
      ("knobpanel run --display w", "wayland"), ("knobpanel run --display = w", "wayland"),
      ("knobpanel run x --lay", "--layer"), ("knobpanel new th", "thermostat"),
      (
        "knobpanel render x -",
        "--output -o --size --rotate --set --reading --language --time --page --touch --idle --show-mistakes --help --version"
      ),
      // Files, which bash completes itself.
      ("knobpanel run lay", ""), ("knobpanel render x -o y", ""), ("knobpanel bench d", ""),
    ]
    let lines = rows.map { line, _ in
      """
      COMP_WORDS=(\(line)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=(); _knobpanel
      echo "${COMPREPLY[*]}"
      """
    }
    let outcome = try Self.run(
      .bash, ["--norc", "-c", "source ./script\n" + lines.joined(separator: "\n")])
    #expect(outcome.errors.isEmpty)
    let offers = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    try #require(offers.count == rows.count, "\(outcome.output)")
    for ((line, expected), offered) in zip(rows, offers) { #expect(offered == expected, "\(line)") }
  }

  /// The same in fish.
  @Test("fish completes commands, options, values and files") func fish() throws {
    let rows = [
      ("knobpanel sch", ["schema"]), ("knobpanel run --display w", ["wayland"]),
      ("knobpanel run --wait-for-s", ["--wait-for-screen"]), ("knobpanel new th", ["thermostat"]),
      ("knobpanel run --display auto scr", ["script"]), ("knobpanel render x -o scr", ["script"]),
      ("knobpanel check --layer", []),
    ]
    let lines = rows.map { line, _ in "complete -C '\(line)'; echo ." }
    let outcome = try Self.run(
      .fish, ["--no-config", "-c", "source script\n" + lines.joined(separator: "\n")])
    #expect(outcome.errors.isEmpty)
    let offers = outcome.output.split(separator: "\n").split(
      separator: ".", omittingEmptySubsequences: false
    ).dropLast()
    try #require(offers.count == rows.count, "\(outcome.output)")
    for ((line, expected), offered) in zip(rows, offers) {
      // Each word is followed by a tab and its help.
      let words = offered.compactMap { $0.split(separator: "\t").first.map(String.init) }
      #expect(words == expected, "\(line)")
    }
  }

  @Test("zsh registers the function of its script") func zsh() throws {
    let outcome = try Self.run(
      .zsh,
      [
        "-f", "-c",
        "autoload -U compinit; compinit -D; source ./script; "
          + "echo $_comps[knobpanel] $functions[_knobpanel]",
      ])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("_knobpanel "))
    for word in ["--wait-for-screen", "auto drm wayland headless", "thermostat"] {
      #expect(outcome.output.contains(word))
    }
  }
}
