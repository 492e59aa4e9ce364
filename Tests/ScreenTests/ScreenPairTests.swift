import Gesture
import Layout
import Pairs
import Backlight
import Testing

/// After any two acts, with an event in between, a screen behaves like one that was just touched
/// for the first time.
@Suite struct ScreenPairTests {
  typealias Row = Pair<Act, Between>

  /// An act on the screen; all fingers have lifted at its end.
  enum Act: String, CaseIterable, Sendable {
    case tap, twoFingers, staysOver, movesOn, dims, idles, goesOff, wakesByTap, wakesByTwo
    case wakesTwice, wakesByEncoder, wokenStuck, turnedOff, woken, brighter, encoder
  }

  /// An event between two acts.
  enum Between: String, CaseIterable, Sendable {
    case nothing, later, off, saved, night
  }

  /// A screen at a time in seconds, and the touches that the panel received.
  private struct Played {
    private static let point = DisplayFraction(x: 0.5, y: 0.5)
    private(set) var screen: ScreenController
    private(set) var seconds: Double
    /// The record since it was last emptied.
    var observed: [String] = []

    init(_ layout: ScreenLayout, at seconds: Double) {
      self.seconds = seconds
      screen = ScreenController(layout, at: Self.time(seconds))
    }

    private static func time(_ seconds: Double) -> Timestamp {
      Timestamp(microseconds: Int64((seconds * 1e6).rounded()))
    }

    private var now: Timestamp { Self.time(seconds) }

    private mutating func touch(
      _ make: (ContactID) -> ContactChange, finger: Int32 = 0, after wait: Double = 0.1
    ) {
      pass(wait)
      let change = make(ContactID(device: 0, slot: finger))
      let rest = screen.filter(TouchFrame(time: now, changes: [change]))
      note("\(rest?.changes.count ?? 0) delivered")
    }

    private mutating func down(_ finger: Int32 = 0, after wait: Double = 0.1) {
      touch({ .down($0, Self.point) }, finger: finger, after: wait)
    }

    private mutating func up(_ finger: Int32 = 0, after wait: Double = 0.1) {
      touch({ .up($0) }, finger: finger, after: wait)
    }

    private mutating func tap(after wait: Double = 0.1) {
      down(after: wait)
      up()
    }

    private mutating func encoder() { note("encoder \(screen.filterEncoder(at: now))") }

    mutating func pass(_ wait: Double) {
      let end = seconds + wait
      while let wake = screen.nextWake, wake <= Self.time(end) {
        seconds = Double(wake.microseconds) / 1e6
        screen.tick(at: wake)
        note("tick")
      }
      seconds = end
    }

    private mutating func note(_ text: String) {
      let wake = screen.nextWake.map { "\($0.microseconds(since: now))" } ?? "-"
      observed.append("\(text), \(screen.state) \(screen.brightness), next \(wake)")
    }

    mutating func play(_ act: Act) {
      switch act {
      case .tap: tap()
      case .twoFingers:
        down()
        down(1)
        up()
        up(1)
      case .staysOver:
        down()
        pass(700)
        touch { .moved($0, Self.point) }
        up()
      case .movesOn:
        down()
        for _ in 0..<3 { touch({ .moved($0, Self.point) }, after: 59) }
        up()
      case .dims: pass(61)
      case .idles: pass(121)
      case .goesOff: pass(601)
      case .wakesByTap:
        pass(601)
        tap()
        tap()
        tap(after: 1)
      case .wakesByTwo:
        pass(601)
        down()
        down(1, after: 0.7)
        up()
        tap(after: 0.7)
        up(1)
      case .wakesTwice:
        for _ in 0..<2 {
          screen.turnOff()
          down()
          touch { .cancelled($0) }
        }
      case .wakesByEncoder:
        pass(121)
        encoder()
        tap()
        pass(0.5)
        encoder()
      case .wokenStuck:
        screen.turnOff()
        down(1)
        tap(after: 9)
        tap(after: 2)
        up(1)
      case .turnedOff: screen.turnOff()
      case .woken:
        screen.turnOff()
        screen.wake(at: now)
        tap()
      case .brighter: screen.set(brightness: 0.3, at: now)
      case .encoder: encoder()
      }
      note("\(act)")
    }

    mutating func follow(_ layout: ScreenLayout) { screen.follow(layout, at: now) }
    mutating func turnOff() { screen.turnOff() }

    mutating func pass(hour: Int64) {
      _ = screen.follow(WallClock(utcSeconds: hour * 3600) { _ in 0 })
    }

    /// Ends all that is in progress, at daytime, and touches the screen.
    mutating func rest() {
      // A set brightness lasts until the next change of day and night.
      for hour in [12, 23, 12] as [Int64] { pass(hour: hour) }
      screen.wake(at: now)
      pass(11)
      tap()
      _ = screen.follow(WallClock(utcSeconds: 12 * 3600) { _ in 0 })
    }
  }

  private static func layout(isSaved: Bool = false) -> ScreenLayout {
    var layout = ScreenLayout()
    layout.dimMicroseconds = 60_000_000
    layout.idle = .init(afterMicroseconds: 120_000_000, .clock(time: .hours24, date: nil))
    layout.offMicroseconds = 600_000_000
    layout.night = .init(brightness: 0.5, hours: .clock(from: 22 * 60, to: 6 * 60))
    if isSaved { layout.brightness = 0.9 }
    return layout
  }

  /// The records of each act, and of two more after it, on a screen that was just touched.
  private static let fresh = Act.allCases.map { observations(of: $0, on: played(layout())) }
  private static let freshAfterSave = Act.allCases.map {
    observations(of: $0, on: played(layout(isSaved: true)))
  }

  private static func played(_ layout: ScreenLayout) -> Played {
    var played = Played(layout, at: 1000)
    played.pass(hour: 12)
    return played
  }

  private static func observations(of act: Act, on screen: Played) -> [String] {
    var screen = screen
    screen.observed = []
    for probe in [act, .tap, .wakesByTap] { screen.play(probe) }
    return screen.observed
  }

  @Test(arguments: Row.all) func behavesLikeAFreshScreen(row: Row) {
    var used = Self.played(Self.layout())
    used.play(row.first)
    switch row.between {
    case .nothing: break
    case .later: used.pass(130)
    case .off: used.turnOff()
    case .saved: used.follow(Self.layout(isSaved: true))
    case .night: used.pass(hour: 23)
    }
    used.play(row.second)
    used.rest()
    for (act, expected) in zip(
      Act.allCases, row.between == .saved ? Self.freshAfterSave : Self.fresh)
    {
      let observations = Self.observations(of: act, on: used)
      guard observations != expected else { continue }
      let count = zip(observations, expected).prefix { $0 == $1 }.count
      let (actual, wanted) = (observations.dropFirst(count), expected.dropFirst(count))
      Issue.record("\(act): \(actual.prefix(1)), not \(wanted.prefix(1))")
      return
    }
  }
}
