import ArgumentParsing
import Foundation
import Testing

@testable import PanelApplication
@testable import knobpanel

/// The shells themselves read the scripts.
@Suite struct CompletionTests {
  /// What the program prints for each shell, once for all tests.
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

  /// What a shell without the user's settings prints; the script is the file "script".
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

  @Test("Each shell takes its script", arguments: Shell.allCases)
  func syntax(shell: Shell) throws {
    let outcome = try Self.run(shell, ["-n", "script"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  /// What is offered at the end of each of these lines, one after the other in one shell.
  @Test("What bash offers") func bash() throws {
    let rows = [
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

  /// The same in one fish.
  @Test("What fish offers") func fish() throws {
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
      // A tab and its help follow each word.
      let words = offered.compactMap { $0.split(separator: "\t").first.map(String.init) }
      #expect(words == expected, "\(line)")
    }
  }

  @Test("zsh knows the function once it has the script") func zsh() throws {
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
