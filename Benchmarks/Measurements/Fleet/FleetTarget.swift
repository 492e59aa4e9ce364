internal import Controls
internal import Linux

/// The target that all panels of a fleet drive: it follows commands, and reports its state to all
/// panels, at most ten times a second.
protocol FleetTarget: AnyObject {
  /// The number of commands that reached it.
  var commandCount: Int { get }
  /// The value of the last command, from 0 to 100.
  var value: Double { get }
  /// Whether panels can know its value.
  var isOnline: Bool { get }

  func start()
}

/// A target at a broker, which retains its state.
///
/// It consists of two controls: one that only reads the topic of commands, and one that writes the
/// topic of states.
final class BrokerTarget: FleetTarget {
  private(set) var commandCount = 0
  private(set) var value: Double
  /// Whether it has published its first value.
  private(set) var isOnline = false

  private let parts: FleetLayout
  private var commands: any Control { parts.controls[0] }
  private var states: any Control { parts.controls[1] }

  /// - Parameters:
  ///   - value: Its initial value.
  ///   - topics: Its topics.
  ///   - port: The port of the broker on this machine.
  ///   - loop: Runs it; must outlive it.
  /// - Throws: `FleetError` if the layout has errors.
  init(startingAt value: Double, _ topics: FleetTopics, port: UInt16, loop: EventLoop)
    throws(FleetError)
  {
    self.value = value
    parts = try FleetLayout(
      knobs: """
          commands: {center: [100, 100], diameter: 80, control: {mqtt: {state: \(topics.set)}}}
          states:
            {center: [300, 100], diameter: 80, control: {mqtt: {set: \(topics.state), retain: true}}}
        """, connection: .broker(port: port), loop: loop)
    // With one topic for both, the broker itself is the target.
    let isBrokerTarget = topics.set == topics.state
    commands.onEvent = { [unowned self] event in
      guard case .level(let level) = event else { return }
      commandCount += 1
      self.value = level * 100
      if !isBrokerTarget { states.set(level: level, isFinal: false) }
    }
    states.onEvent = { [unowned self] event in
      guard case .level = event, !isOnline else { return }
      isOnline = true
      states.set(level: self.value / 100, isFinal: true)
    }
  }

  deinit {
    commands.stop()
    states.stop()
  }

  func start() {
    commands.start()
    states.start()
  }
}

/// The topics of a fleet, for the panels' commands and for the state.
public struct FleetTopics: Hashable, Sendable {
  /// The topic of commands.
  public var set: String
  /// The topic of states, which the broker retains.
  public var state: String

  /// A device that all panels drive, and that publishes its state.
  public static let device = FleetTopics(set: "fleet/volume/set", state: "fleet/volume")
  /// The panels write the state themselves; each receives the changes of all, including its own.
  public static let mirrored = FleetTopics(set: "fleet/shared", state: "fleet/shared")
}

/// The number of a scripted Home Assistant.
final class HouseTarget: FleetTarget {
  private let house: FleetHouse

  init(_ house: FleetHouse) { self.house = house }

  var commandCount: Int { house.counts.calls }
  var value: Double { house.value }
  var isOnline: Bool { true }

  func start() {}
}
