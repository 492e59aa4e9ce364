internal import ArgumentParsing
internal import Benchmarks
internal import JSON
internal import Linux
internal import Program

struct FleetCommand: Command {
  static let description = CommandDescription(
    name: "fleet",
    abstract: "Measures how soon many panels at one server agree after they were turned at once.",
    discussion: """
      Panels without displays run in this process, each with its own connection to a mosquitto \
      that is started for them. Fingers turn some of them for two seconds, against each other, and \
      leave within half a second. First all panels drive one device, which reports its state; then \
      they write the state themselves. Then they drive a number of a scripted Home Assistant with \
      5,000 entities, on a thread of its own, and at last one panel drives it alone, as a kiosk \
      does. Measured are the time from the last finger's release to the last change that any panel \
      shows, how often a panel reversed its direction meanwhile, and the longest round of the event \
      loop, in which all panels take their turns.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .option("panels", \.panels, help: "The number of panels.").within(2...400),
      .option("fingers", \.fingers, help: "The number of panels that are turned.").within(1...400),
      .option("bursts", \.bursts, help: "How often they are turned.").within(1...100),
      .flag("json", \.json, help: "Print JSON instead of text."),
    ]
  }

  private var panels = 200
  private var fingers = 20
  private var bursts = 3
  private var json = false

  /// The number of entities of the scripted Home Assistant.
  private static let entityCount = 5000

  private struct Row {
    var name: String
    var bursts: [FleetResult]
    var rounds: RoundDurations
  }

  func run() throws {
    let broker = try BrokerProcess()
    let house = try FleetHouse(otherEntities: Self.entityCount)
    let rows = [
      try row("device") { [panels] loop in
        try Fleet(of: panels, driving: .device, port: broker.port, loop: loop)
      },
      try row("mirrored") { [panels] loop in
        try Fleet(of: panels, driving: .mirrored, port: broker.port, loop: loop)
      },
      try row("homeassistant") { [panels] loop in
        try Fleet(of: panels, driving: house, loop: loop)
      },
      try row("one homeassistant") { loop in try Fleet(of: 1, driving: house, loop: loop) },
    ]
    if json {
      Output.standard.print(
        JSONValue.object(
          rows.map { row in
            let longest = JSONValue.number(Double(row.rounds.longestMicroseconds) / 1000)
            return (
              row.name,
              ["bursts": .array(row.bursts.map(\.json)), "longestRoundMilliseconds": longest]
            )
          }
        ).text)
    } else {
      for row in rows {
        for burst in row.bursts { Output.standard.print("\(row.name): \(burst.text)") }
        let longest = Double(row.rounds.longestMicroseconds) / 1000
        Output.standard.print(
          "\(row.name): the longest of \(row.rounds.count) rounds took "
            + "\(JSONText.number(longest, decimals: 1)) ms")
      }
    }
  }

  private func row(_ name: String, _ make: (EventLoop) throws -> Fleet) throws -> Row {
    let loop = try EventLoop()
    let fleet = try make(loop)
    try fleet.start()
    let results = try (0..<bursts).map { try fleet.burst(hands: fingers, seed: UInt64($0)) }
    return Row(name: name, bursts: results, rounds: loop.durations)
  }
}
