import Linux
import MQTTBench
import Testing

@testable import Controls

/// Controls over one connection on a loop, and all that they told.
final class MQTTRig: LoopRig {
  let loop: EventLoop
  let connection: MQTTConnection
  let peers: [any ScriptedPeer]
  private(set) var controls: [MQTTControl] = []
  /// By control.
  private(set) var events: [[ControlEvent]] = []

  init(_ broker: MQTTBroker, with peers: [ScriptedBroker] = []) throws {
    loop = try EventLoop(clock: ManualClock())
    connection = MQTTConnection(broker, loop: loop)
    self.peers = peers
  }

  /// A rig with one control, which is started.
  convenience init(_ thing: MQTTEndpoint, at broker: MosquittoBroker) throws {
    try self.init(MQTTBroker(name: "home", host: "127.0.0.1", port: broker.port))
    start(thing)
  }

  /// A rig with one control, which knows its state already.
  convenience init(_ thing: MQTTEndpoint, at broker: MosquittoBroker, state: String) throws {
    try broker.publish(state, on: try #require(thing.stateTopic))
    try self.init(thing, at: broker)
    try run { !told.isEmpty }
  }

  /// A rig with one control, which is started, and a broker that is served.
  convenience init(_ thing: MQTTEndpoint, at broker: ScriptedBroker) throws {
    try self.init(broker.broker, with: [broker])
    start(thing)
  }

  /// Lets time pass, after which the listener has heard what was said in it.
  func linger(with listener: MosquittoListener, milliseconds: Int64) throws {
    try advance(milliseconds: milliseconds)
    try listener.catchUp()
    try settle()
  }

  var control: MQTTControl { controls[0] }

  /// Starts one more; its number.
  @discardableResult
  func start(_ thing: MQTTEndpoint, at level: Double = 0.5) -> Int {
    let index = controls.count
    var thing = thing
    thing.initialLevel = level
    let control = MQTTControl(thing, over: connection, loop: loop)
    control.onEvent = { [unowned self] in events[index].append($0) }
    controls.append(control)
    events.append([])
    control.start()
    return index
  }

  func letGo() {
    controls = []
  }

  /// Lets one control go; those after it move up.
  func letGo(_ index: Int) {
    controls.remove(at: index)
  }

  /// What the first control told.
  var told: [ControlEvent] { events[0] }
  var log: String { "\(events)" }

  /// Whether the first control has asked for its state, and none has come.
  var isWaitingForState: Bool { control.runner.exchange.firstDeadline != nil }

  var levels: [Double] {
    told.compactMap { if case .level(let level) = $0 { level } else { nil } }
  }

  var lastReason: String? {
    if case .offline(let reason)? = told.last { reason } else { nil }
  }
}

extension MQTTEndpoint {
  /// Its state is the number.
  static let plain = MQTTEndpoint(commandTopic: "amp/set", stateTopic: "amp")

  static let lamp = MQTTEndpoint(
    commandTopic: "zigbee2mqtt/lamp/set", payload: "{\"brightness\": {value}}",
    range: WireRange(lowest: 0, highest: 254), stateTopic: "zigbee2mqtt/lamp",
    valuePath: ["brightness"], powerPath: ["state"])
}
