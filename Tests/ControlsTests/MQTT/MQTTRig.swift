import Linux
import MQTTBench
import Testing

@testable import Controls

/// Controls sharing one connection on a loop, and the events that they reported.
final class MQTTRig: LoopRig {
  let loop: EventLoop
  let connection: MQTTConnection
  let peers: [any ScriptedPeer]
  private(set) var controls: [MQTTControl] = []
  /// The events of each control, by its index.
  private(set) var events: [[ControlEvent]] = []

  init(_ broker: MQTTBroker, with peers: [ScriptedBroker] = []) throws {
    loop = try EventLoop(clock: ManualClock())
    connection = MQTTConnection(broker, loop: loop)
    self.peers = peers
  }

  /// Makes a rig with one started control.
  convenience init(_ endpoint: MQTTEndpoint, at broker: MosquittoBroker) throws {
    try self.init(MQTTBroker(name: "home", host: "127.0.0.1", port: broker.port))
    start(endpoint)
  }

  /// Makes a rig with one started control whose state has arrived.
  convenience init(_ endpoint: MQTTEndpoint, at broker: MosquittoBroker, state: String) throws {
    try broker.publish(state, on: try #require(endpoint.stateTopic))
    try self.init(endpoint, at: broker)
    try run { !reported.isEmpty }
  }

  /// Makes a rig with one started control, and a scripted broker that it serves.
  convenience init(_ endpoint: MQTTEndpoint, at broker: ScriptedBroker) throws {
    try self.init(broker.broker, with: [broker])
    start(endpoint)
  }

  /// Advances time, and waits until the listener has received everything sent meanwhile.
  func linger(with listener: MosquittoListener, milliseconds: Int64) throws {
    try advance(milliseconds: milliseconds)
    try listener.catchUp()
    try settle()
  }

  var control: MQTTControl { controls[0] }

  /// Starts another control and returns its index.
  @discardableResult
  func start(_ endpoint: MQTTEndpoint, at level: Double = 0.5) -> Int {
    let index = controls.count
    var endpoint = endpoint
    endpoint.initialLevel = level
    let control = MQTTControl(endpoint, over: connection, loop: loop)
    control.onEvent = { [unowned self] in events[index].append($0) }
    controls.append(control)
    events.append([])
    control.start()
    return index
  }

  func release() {
    controls = []
  }

  /// Releases one control; those after it move up.
  func release(_ index: Int) {
    controls.remove(at: index)
  }

  /// The events of the first control.
  var reported: [ControlEvent] { events[0] }
  var log: String { "\(events)" }

  /// Whether the first control still waits for its first state.
  var isWaitingForState: Bool { control.runner.exchange.first.deadline != nil }

  var levels: [Double] {
    reported.compactMap { if case .level(let level) = $0 { level } else { nil } }
  }

  var lastReason: String? {
    if case .offline(let reason)? = reported.last { reason } else { nil }
  }
}

extension MQTTEndpoint {
  /// A target whose state is the number itself.
  static let plain = MQTTEndpoint(commandTopic: "amp/set", stateTopic: "amp")

  static let lamp = MQTTEndpoint(
    commandTopic: "zigbee2mqtt/lamp/set", payload: "{\"brightness\": {value}}",
    range: WireRange(lowest: 0, highest: 254), stateTopic: "zigbee2mqtt/lamp",
    valuePath: ["brightness"], powerPath: ["state"])
}
