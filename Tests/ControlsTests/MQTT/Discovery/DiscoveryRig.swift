import Linux
import MQTTBench
import Testing

@testable import Controls

/// The panel as a device at a real broker.
final class DiscoveryRig {
  let loop: EventLoop
  let connection: MQTTConnection
  let service: HomeAssistantDiscovery
  private(set) var commands: [String] = []
  private(set) var reports: [String] = []

  init(port: UInt16, id: String = "hall", keepaliveSeconds: Int = 30) throws {
    loop = try EventLoop()
    var discovery = MQTTDiscovery()
    discovery.id = id
    var broker = MQTTBroker(
      name: "home", host: "127.0.0.1", port: port, keepaliveSeconds: keepaliveSeconds)
    broker.discovery = discovery
    connection = MQTTConnection(broker, loop: loop)
    service = HomeAssistantDiscovery(discovery, over: connection, loop: loop)
    service.onCommand = { [unowned self] index, command in commands.append("\(index) \(command)") }
    service.onReport = { [unowned self] in reports.append($0) }
  }

  func start(_ entities: [PanelEntity] = DiscoveryMessageTests.entities) {
    service.announce(entities)
    service.start()
  }

  func run(
    sourceLocation: SourceLocation = #_sourceLocation, until isDone: () -> Bool
  ) throws {
    let end = MonotonicClock.microseconds + 30_000_000
    while !isDone() {
      guard MonotonicClock.microseconds < end else {
        Issue.record("it never came: \(commands) \(reports)", sourceLocation: sourceLocation)
        return
      }
      try loop.runOnce(timeoutMilliseconds: 20)
    }
  }
}
