@testable import Gesture
import Glibc

/// A recognizer and the contacts that it receives, one after the other.
struct PlayedContacts {
  private static let thumb = ContactID(device: 0, slot: 0)
  private static let again = ContactID(device: 0, slot: 1)
  private static let other = ContactID(device: 1, slot: 0)
  private static let encoder = ContactID(device: .min, slot: 0)

  /// How the last contact ends, which determines the wait after it.
  enum LastEnd: String, CaseIterable {
    /// A cancelled contact leaves no state behind, not even for a moment.
    case cancelled, lifted
  }

  /// The visible state of the recognizer at a time; times are relative to it.
  struct VisibleState: Equatable {
    var output: TurnRecognizer.Output?
    var turned: Double
    var gear: Double
    var ahead: Double
    var speed: Double
    var wakeMicroseconds: Int64?
    var isHeld: Bool
    var isResting: Bool
    var isResumed: Bool
  }

  private(set) var recognizer: TurnRecognizer
  private var milliseconds: Int64 = 0
  private var contact = thumb
  private var log: [VisibleState]?

  init(_ rules: TurnRules) { recognizer = TurnRecognizer(rules: rules) }

  /// Plays a touch until after its finger has lifted, and returns the visible states.
  mutating func logged(_ touch: RecognizerPairTests.Touch) -> [VisibleState] {
    log = []
    play(touch)
    lift()
    return log ?? []
  }

  mutating func play(_ touch: RecognizerPairTests.Touch) {
    contact = touch == .encoder ? Self.encoder : Self.thumb
    switch touch {
    case .beside: down(0, radius: 130)
    case .insideHub: move(from: 180, to: 160, by: -20, radius: 10)
    case .encoder: turnEncoder()
    case .tap: down(30)
    case .tapTwice:
      down(30)
      wait(50)
      lift()
      wait(100)
      down(40)
    case .rests:
      down(30)
      for _ in 0..<4 { move(30, after: 110) }
    case .turns: move(from: 0, to: 60, by: 12)
    case .rolls:
      move(from: 0, to: 36, by: 12)
      for _ in 0..<5 { move(36, after: 40) }
      for degrees in [37.0, 38, 39] { move(degrees) }
    case .jumpsAway:
      move(from: 0, to: 36, by: 12)
      move(130, radius: 900)
    case .slidesAway:
      move(from: 0, to: 24, by: 12)
      for radius in [95.0, 120, 145, 170] { move(24, radius: radius) }
    case .withOtherContact:
      move(from: 0, to: 24, by: 12)
      note(recognizer.down(Self.other, at: point(180, 80), time: time))
      note(recognizer.moved(Self.other, to: point(150, 80), time: time))
      move(36)
      note(recognizer.up(Self.other, time: time))
    case .interrupted:
      move(from: 0, to: 48, by: 12)
      lift()
      wait(20)
      contact = Self.again
      down(70)
      move(82)
    }
  }

  /// Ends the first of two contacts.
  mutating func end(_ ending: RecognizerPairTests.Ending, _ kind: RecognizerPairTests.Kind) {
    switch ending {
    case .lifted: lift()
    case .cancelled: note(recognizer.cancelled(contact))
    case .stuck:
      wait(61_000)
      lift()
    case .saved:
      recognizer.change(to: kind.rules)
      move(50)
      lift()
    case .moved:
      let offset = kind.movedRules.dial.center
      recognizer.change(to: kind.movedRules) { $0 + offset }
      move(50)
      lift()
    }
    wait(400)
  }

  /// Ends the last contact, so that none of its state is left.
  mutating func end(_ ending: LastEnd) {
    if ending == .cancelled {
      _ = recognizer.cancelled(contact)
    } else {
      lift()
      wait(1000)
    }
    wait(1)
  }

  // MARK: Samples

  private var time: Timestamp { Timestamp(microseconds: milliseconds * 1000) }

  private func point(_ degrees: Double, _ radius: Double) -> DesignPoint {
    let radians = Angle.radians(fromDegrees: degrees)
    return recognizer.rules.dial.center
      + DesignPoint(x: radius * sin(radians), y: -radius * cos(radians))
  }

  private mutating func down(_ degrees: Double, radius: Double = 80) {
    note(recognizer.down(contact, at: point(degrees, radius), time: time))
  }

  /// Adds a sample 10 ms after the last one, or later.
  private mutating func move(_ degrees: Double, radius: Double = 80, after wait: Int64 = 10) {
    self.wait(wait)
    note(recognizer.moved(contact, to: point(degrees, radius), time: time))
  }

  /// Plays a finger that lands, rests for longer than a hold, and turns evenly.
  private mutating func move(
    from start: Double, to end: Double, by step: Double, radius: Double = 80
  ) {
    down(start, radius: radius)
    wait(40)
    for degrees in stride(from: start, through: end, by: step) { move(degrees, radius: radius) }
  }

  private mutating func lift() {
    if contact == Self.encoder { return wait(600) }
    note(recognizer.settle(contact, time: time))
    note(recognizer.up(contact, time: time))
  }

  private mutating func turnEncoder() {
    for _ in 0..<3 {
      guard recognizer.claim(for: contact, time: time) else { return }
      let end = time.advanced(byMicroseconds: 600_000)
      recognizer.noteTurn(byRadians: 0.1, lastingUntil: end)
      note(nil)
      wait(50)
    }
  }

  private mutating func wait(_ duration: Int64) {
    let end = milliseconds + duration
    while let wake = recognizer.wake, wake.microseconds <= end * 1000 {
      note(recognizer.tick(at: wake))
    }
    milliseconds = end
  }

  private mutating func note(_ output: TurnRecognizer.Output?) {
    // The last owner's values remain until the next owner.
    guard output != nil || recognizer.owner != nil else { return }
    let ahead = time.advanced(byMicroseconds: 15_000)
    var output = output
    if case .ended(let taps, let since?)? = output {
      let age = Timestamp(microseconds: time.microseconds(since: since))
      output = .ended(taps: taps, rolledSince: age)
    }
    let state = VisibleState(
      output: output, turned: recognizer.turned, gear: recognizer.gear,
      ahead: recognizer.turnAhead(to: ahead), speed: recognizer.speed(leavingAt: time),
      wakeMicroseconds: recognizer.wake?.microseconds(since: time), isHeld: recognizer.isHeld,
      isResting: recognizer.isResting, isResumed: recognizer.isResumed)
    log?.append(state)
  }
}
