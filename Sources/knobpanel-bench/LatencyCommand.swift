internal import ArgumentParser
internal import DrawBench
internal import JSON
internal import LatencyBench
internal import Program
internal import Text

struct LatencyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "latency",
    abstract: "How old a finger's samples are when they are seen, drawn at once and drawn late.",
    discussion: """
      Drawing the volume screen is measured; the touchscreen (100 to 250 reports a second) and the \
      display (60 Hz) are played in simulated time against the rule that the running panel draws by.
      """)

  @Flag(help: "As JSON instead of lines for people.")
  var json = false

  @Option(help: "Microseconds a frame takes to draw, instead of measuring.")
  var draw: Int64?

  func validate() throws {
    guard draw.map({ (1...1_000_000).contains($0) }) ?? true else {
      throw ValidationError("--draw must be 1 to 1000000")
    }
  }

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
