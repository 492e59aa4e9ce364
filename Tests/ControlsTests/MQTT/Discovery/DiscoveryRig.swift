import Linux
import MQTTBench

@testable import Controls

/// A panel announced as a device at a broker.
final class DiscoveryRig: LoopRig {
  let loop: EventLoop
  let peers: [any ScriptedPeer]
  let connection: MQTTConnection
  let service: HomeAssistantDiscovery
  private(set) var commands: [String] = []
  private(set) var reports: [String] = []

  init(port: UInt16, with peers: [ScriptedBroker] = []) throws {
    loop = try EventLoop(clock: ManualClock())
    self.peers = peers
    var discovery = MQTTDiscovery()
    discovery.id = "hall"
    var broker = MQTTBroker(name: "home", host: "127.0.0.1", port: port)
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

  var log: String { "\(commands) \(reports)" }
}
