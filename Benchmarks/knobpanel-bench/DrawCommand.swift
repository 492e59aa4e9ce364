internal import ArgumentParsing
internal import Benchmarks
internal import JSON
internal import Program
internal import Text

struct DrawCommand: Command {
  static let description = CommandDescription(
    name: "draw",
    abstract: "Measures the drawing of a value change and of a whole frame, in many panels.",
    discussion: """
      Knobs are turned up and down and in jumps. An update is one value change, drawn and copied \
      into the next scan-out buffer; a frame is everything. LVGL's published figures for the same \
      content are shown beside them; they are from a similar machine, so compare only ratios.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .flag("json", \.json, help: "Print JSON instead of a table."),
      .option(
        "seconds", \.seconds, help: "How long to measure; longer is steadier on a busy machine."),
      .option("only", value: "text", \.only, help: "Only scenarios whose names contain this."),
    ]
  }

  private var json = false
  private var seconds = 8.0
  private var only: String?

  private var scenarios: [DrawScenario] {
    DrawScenario.all.filter { scenario in only.map { scenario.name.contains($0) } ?? true }
  }

  func validate() throws(UsageError) {
    guard seconds > 0, seconds <= 3600 else {
      throw UsageError("--seconds must be more than 0 and at most 3600")
    }
    guard !scenarios.isEmpty else {
      let names = DrawScenario.all.map(\.name).joined(separator: "; ")
      throw UsageError("--only matches none of: \(names)")
    }
  }

  func run() throws {
    let table = DrawTable(scenarios, seconds: seconds, typesetter: FontTypesetter.ofThisMachine)
    Output.standard.print(json ? table.json.text : table.text)
  }
}

extension FontTypesetter {
  /// A typesetter with the fonts of this machine; missing fonts are reported on standard error.
  static var ofThisMachine: FontTypesetter {
    FontTypesetter { Output.error.print("knobpanel-bench: warning: \($0)") }
  }
}
