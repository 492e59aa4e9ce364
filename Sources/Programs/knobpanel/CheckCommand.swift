internal import PanelApplication
internal import ArgumentParsing
internal import Controls
internal import Diagnostics
internal import Layout
internal import LayoutFile
internal import Program

struct CheckCommand: Command {
  static let description = CommandDescription(
    name: "check",
    abstract: "Checks layout files and reports errors.",
    discussion: """
      Each error is a line `file:line:column: error: …`, followed by the line of the file. \
      The exit status is 1 if any file has an error; warnings do not change it.
      """)

  enum Format: String, ArgumentValue, CaseIterable {
    case text, json
  }

  static var parameters: [Parameter<Self>] {
    [
      .positionals("layouts", \.layouts, help: "Layout files."),
      .option("format", \.format, help: "The output format: text for people, json for editors."),
    ]
  }

  private var layouts: [String] = []
  private var format = Format.text

  func run() throws {
    var all: [Diagnostic] = []
    var failures = 0
    for path in layouts {
      do {
        let outcome = try Files.outcome(path)
        all += outcome.diagnostics
        if format == .text, !outcome.text.isEmpty { Output.standard.print(outcome.text) }
        if outcome.layout == nil {
          failures += 1
        } else if format == .text {
          Output.standard.print(line: "\(path): valid\(Self.warnings(of: outcome))")
        }
      } catch let problem as Problem {
        problem.print()
        failures += 1
      }
    }
    if format == .json { Output.standard.write(json: DiagnosticPrinter.json(all)) }
    if failures > 0 { throw ExitStatus(1) }
  }

  /// The number of warnings as a suffix to "valid": "", ", 1 warning" or ", 2 warnings".
  private static func warnings(of outcome: LayoutReader.Outcome) -> String {
    switch outcome.diagnostics.count + outcome.omittedCount {
    case 0: ""
    case 1: ", 1 warning"
    case let count: ", \(count) warnings"
    }
  }
}

struct SchemaCommand: Command {
  static let description = CommandDescription(
    name: "schema",
    abstract: "Prints the JSON Schema of layout files, for completion and validation in editors.")

  func run() {
    Output.standard.write(json: ControlRegistry.standard.language.jsonSchema)
  }
}
