internal import Controls
internal import Linux

/// The target of simulated controls: a volume in memory that can be changed from outside, and that
/// can be slow, coarse or unreliable.
///
/// | # | event | result |
/// |---|---|---|
/// | 1 | a control requests a level | set after the delay; reported to the other controls |
/// | 2 | as 1, and the target has steps | the nearest step is set, and reported to all |
/// | 3 | as 1, and the request is lost | the level stays; reported 300 ms after the delay |
/// | 4 | a newer request arrives before the report of row 3 | nothing is reported |
/// | 5 | the level is changed from outside | reported to all at once |
/// | 6 | it goes offline | reported to all; pending requests are dropped |
/// | 7 | it is online again | its level is reported to all |
final class SimulatedTarget {
  /// How it behaves from the next request on.
  var behavior = SimulationChoice() {
    didSet { behaviorChanged(from: oldValue) }
  }
  /// The level, 0…1.
  private(set) var level: Double
  /// Called after each change.
  var onChange: () -> Void = {}

  private let loop: EventLoop
  /// Returns whether a request is lost, given the fraction of requests that are.
  private let loses: (Double) -> Bool
  private var alarm: Alarm?
  private var controls: [() -> SimulatedControl?] = []
  private var waiting: [(due: Int64, step: Step)] = []

  private enum Step {
    case apply(Double, by: ObjectIdentifier)
    case report
  }

  /// The maximum number of pending requests; further ones replace the last.
  private static let waitingLimit = 256
  private static let correctionMicroseconds: Int64 = 300_000

  /// Creates a target that is online, without delay, steps or losses.
  ///
  /// - Parameters:
  ///   - level: Its initial level, 0…1.
  ///   - loop: The loop for delayed requests and reports.
  ///   - loses: Returns whether a request is lost, given the fraction of requests that are.
  init(
    level: Double, loop: EventLoop,
    loses: @escaping (Double) -> Bool = { Double.random(in: 0..<1) < $0 }
  ) {
    self.level = level
    self.loop = loop
    self.loses = loses
    alarm = loop.makeAlarm { [unowned self] in applyDue() }
  }

  deinit { alarm?.cancel() }

  func add(_ control: SimulatedControl) {
    controls.removeAll { $0() == nil }
    controls.append { [weak control] in control }
  }

  /// Changes the level from outside.
  func move(to level: Double) {
    guard behavior.isOnline else { return }
    self.level = step(nearest: level)
    report(exceptTo: nil)
    onChange()
  }

  /// Requests a level.
  func request(_ level: Double, by control: SimulatedControl) {
    guard behavior.isOnline else { return }
    let now = loop.nowMicroseconds
    waiting.removeAll { if case .report = $0.step { true } else { false } }
    let due = now + Int64(behavior.delayMilliseconds) * 1000
    if behavior.loss > 0, loses(behavior.loss) {
      waiting.append((due + Self.correctionMicroseconds, .report))
    } else {
      if waiting.count == Self.waitingLimit { waiting.removeLast() }
      waiting.append((due, .apply(level, by: ObjectIdentifier(control))))
    }
    applyDue()
  }

  private func applyDue() {
    let now = loop.nowMicroseconds
    while let next = waiting.first, next.due <= now {
      waiting.removeFirst()
      switch next.step {
      case .apply(let level, let control):
        self.level = step(nearest: level)
        report(exceptTo: self.level == level || !waiting.isEmpty ? control : nil)
        onChange()
      case .report: report(exceptTo: nil)
      }
    }
    alarm?.set(atMicroseconds: waiting.first?.due)
  }

  private func step(nearest level: Double) -> Double {
    let level = min(max(level, 0), 1)
    guard behavior.stepCount > 1 else { return level }
    let last = Double(behavior.stepCount - 1)
    return (level * last).rounded() / last
  }

  private func report(exceptTo origin: ObjectIdentifier?) {
    for case let control? in controls.map({ $0() }) where ObjectIdentifier(control) != origin {
      control.report(state)
    }
  }

  private func behaviorChanged(from old: SimulationChoice) {
    guard behavior != old else { return }
    if behavior.isOnline != old.isOnline {
      waiting.removeAll()
      alarm?.set(atMicroseconds: nil)
      report(exceptTo: nil)
    }
    onChange()
  }

  /// The first report of a control that has just started.
  var state: ControlEvent {
    behavior.isOnline ? .level(level) : .offline(reason: "set offline in the preview")
  }
}
