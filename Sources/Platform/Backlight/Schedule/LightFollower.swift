internal import Gesture
internal import Layout

/// Decides how bright a screen is in the light that a sensor reports.
///
/// A report *differs* if it is a quarter more or a fifth less than the followed one, counted from −1 lux
/// so that noise in the dark does not count.
///
/// | # | state | event | result |
/// |---|---|---|---|
/// | 1 | no report yet | a report | its brightness, at once |
/// | 2 | any | a report that does not differ | nothing; the change that waits is dropped |
/// | 3 | no change waits, or one of another direction | a report that differs | a change waits: 2 s if brighter, 5 s if darker |
/// | 4 | a change waits | another report in its direction | it waits on; the smaller of both changes counts |
/// | 5 | a change waits | its time is over | the brightness goes to its place, in 2 s if brighter, in 5 s if darker |
/// | 6 | any | the sensor is lost, or reports no possible number | a change to the fallback waits for 10 s |
/// | 7 | the fallback applies | a report | as row 3, for 2 s |
/// | 8 | the brightness moves | as row 5 | it goes on from where it is |
/// | 9 | off | lit | as if all times were over |
///
/// Thus neither a flash nor a shadow changes anything, and a lamp that is switched on does within 4 s.
struct LightFollower {
  /// What the brightness follows.
  enum Light: Hashable {
    case lux(Double)
    /// Not known: the brightness by day and by night applies.
    case unknown
  }

  private enum Direction { case brighter, darker, lost, found }

  /// The brightness of the lit screen, 0…1; nil for the fallback.
  private(set) var brightness: Double?
  /// Where the brightness goes, 0…1; nil for the fallback.
  var goal: Double? {
    if case .lux(let lux) = followed { curve.brightness(atLux: lux) } else { nil }
  }
  /// The light that the brightness follows.
  private(set) var followed = Light.unknown

  private let curve: LightCurve
  private var hasAnswered = false
  private var waiting: (light: Light, direction: Direction, since: Timestamp)?
  private var move: (from: Double, start: Timestamp, microseconds: Int64, nextStep: Timestamp)?

  private static let brighterFactor = 1.25
  private static let brighterMicroseconds: Int64 = 2_000_000
  private static let darkerMicroseconds: Int64 = 5_000_000
  private static let lostMicroseconds: Int64 = 10_000_000
  private static let stepMicroseconds: Int64 = 50_000

  init(_ curve: LightCurve) { self.curve = curve }

  /// Rows 1 to 4, 6 and 7: takes a report, in lux; nil, or a number that is not possible, for none.
  ///
  /// - Parameters:
  ///   - lux: The illuminance.
  ///   - time: When it was reported.
  mutating func report(_ lux: Double?, at time: Timestamp) {
    let light = lux.flatMap { (0...LightCurve.maximumLux).contains($0) ? Light.lux($0) : nil }
    guard let direction = direction(to: light ?? .unknown) else { return waiting = nil }
    if !hasAnswered, let light {
      hasAnswered = true
      (followed, waiting) = (light, nil)
      brightness = goal
    } else if let waiting, waiting.direction == direction {
      self.waiting?.light = Self.smaller(waiting.light, light ?? .unknown, direction)
    } else {
      waiting = (light ?? .unknown, direction, time)
    }
  }

  /// When `tick` has to be called next; nil for never.
  var nextWake: Timestamp? { Timestamp.earlier(waitingEnd, move?.nextStep) }

  /// Rows 5 and 8.
  ///
  /// - Parameters:
  ///   - time: The current time.
  ///   - fallback: The brightness by day or by night, 0…1.
  mutating func tick(at time: Timestamp, fallback: Double) {
    if let waitingEnd, waitingEnd <= time, let waiting {
      let start = brightness ?? fallback
      (followed, self.waiting) = (waiting.light, nil)
      let end = goal ?? fallback
      guard end != start else { return arrive() }
      let isBrighter = end > start
      move = (
        start, time, isBrighter ? Self.brighterMicroseconds : Self.darkerMicroseconds, time
      )
    }
    guard let move, move.nextStep <= time else { return }
    let part = Double(time.microseconds(since: move.start)) / Double(move.microseconds)
    guard part < 1 else { return arrive() }
    brightness = move.from + max(part, 0) * ((goal ?? fallback) - move.from)
    self.move?.nextStep = time.advanced(byMicroseconds: Self.stepMicroseconds)
  }

  /// Row 9: ends all waiting and moving.
  mutating func finish() {
    if let waiting { followed = waiting.light }
    waiting = nil
    arrive()
  }

  private mutating func arrive() { (brightness, move) = (goal, nil) }

  private var waitingEnd: Timestamp? {
    waiting.map { waiting in
      let delay =
        switch waiting.direction {
        case .brighter, .found: Self.brighterMicroseconds
        case .darker: Self.darkerMicroseconds
        case .lost: Self.lostMicroseconds
        }
      return waiting.since.advanced(byMicroseconds: delay)
    }
  }

  /// Returns how a light differs from the followed one; nil if it does not.
  private func direction(to light: Light) -> Direction? {
    switch (followed, light) {
    case (.unknown, .unknown): nil
    case (.unknown, .lux): .found
    case (.lux, .unknown): .lost
    case (.lux(let old), .lux(let new)):
      new + 1 >= (old + 1) * Self.brighterFactor
        ? .brighter : (new + 1) * Self.brighterFactor <= old + 1 ? .darker : nil
    }
  }

  /// Returns the smaller of two changes in a direction.
  private static func smaller(_ one: Light, _ other: Light, _ direction: Direction) -> Light {
    guard case .lux(let one) = one, case .lux(let new) = other else { return other }
    return switch direction {
    case .brighter: .lux(min(one, new))
    case .darker: .lux(max(one, new))
    case .found, .lost: .lux(new)
    }
  }
}
