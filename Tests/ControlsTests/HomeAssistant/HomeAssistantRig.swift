import Layout
import Linux
import MQTTBench
import Testing

@testable import Controls

/// Home Assistant controls sharing one connection on a loop, and the events that they reported.
final class HomeAssistantRig: LoopRig {
  let loop: EventLoop
  let peers: [any ScriptedPeer]
  let connection: HomeAssistantConnection
  private(set) var controls: [HomeAssistantControl] = []
  /// The events of each control, by its index, without descriptions.
  private(set) var events: [[ControlEvent]] = []
  /// The descriptions by all controls, in order.
  private(set) var descriptions: [KnobDescription] = []

  init(_ server: HomeAssistantServer, with peer: ScriptedHomeAssistant? = nil) throws {
    loop = try EventLoop(clock: peer?.clock ?? ManualClock())
    peers = peer.map { [$0] } ?? []
    connection = HomeAssistantConnection(server, loop: loop)
  }

  convenience init(
    _ peer: ScriptedHomeAssistant, token: Secret = .environment("HOME"),
    _ items: HomeAssistantSettings...
  ) throws {
    var server = HomeAssistantServer()
    (server.name, server.host, server.port) = ("home", "127.0.0.1", peer.server.port)
    server.token = token
    try self.init(server, with: peer)
    for settings in items { add(settings) }
  }

  /// Starts another control.
  func add(_ settings: HomeAssistantSettings) {
    let control = HomeAssistantControl(settings, over: connection, loop: loop)
    let index = events.count
    control.onEvent = { [unowned self] event in
      if case .described(let description) = event {
        descriptions.append(description)
      } else {
        events[index].append(event)
      }
    }
    controls.append(control)
    events.append([])
    control.start()
  }

  /// Stops and releases a control.
  func remove(_ index: Int) { controls.remove(at: index).stop() }

  var control: HomeAssistantControl { controls[0] }
  /// The events of the first control.
  var reported: [ControlEvent] { events[0] }
  var log: String { "\(events)" }

  /// The reason in the first control's last event; empty if it has none.
  var reason: String { Self.reason(reported.last) }

  static func reason(_ event: ControlEvent?) -> String {
    switch event {
    case .offline(let reason)?, .unknown(let reason)?, .unreadable(let reason)?: reason
    default: ""
    }
  }
}

extension HomeAssistantSettings {
  /// What a knob uses of an entity; `range` is that of the knob, for numbers in its own unit.
  static func knob(
    _ entity: String, _ attribute: String? = nil, range: ClosedRange<Double> = 0...100,
    sectors: [String] = []
  ) -> HomeAssistantSettings {
    var settings = HomeAssistantSettings(entity: entity, attribute: attribute)
    let features = EntityFeature.all(of: EntityFeature.domain(of: entity))
    settings.feature =
      features?.first { $0.attribute == attribute }?.feature ?? .reading(attribute: attribute)
    settings.text.range = WireRange(lowest: range.lowerBound, highest: range.upperBound)
    if case .number(let number) = settings.feature, let full = number.full {
      settings.text.range = WireRange(lowest: 0, highest: full)
    }
    (settings.text.words, settings.text.names) = (sectors, sectors)
    return settings
  }

  static func label(_ entity: String, _ attribute: String? = nil) -> HomeAssistantSettings {
    var settings = HomeAssistantSettings(entity: entity, attribute: attribute)
    settings.feature = .reading(attribute: attribute)
    settings.use = .readOut
    settings.text.range.isLimited = false
    return settings
  }

  static func toggle(_ entity: String) -> HomeAssistantSettings {
    HomeAssistantSettings(entity: entity, feature: .onOff, use: .toggle)
  }

  static func push(
    _ entity: String = "", _ service: String, data: String = ""
  ) -> HomeAssistantSettings {
    HomeAssistantSettings(
      entity: entity, service: service, data: data, feature: .press(service: service), use: .push)
  }
}
