import Linux
import MQTTBench
import Testing

@testable import Controls

/// Controls over one connection on a loop, and all that they told.
final class MQTTRig {
  let loop: EventLoop
  let connection: MQTTConnection
  private(set) var controls: [MQTTControl] = []
  /// By control.
  private(set) var events: [[ControlEvent]] = []

  init(_ broker: MQTTBroker) throws {
    loop = try EventLoop()
    connection = MQTTConnection(broker, loop: loop)
  }

  /// A rig with one control, which is started.
  convenience init(_ thing: MQTTEndpoint, at broker: MosquittoBroker) throws {
    try self.init(MQTTBroker(name: "home", host: "127.0.0.1", port: broker.port))
    start(thing)
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

  var levels: [Double] {
    told.compactMap { if case .level(let level) = $0 { level } else { nil } }
  }

  var lastReason: String? {
    if case .offline(let reason)? = told.last { reason } else { nil }
  }

  /// Runs the loop until it is so; records an issue if it never becomes so.
  func run(
    sourceLocation: SourceLocation = #_sourceLocation, until isDone: () -> Bool
  ) throws {
    let end = MonotonicClock.microseconds + 30_000_000
    while !isDone() {
      guard MonotonicClock.microseconds < end else {
        Issue.record("it never came; told: \(events)", sourceLocation: sourceLocation)
        return
      }
      try loop.runOnce(timeoutMilliseconds: 20)
    }
  }

  /// Runs the loop for so long, to see that something does not happen.
  func linger(milliseconds: Int64) throws {
    let end = MonotonicClock.microseconds + milliseconds * 1000
    while MonotonicClock.microseconds < end { try loop.runOnce(timeoutMilliseconds: 20) }
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
