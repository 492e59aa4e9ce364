internal import ArgumentParsing
internal import Benchmarks
internal import JSON
internal import Linux
internal import Program

struct FleetCommand: Command {
  static let description = CommandDescription(
    name: "fleet",
    abstract: "Measures how soon many panels at one broker agree after they were turned at once.",
    discussion: """
      Panels without displays run in this process, each with its own connection to a mosquitto \
      that is started for them. Fingers turn some of them for two seconds, against each other, and \
      leave within half a second. First all panels drive one device, which reports its state; then \
      they write the state themselves. Measured are the time from the last finger's release to the \
      last change that any panel shows, and how often a panel reversed its direction meanwhile.
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
