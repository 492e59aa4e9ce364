internal import ArgumentParsing
internal import Benchmarks
internal import JSON
internal import Program
internal import Text

struct FingerCommand: Command {
  static let description = CommandDescription(
    name: "finger",
    abstract: "Measures the cost of samples of ten fingers on ten knobs, by stage and theme.",
    discussion: """
      A recording is played: samples begin as kernel events, are converted to what libinput would \
      deliver, and end in scan-out memory. Times are processor times, which other load on the \
      machine affects little.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .flag("json", \.json, help: "Print JSON instead of a table."),
      .option(
        "seconds", \.seconds,
        help: "How long the fingers turn in each theme, in the recording's time."
      ).within(1...3600),
    ]
  }

  private var json = false
  private var seconds = 20

  func run() throws {
    let table = FingerTable(seconds: Double(seconds), typesetter: FontTypesetter.ofThisMachine)
    Output.standard.print(json ? table.json.text : table.text)
  }
}
