internal import ArgumentParsing
internal import DrawBench
internal import JSON
internal import Program
internal import Text

struct FingerCommand: Command {
  static let description = CommandDescription(
    name: "finger",
    abstract: "What the samples of ten fingers on ten knobs take, by stage, in every theme.",
    discussion: """
      A recording is played: the samples begin as events of the kernel, which are made into what \
      libinput would hand over, and end in scan-out memory. Times are of the processor, so that what \
      else the machine does counts little.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .flag("json", \.json, help: "As JSON instead of a table for people."),
      .option(
        "seconds", \.seconds,
        help: "How long the fingers turn in each theme, in their own time."
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
