internal import Gesture
public import Linux
internal import Randomness

/// Many panels that drive the same target through one server.
///
/// Fingers turn some of them at the same time, against each other, and lift one after the other.
/// Then all panels must show the same value, soon and without oscillating.
public final class Fleet {
  private let loop: EventLoop
  private let panels: [FleetPanel]
  private let target: any FleetTarget
  private var changes: [FleetChange] = []

  /// How often a touchscreen reports.
  private static let samplesPerSecond = 60.0
  /// How long fingers turn, in seconds; each lifts within half a second after that.
  private static let burstSeconds = 2.0
  /// After this time without a change, none follows: no control waits longer for answers.
  private static let quietMicroseconds: Int64 = 2_500_000
  /// How long to wait for a condition.
  var patienceMicroseconds: Int64 = 30_000_000

  /// Creates panels that drive topics of a broker.
  ///
  /// - Parameters:
  ///   - count: The number of panels.
  ///   - topics: The topics that they drive.
  ///   - port: The port of the broker on this machine.
  ///   - loop: Runs all of them; must outlive them.
  /// - Throws: `FleetError` if a panel cannot be made.
  public convenience init(
    of count: Int, driving topics: FleetTopics, port: UInt16, loop: EventLoop
  ) throws(FleetError) {
    let keys = "set: \(topics.set), state: \(topics.state)"
    let control =
      topics.set == topics.state ? "{mqtt: {\(keys), retain: true}}" : "{mqtt: {\(keys)}}"
    var panels: [FleetPanel] = []
    for _ in 0..<count {
      panels.append(
        try FleetPanel(control: control, connection: .broker(port: port), loop: loop))
    }
    let target = try BrokerTarget(startingAt: 50, topics, port: port, loop: loop)
    self.init(panels, driving: target, loop: loop)
  }

  /// Creates panels that drive the number of a scripted Home Assistant.
  ///
  /// The first one has another knob, with a misspelt entity: it asks for the names of all entities.
  ///
  /// - Parameters:
  ///   - count: The number of panels.
  ///   - house: The Home Assistant.
  ///   - loop: Runs all of them; must outlive them.
  /// - Throws: `FleetError` if a panel cannot be made.
  public convenience init(
    of count: Int, driving house: FleetHouse, loop: EventLoop
  ) throws(FleetError) {
    func control(_ entity: String) -> String { "{homeassistant: {entity: \(entity)}}" }
    var panels: [FleetPanel] = []
    for index in 0..<count {
      panels.append(
        try FleetPanel(
          control: control(FleetHouse.entity),
          other: index == 0 ? control(FleetHouse.entity + "s") : nil,
          connection: .house(port: house.port), loop: loop))
    }
    self.init(panels, driving: HouseTarget(house), loop: loop)
  }

  private init(_ panels: [FleetPanel], driving target: any FleetTarget, loop: EventLoop) {
    (self.loop, self.target) = (loop, target)
    self.panels = panels
    for (index, panel) in panels.enumerated() {
      panel.onChange = { [unowned self] value in
        changes.append(
          FleetChange(microseconds: MonotonicClock.microseconds, panel: index, value: value))
      }
    }
  }

  /// Connects all panels, and waits until they show the target's value.
  ///
  /// - Throws: `FleetError` if they do not, or `SystemError`.
  public func start() throws {
    target.start()
    for panel in panels { panel.start() }
    guard try run(until: { [self] in target.isOnline && areOnline }) else {
      throw FleetError(
        "\(panels.count { !$0.isOnline }) of \(panels.count) panels have no value; "
          + "does the server accept so many connections?")
    }
    try runUntilQuiet()
    changes.removeAll()
  }

  /// Whether all panels have received the value.
  public var areOnline: Bool { panels.allSatisfy(\.isOnline) }

  /// Turns knobs with fingers on randomly chosen panels.
  ///
  /// - Parameters:
  ///   - count: The number of fingers, each on another panel.
  ///   - seed: Determines the panels, and how fast the fingers turn.
  /// - Returns: The result.
  /// - Throws: `SystemError` of the loop.
  public func burst(hands count: Int, seed: UInt64) throws -> FleetResult {
    changes.removeAll()
    let before = target.commandCount
    let hands = makeHands(min(count, panels.count), seed: seed)
    let start = MonotonicClock.microseconds
    try play(hands, from: start)
    let end = MonotonicClock.microseconds
    try runUntilQuiet()
    return FleetResult(
      panelCount: panels.count, handCount: hands.count, endMicroseconds: end,
      target: target.value.rounded(), values: panels.map(\.value), changes: changes,
      commandCount: target.commandCount - before)
  }

  private func makeHands(_ count: Int, seed: UInt64) -> [FleetHand] {
    var random = SeededGenerator(seed: seed)
    let chosen = Array(panels.indices).shuffled(using: &random).prefix(count)
    return chosen.map { panel in
      let speed = 60 + 240 * random.fraction()
      return FleetHand(
        panel: panel, landing: 0.2 * random.fraction(),
        leaving: Self.burstSeconds + 0.5 * random.fraction(),
        speed: random.fraction() < 0.5 ? speed : -speed)
    }
  }

  /// Plays all fingers until the last one has lifted.
  private func play(_ hands: [FleetHand], from start: Int64) throws {
    var landed = Set<Int>()
    var left = Set<Int>()
    var sample = 0.0
    while left.count < hands.count {
      let time = sample / Self.samplesPerSecond
      try run(untilMicroseconds: start + Int64(time * 1e6))
      for hand in hands where time >= hand.landing && !left.contains(hand.panel) {
        if landed.insert(hand.panel).inserted {
          panels[hand.panel].handle(hand.down)
        } else if time < hand.leaving {
          panels[hand.panel].handle(hand.move(at: time))
        } else {
          panels[hand.panel].handle(hand.up)
          left.insert(hand.panel)
        }
      }
      sample += 1
    }
  }

  // MARK: Time

  private func run(untilMicroseconds end: Int64) throws {
    while true {
      let rest = end - MonotonicClock.microseconds
      guard rest > 0 else { return }
      try loop.runOnce(timeoutMilliseconds: Int32(rest / 1000 + 1))
    }
  }

  /// Runs until nothing has changed for a while.
  private func runUntilQuiet() throws {
    let begin = MonotonicClock.microseconds
    _ = try run(until: { [self] in
      MonotonicClock.microseconds - max(begin, changes.last?.microseconds ?? 0)
        > Self.quietMicroseconds
    })
  }

  /// Runs until a condition holds or time runs out; returns whether it holds.
  private func run(until holds: () -> Bool) throws -> Bool {
    let end = MonotonicClock.microseconds + patienceMicroseconds
    while !holds() {
      guard MonotonicClock.microseconds < end else { return false }
      try loop.runOnce(timeoutMilliseconds: 20)
    }
    return true
  }
}

/// A change of the value that a panel shows.
struct FleetChange {
  var microseconds: Int64
  var panel: Int
  var value: Double
}
