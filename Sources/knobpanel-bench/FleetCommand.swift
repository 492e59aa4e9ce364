internal import ArgumentParsing
internal import FleetBench
internal import JSON
internal import Linux
internal import Program

struct FleetCommand: Command {
  static let description = CommandDescription(
    name: "fleet",
    abstract: "How soon many panels at one broker agree after fingers turned them at once.",
    discussion: """
      Panels without displays run in this process, each with a connection of its own to a mosquitto \
      that is started for it. Fingers turn some of them for two seconds, against each other, and \
      leave within half a second. First all panels drive one device, which says what it does; then \
      they write the state themselves. Measured is from the last finger that leaves to the last \
      change that any panel shows, and how often a panel changed its direction meanwhile.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .option("panels", \.panels, help: "How many panels there are.").within(2...400),
      .option("fingers", \.fingers, help: "How many of them are turned.").within(1...400),
      .option("bursts", \.bursts, help: "How often they are.").within(1...100),
      .flag("json", \.json, help: "As JSON instead of lines for people."),
    ]
  }

  private var panels = 200
  private var fingers = 20
  private var bursts = 3
  private var json = false

  func run() throws {
    let broker = try BrokerProcess()
    let names = [("device", FleetTopics.device), ("mirrored", FleetTopics.mirrored)]
    let results = try names.map { name, topics in
      let loop = try EventLoop()
      let fleet = try Fleet(of: panels, driving: topics, port: broker.port, loop: loop)
      try fleet.start()
      return (
        name: name,
        bursts: try (0..<bursts).map { try fleet.burst(hands: fingers, seed: UInt64($0)) }
      )
    }
    if json {
      Output.standard.print(
        JSONValue.object(results.map { ($0.name, .array($0.bursts.map(\.json))) }).text)
    } else {
      for result in results {
        for burst in result.bursts { Output.standard.print("\(result.name): \(burst.text)") }
      }
    }
  }
}
