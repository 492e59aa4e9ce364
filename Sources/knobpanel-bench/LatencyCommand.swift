internal import ArgumentParsing
internal import DrawBench
internal import JSON
internal import LatencyBench
internal import Program
internal import Text

struct LatencyCommand: Command {
  static let description = CommandDescription(
    name: "latency",
    abstract: "How old a finger's samples are when they are seen, drawn at once and drawn late.",
    discussion: """
      Drawing the volume screen is measured; the touchscreen (100 to 250 reports a second) and the \
      display (60 Hz) are played in simulated time against the rule that the running panel draws by.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .flag("json", \.json, help: "As JSON instead of lines for people."),
      .option(
        "draw", value: "microseconds", \.draw,
        help: "Microseconds a frame takes to draw, instead of measuring."
      ).within(1...1_000_000),
    ]
  }

  private var json = false
  private var draw: Int64?

  func run() throws {
    var times = draw.map { ($0, $0) }
    if times == nil, let screen = DrawScenario.all.first(where: { $0.name == "volume screen" }) {
      let typesetter = FontTypesetter.ofThisMachine
      let update = DrawMeasurement(screen, seconds: 1, typesetter: typesetter).update
      times = (Int64(update.p50.rounded(.up)), Int64(update.p99.rounded(.up)))
    }
    let (usual, slow) = times ?? (100, 100)
    let table = LatencyTable(drawMicroseconds: usual, slowDrawMicroseconds: max(usual, slow))
    Output.standard.print(json ? table.json.text : table.text)
  }
}
