internal import ArgumentParsing
internal import Benchmarks
internal import JSON
internal import Program
internal import Text

struct LatencyCommand: Command {
  static let description = CommandDescription(
    name: "latency",
    abstract: "Measures the age of a finger's samples when visible, drawn at once and drawn late.",
    discussion: """
      The drawing of the volume screen is measured. The touchscreen (100 to 250 reports a second) \
      and the display (60 Hz) are simulated, with the frame scheduling of the running panel.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .flag("json", \.json, help: "Print JSON instead of text."),
      .option(
        "draw", value: "microseconds", \.draw,
        help: "The time to draw a frame, instead of measuring it."
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
