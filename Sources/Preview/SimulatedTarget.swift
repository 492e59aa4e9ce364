internal import Linux

/// What simulated controls drive: a volume in memory, which others can move, and which can be slow,
/// coarse or unreliable.
///
/// | # | what happens | result |
/// |---|---|---|
/// | 1 | a control asks for a level | taken after the delay; other controls of the target are told |
/// | 2 | the same, and the target has steps | the nearest step is taken, and told to all |
/// | 3 | the same, and the request gets lost | the level stays; told after the delay and 300 ms more |
/// | 4 | a newer request comes before row 3 tells | nothing is told |
/// | 5 | somebody else moves it | told to all at once |
/// | 6 | it goes offline | told to all; requests that wait are dropped |
/// | 7 | it is back | its level is told to all |
final class SimulatedTarget {
  /// How it behaves from the next request on.
  var behavior = SimulationChoice() {
    didSet { behaviorChanged(from: oldValue) }
  }
  /// 0…1.
  private(set) var level: Double
  /// Called after each change.
  var onChange: () -> Void = {}

  private let loop: EventLoop
  /// Whether a request gets lost, by the share of those that do.
  private let loses: (Double) -> Bool
  private var alarm: Alarm?
  private var controls: [() -> SimulatedControl?] = []
  private var waiting: [(due: Int64, step: Step)] = []

  private enum Step {
    case take(Double, by: ObjectIdentifier)
    case tell
  }

  /// The most requests that wait; further ones replace the last.
  private static let waitingLimit = 256
  private static let correctionMicroseconds: Int64 = 300_000

  /// A target that is online, without delay, steps or losses.
  ///
  /// - Parameters:
  ///   - level: Its level at first, 0…1.
  ///   - loop: For what happens later.
  ///   - loses: Whether a request gets lost, by the share of those that do.
  init(
    level: Double, loop: EventLoop,
    loses: @escaping (Double) -> Bool = { Double.random(in: 0..<1) < $0 }
  ) {
    self.level = level
    self.loop = loop
    self.loses = loses
    alarm = loop.makeAlarm { [unowned self] in takeDue() }
  }

  deinit { alarm?.cancel() }

  func add(_ control: SimulatedControl) {
    controls.removeAll { $0() == nil }
    controls.append { [weak control] in control }
  }

  /// Moves it as somebody else would.
  func move(to level: Double) {
    guard behavior.isOnline else { return }
    self.level = step(nearest: level)
    tell(exceptFor: nil)
    onChange()
  }

  /// Asks for a level.
  func request(_ level: Double, by control: SimulatedControl) {
    guard behavior.isOnline else { return }
    let now = loop.nowMicroseconds
    waiting.removeAll { if case .tell = $0.step { true } else { false } }
    let due = now + Int64(behavior.delayMilliseconds) * 1000
    if behavior.loss > 0, loses(behavior.loss) {
      waiting.append((due + Self.correctionMicroseconds, .tell))
    } else {
      if waiting.count == Self.waitingLimit { waiting.removeLast() }
      waiting.append((due, .take(level, by: ObjectIdentifier(control))))
    }
    takeDue()
  }

  private func takeDue() {
    let now = loop.nowMicroseconds
    while let next = waiting.first, next.due <= now {
      waiting.removeFirst()
      switch next.step {
      case .take(let level, let control):
        self.level = step(nearest: level)
        tell(exceptFor: self.level == level || !waiting.isEmpty ? control : nil)
        onChange()
      case .tell: tell(exceptFor: nil)
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

  private func tell(exceptFor origin: ObjectIdentifier?) {
    for case let control? in controls.map({ $0() }) where ObjectIdentifier(control) != origin {
      control.report(.level(level))
    }
  }

  private func behaviorChanged(from old: SimulationChoice) {
    guard behavior != old else { return }
    if behavior.isOnline != old.isOnline {
      waiting.removeAll()
      alarm?.set(atMicroseconds: nil)
      for case let control? in controls.map({ $0() }) { control.report(state) }
    }
    onChange()
  }

  /// What a control reports that has just started.
  var state: SimulatedControl.Report {
    behavior.isOnline ? .level(level) : .offline
  }
}
