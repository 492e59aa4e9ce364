import Foundation
import Testing

@testable import ArgumentParsing
@testable import PanelApplication
@testable import knobpanel

/// The declarations of commands and their options.
@Suite struct CommandLineTests {
  private static let commands = [
    "run", "replay", "render", "check", "devices", "doctor", "new", "preview", "get", "set",
    "press", "page", "language", "screen", "clean", "message", "watch", "reload", "status",
    "screenshot", "schema", "completions",
  ]
  private static let benchCommands = ["draw", "feel", "latency", "preview", "reload", "start"]

  @Test("Names are unique, and everything has help text")
  func declarations() {
    func check<Kind: Command>(_ type: Kind.Type) {
      let syntax = Kind.parameters.map { $0.syntax(for: Kind()) }.filter { $0.kind != .rest }
      let names = syntax.map(\.name) + ArgumentReader.commonNames
      #expect(Set(names).count == names.count, "\(names)")
      let letters = syntax.compactMap(\.short) + ["h"]
      #expect(Set(letters).count == letters.count, "\(letters)")
      #expect(syntax.allSatisfy { $0.help.hasSuffix(".") })
      // A repeating argument takes all remaining words.
      let before = syntax.filter { $0.kind == .positional }.dropLast()
      #expect(before.allSatisfy { !$0.isRepeating })
    }
    for command in ProgramDescription.knobpanel.commands { check(command) }
    #expect(
      ProgramDescription.knobpanel.commands.map { $0.description }.filter(\.isListed).map(\.name)
        == Self.commands)
  }

  @Test("Options accept their own default and value texts")
  func defaults() {
    func check<Kind: Command>(_ type: Kind.Type) {
      var command = Kind()
      for parameter in Kind.parameters {
        let syntax = parameter.syntax(for: command)
        for text in syntax.names + [syntax.defaultText].compactMap({ $0 }) {
          #expect(parameter.store(&command, text), "\(syntax.name) \(text)")
        }
      }
    }
    for command in ProgramDescription.knobpanel.commands { check(command) }
  }

  @Test("Help of both programs fits 80 columns and goes to standard output, with status 0")
  func helps() throws {
    try Knobpanel.inFolder { folder in
      for arguments in [[], ["--help"], ["help"]] + Self.commands.map({ [$0, "-h"] }) {
        try check(try Knobpanel.run(arguments, in: folder), arguments)
      }
      for arguments in [[], ["-h"]] + Self.benchCommands.map({ ["help", $0] }) {
        try check(try Knobpanel.run(bench: arguments, in: folder), arguments)
      }
    }
  }

  private func check(_ outcome: Knobpanel.Outcome, _ arguments: [String]) throws {
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(arguments)")
    #expect(outcome.output.contains("USAGE: knobpanel"), "\(arguments)")
    for line in outcome.output.split(separator: "\n") {
      #expect(line.count <= 80 && line.last != " ", "\(line)")
    }
  }

  @Test("The version is printed on standard output at each level, and is CHANGELOG.md's newest")
  func version() throws {
    let log = try String(
      contentsOf: Knobpanel.project.appending(path: "CHANGELOG.md"), encoding: .utf8)
    let newest = try #require(log.firstMatch(of: /\n## \[(\d+\.\d+\.\d+)\]/)?.1)
    try Knobpanel.inFolder { folder in
      for arguments in [["--version"], ["run", "--version"], ["check", "x", "--version"]] {
        let outcome = try Knobpanel.run(arguments, in: folder)
        #expect(outcome.status == 0 && outcome.output == "\(newest)\n" && outcome.errors.isEmpty)
      }
    }
  }

  @Test(
    "Wrong usage is status 2, with the usage on standard error only",
    arguments: [
      "chekc", "run", "run a b", "run a --nope", "render a", "check", "new x", "--nope",
      "run a --events-limit 0", "run a --layer side", "replay a b --at soon",
    ])
  func wrong(line: String) throws {
    try Knobpanel.inFolder { folder in
      let outcome = try Knobpanel.run(
        line.split(separator: " ").map(String.init), in: folder)
      #expect(outcome.status == 2 && outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("knobpanel: error: "))
      #expect(outcome.errors.contains("\nUsage: knobpanel "))
      #expect(outcome.errors.contains(" --help' for more information.\n"))
    }
  }
}
