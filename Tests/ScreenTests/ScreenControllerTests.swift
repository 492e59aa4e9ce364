import Gesture
import Layout
import Backlight
import Testing

/// When the screen dims and turns off, and the effect of a touch then.
@Suite struct ScreenControllerTests {
  private static let a = ContactID(device: 0, slot: 0)
  private static let b = ContactID(device: 0, slot: 1)
  private static let point = DisplayFraction(x: 0.5, y: 0.5)

  /// Dimmed after 60 s, off after 600 s, with a guard of half a second.
  private static var layout: ScreenLayout {
    var layout = ScreenLayout()
    layout.dimMicroseconds = 60_000_000
    layout.offMicroseconds = 600_000_000
    return layout
  }

  private static func time(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64(seconds * 1e6))
  }

  fileprivate enum Step: Sendable {
    case down(ContactID, Double)
    case move(ContactID, Double)
    case up(ContactID, Double)
    case wait(Double)
    case encoder(Double)
    case off(Double)
    case wake(Double)
    case comes(Double)
    case leaves(Double)
  }

  struct Case: CustomTestStringConvertible, Sendable {
    fileprivate let name: String
    fileprivate let steps: [Step]
    /// For each touch and use of an encoder, whether the panel receives it.
    fileprivate let acts: [Bool]
    fileprivate let state: ScreenState
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "just touched", steps: [.wait(59)], acts: [], state: .lit),
    Case(name: "not touched for a minute", steps: [.wait(60)], acts: [], state: .dimmed),
    Case(
      name: "not touched for ten minutes", steps: [.wait(60), .wait(600)], acts: [], state: .off),
    Case(name: "both at once, as after a long stop", steps: [.wait(900)], acts: [], state: .off),
    Case(
      name: "a touch on a dimmed screen lights it and acts",
      steps: [.wait(60), .down(a, 70), .up(a, 70.1)], acts: [true, true], state: .lit),
    Case(
      name: "a touch restarts the time", steps: [.down(a, 50), .up(a, 50.1), .wait(109)],
      acts: [true, true], state: .lit),
    Case(
      name: "a waking touch has no other effect, however long it lasts",
      steps: [.wait(600), .down(a, 700), .move(a, 701), .move(a, 702), .up(a, 703)],
      acts: [false, false, false, false], state: .lit),
    Case(
      name: "the touch after it acts",
      steps: [.wait(600), .down(a, 700), .up(a, 700.1), .down(a, 700.6), .up(a, 700.7)],
      acts: [false, false, true, true], state: .lit),
    Case(
      name: "a second tap within the guard's time does nothing either",
      steps: [.wait(600), .down(a, 700), .up(a, 700.1), .down(a, 700.4), .up(a, 700.9)],
      acts: [false, false, false, false], state: .lit),
    Case(
      name: "all fingers of a waking touch are ignored",
      steps: [
        .wait(600), .down(a, 700), .down(b, 702), .up(a, 703), .move(b, 704), .up(b, 705),
        .down(a, 706),
      ], acts: [false, false, false, false, false, true], state: .lit),
    Case(
      name: "a contact that never lifts blocks others for only ten seconds",
      steps: [.wait(600), .down(a, 700), .down(b, 709), .up(b, 709.1), .down(b, 710), .up(b, 711)],
      acts: [false, false, false, true, true], state: .lit),
    Case(
      name: "a finger down before the screen turned off does not wake it",
      steps: [.down(a, 1), .wait(601), .move(a, 602), .up(a, 603)], acts: [true, false, false],
      state: .off),
    Case(
      name: "the same slot again within the guard's time",
      steps: [.wait(600), .down(a, 700), .down(a, 700.2), .up(a, 700.3), .down(a, 701)],
      acts: [false, false, false, true], state: .lit),
    Case(
      name: "an encoder at first only wakes it",
      steps: [.wait(600), .encoder(700), .encoder(700.4), .encoder(700.6)],
      acts: [false, false, true], state: .lit),
    Case(
      name: "an encoder acts on a dimmed screen", steps: [.wait(60), .encoder(61)], acts: [true],
      state: .lit),
    Case(
      name: "turned off remotely, woken by a touch",
      steps: [.off(5), .down(a, 6), .up(a, 6.1), .down(a, 7)], acts: [false, false, true],
      state: .lit),
    Case(
      name: "woken remotely; the first touch acts",
      steps: [.wait(600), .wake(700), .down(a, 700.1)], acts: [true], state: .lit),
    Case(
      name: "woken remotely, it turns off again", steps: [.off(5), .wake(700), .wait(1300)],
      acts: [], state: .off),
    Case(
      name: "somebody who is there keeps it lit", steps: [.comes(50), .wait(5000)], acts: [],
      state: .lit),
    Case(
      name: "somebody who comes lights it, and the next touch acts",
      steps: [.wait(600), .comes(700), .down(a, 700.1), .up(a, 700.2)], acts: [true, true],
      state: .lit),
    Case(
      name: "the times begin when the last one leaves",
      steps: [.comes(10), .leaves(1000), .wait(1059)], acts: [], state: .lit),
    Case(
      name: "it is dimmed after that", steps: [.comes(10), .leaves(1000), .wait(1060)], acts: [],
      state: .dimmed),
    Case(
      name: "reports that nothing has changed do nothing",
      steps: [.leaves(50), .wait(60), .leaves(70)], acts: [], state: .dimmed),
    Case(
      name: "turned off while somebody is there, it stays off until the next one comes",
      steps: [.comes(10), .off(20), .wait(900), .leaves(1000), .wait(1900)], acts: [], state: .off),
    Case(
      name: "and is lit then", steps: [.comes(10), .off(20), .leaves(30), .comes(40)], acts: [],
      state: .lit),
  ]

  @Test("With `touch: wake`, a touch on a dimmed screen only lights it")
  func dimmedTouch() {
    var layout = Self.layout
    layout.dimmedTouch = .wake
    var screen = ScreenController(layout, at: Self.time(0))
    func down(_ seconds: Double) -> Bool {
      screen.filter(
        TouchFrame(time: Self.time(seconds), changes: [.down(Self.a, Self.point)])) != nil
    }
    screen.tick(at: Self.time(60))
    #expect(screen.state == .dimmed)
    #expect(!down(70))
    #expect(screen.state == .lit)
    _ = screen.filter(TouchFrame(time: Self.time(70.1), changes: [.up(Self.a)]))
    #expect(down(71))
    screen.tick(at: Self.time(140))
    #expect(!screen.filterEncoder(at: Self.time(141)) && screen.state == .lit)
  }

  @Test("Touches wake the screen, act or are ignored, by its state", arguments: cases)
  func touches(row: Case) {
    var screen = ScreenController(Self.layout, at: Self.time(0))
    var acts: [Bool] = []
    func touch(_ change: ContactChange, _ seconds: Double) {
      // Times until then pass as with the loop's alarm.
      let frame = TouchFrame(time: Self.time(seconds), changes: [change])
      acts.append(screen.filter(frame) != nil)
    }
    for step in row.steps {
      switch step {
      case .down(let contact, let seconds): touch(.down(contact, Self.point), seconds)
      case .move(let contact, let seconds): touch(.moved(contact, Self.point), seconds)
      case .up(let contact, let seconds): touch(.up(contact), seconds)
      case .wait(let seconds):
        while let wake = screen.nextWake, wake <= Self.time(seconds) { screen.tick(at: wake) }
      case .encoder(let seconds): acts.append(screen.filterEncoder(at: Self.time(seconds)))
      case .off: screen.turnOff()
      case .wake(let seconds): screen.wake(at: Self.time(seconds))
      case .comes(let seconds): screen.set(isPresent: true, at: Self.time(seconds))
      case .leaves(let seconds): screen.set(isPresent: false, at: Self.time(seconds))
      }
    }
    #expect(acts == row.acts)
    #expect(screen.state == row.state)
  }

  @Test("A frame with several fingers keeps those that act")
  func mixedFrame() {
    var screen = ScreenController(Self.layout, at: Self.time(0))
    screen.turnOff()
    _ = screen.filter(TouchFrame(time: Self.time(1), changes: [.down(Self.a, Self.point)]))
    // After ten seconds, another finger acts, and the stuck one is still ignored.
    let frame = TouchFrame(
      time: Self.time(12), changes: [.moved(Self.a, Self.point), .down(Self.b, Self.point)])
    #expect(screen.filter(frame)?.changes == [.down(Self.b, Self.point)])
  }

  @Test("A screen without times causes no wake-ups, and is switched only remotely")
  func noTimes() {
    var screen = ScreenController(ScreenLayout(), at: Self.time(0))
    #expect(screen.nextWake == nil)
    screen.turnOff()
    #expect(screen.state == .off && screen.nextWake == nil)
    #expect(screen.filter(TouchFrame(time: Self.time(1), changes: [])) == nil)
    #expect(screen.state == .off)
  }

  @Test("No wake-ups occur while the screen is off")
  func offRests() {
    var screen = ScreenController(Self.layout, at: Self.time(0))
    screen.tick(at: Self.time(600))
    #expect(screen.nextWake == nil)
  }

  @Test("Brightness follows day, night and dimming, or a set value until the next change")
  func brightness() {
    var layout = Self.layout
    layout.brightness = 0.8
    layout.dimBrightness = 0.25
    layout.night = ScreenLayout.Night(brightness: 0.4, hours: .clock(from: 22 * 60, to: 6 * 60))
    var screen = ScreenController(layout, at: Self.time(0))
    /// Returns the hour of the next change.
    func follow(_ hour: Int64) -> Int64? {
      screen.follow(WallClock(utcSeconds: hour * 3600) { _ in 0 }).map { $0 / 3600 }
    }
    #expect(follow(12) == 22)
    #expect(screen.brightness == 0.8)
    screen.set(brightness: 0.5, at: Self.time(1))
    #expect(screen.brightness == 0.5)
    #expect(follow(13) == 22)
    #expect(screen.brightness == 0.5)
    #expect(follow(22) == 30)
    #expect(screen.brightness == 0.4)
    screen.tick(at: Self.time(100))
    #expect(screen.brightness == 0.1)
    screen.turnOff()
    #expect(screen.brightness == 0)
    // A layout with other times lights the screen.
    layout.brightness = 0.9
    screen.follow(layout, at: Self.time(200))
    #expect(screen.state == .lit)
    #expect(follow(31) == 46)
    #expect(screen.brightness == 0.9)
    // The set brightness does not outlive the layout it was set for.
    screen.set(brightness: 0.5, at: Self.time(250))
    layout.brightness = 0.7
    screen.follow(layout, at: Self.time(260))
    #expect(screen.brightness == 0.7)
    // Row 8a: a button's brightness lights no screen that is off.
    screen.dim(to: 0.2)
    #expect(screen.brightness == 0.2)
    screen.dim(to: nil)
    #expect(screen.brightness == 0.7)
    screen.turnOff()
    screen.dim(to: 0.3)
    #expect(screen.state == .off)
    // The same layout, read again, changes nothing.
    screen.turnOff()
    screen.follow(layout, at: Self.time(300))
    #expect(screen.state == .off)
  }
}
