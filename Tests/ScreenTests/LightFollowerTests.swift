import Gesture
import Layout
import Testing

@testable import Backlight

/// The brightness of a screen that follows a light sensor.
@Suite struct LightFollowerTests {
  /// An event at a time in seconds.
  enum Step: Sendable {
    case lux(Double?, Double)
    case wait(Double)
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var steps: [Step]
    /// In percent; that of the day is 80.
    var brightness: Double
    var testDescription: String { name }
  }

  /// 1 lux is 10 %, 50 lux are 40 %, 500 lux are 100 %.
  static let cases = [
    Case(name: "without a report, that of the day", steps: [.wait(60)], brightness: 80),
    Case(name: "the first report counts at once", steps: [.lux(50, 1)], brightness: 40),
    Case(
      name: "a report that differs little", steps: [.lux(50, 1), .lux(58, 2), .wait(60)],
      brightness: 40),
    Case(
      name: "brighter light waits", steps: [.lux(50, 1), .lux(500, 2), .wait(3.9)], brightness: 40),
    Case(
      name: "and then brightens slowly", steps: [.lux(50, 1), .lux(500, 2), .wait(5)],
      brightness: 70),
    Case(name: "to its place", steps: [.lux(50, 1), .lux(500, 2), .wait(6.1)], brightness: 100),
    Case(
      name: "darker light waits longer", steps: [.lux(500, 1), .lux(50, 2), .wait(6.9)],
      brightness: 100),
    Case(
      name: "and darkens more slowly", steps: [.lux(500, 1), .lux(50, 2), .wait(9.5)],
      brightness: 70),
    Case(
      name: "down to its place", steps: [.lux(500, 1), .lux(50, 2), .wait(12.1)], brightness: 40),
    Case(
      name: "a flash changes nothing",
      steps: [.lux(50, 1), .lux(90_000, 2), .lux(50, 3), .wait(60)], brightness: 40),
    Case(
      name: "a shadow changes nothing", steps: [.lux(500, 1), .lux(3, 2), .lux(480, 6), .wait(60)],
      brightness: 100),
    Case(
      name: "a flash in a brighter light counts as that light",
      steps: [.lux(1, 1), .lux(50, 2), .lux(90_000, 3.9), .wait(4.5), .lux(50, 4.6), .wait(60)],
      brightness: 40),
    Case(
      name: "a flicker between brighter and darker settles nothing",
      steps: [.lux(50, 1), .lux(500, 2), .lux(1, 3), .lux(500, 4), .lux(1, 5), .wait(6)],
      brightness: 40),
    Case(
      name: "noise in the dark is none",
      steps: [.lux(1, 1), .lux(0.7, 2), .wait(60), .lux(1.4, 61), .wait(90)], brightness: 10),
    Case(
      name: "a change while the brightness moves goes on from there",
      steps: [.lux(50, 1), .lux(500, 2), .wait(5), .lux(50, 5), .wait(6), .wait(60)], brightness: 40
    ),
    Case(
      name: "a lost sensor keeps its brightness for a while",
      steps: [.lux(50, 1), .lux(nil, 2), .wait(11.9)], brightness: 40),
    Case(
      name: "and then the day's applies", steps: [.lux(50, 1), .lux(nil, 2), .wait(14.1)],
      brightness: 80),
    Case(
      name: "a short loss changes nothing",
      steps: [.lux(50, 1), .lux(nil, 2), .lux(50, 9), .wait(60)], brightness: 40),
    Case(
      name: "after a loss it is followed again",
      steps: [.lux(50, 1), .lux(nil, 2), .wait(60), .lux(50, 61), .wait(80)], brightness: 40),
    Case(
      name: "impossible numbers are a loss",
      steps: [
        .lux(50, 1), .lux(-1, 2), .lux(.nan, 3), .lux(.infinity, 4), .lux(1e9, 5), .wait(60),
      ], brightness: 80),
    Case(
      name: "impossible numbers never count as the first report",
      steps: [.lux(.nan, 1), .lux(-5, 2), .wait(3), .lux(1, 4)], brightness: 10),
    Case(name: "darkness is that of the first point", steps: [.lux(0, 1)], brightness: 10),
    Case(name: "sunlight is that of the last point", steps: [.lux(120_000, 1)], brightness: 100),
  ]

  private static func time(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64((seconds * 1e6).rounded()))
  }

  private static var screen: ScreenController {
    var layout = ScreenLayout()
    layout.brightness = 0.8
    layout.dimMicroseconds = 600_000_000
    layout.offMicroseconds = 900_000_000
    var screen = ScreenController(layout, at: time(0))
    screen.follow(.standard, at: time(0))
    return screen
  }

  /// Calls `tick` whenever the controller asks for it.
  private func pass(_ screen: inout ScreenController, to seconds: Double) {
    var count = 0
    while let wake = screen.nextWake, wake <= Self.time(seconds) {
      screen.tick(at: wake)
      count += 1
      if count > 10_000 {
        Issue.record("the controller never rests")
        return
      }
    }
  }

  private func play(_ steps: [Step], _ screen: inout ScreenController) {
    for step in steps {
      switch step {
      case .lux(let lux, let seconds):
        pass(&screen, to: seconds)
        screen.set(lux: lux, at: Self.time(seconds))
      case .wait(let seconds): pass(&screen, to: seconds)
      }
    }
  }

  @Test("Brightness after reports of the sensor", arguments: cases)
  func follows(_ row: Case) {
    var screen = Self.screen
    play(row.steps, &screen)
    #expect(abs(screen.brightness * 100 - row.brightness) < 1.5, "\(screen.brightness)")
  }

  @Test("Between two points the brightness is interpolated in the logarithm of the illuminance")
  func curve() {
    let curve = LightCurve([
      .init(lux: 0, brightness: 0.1), .init(lux: 99, brightness: 0.5),
      .init(lux: 9999, brightness: 1),
    ])
    for (lux, brightness) in [(0, 0.1), (9, 0.3), (99, 0.5), (999, 0.75), (9999, 1), (1e5, 1)] {
      #expect(abs(curve.brightness(atLux: lux) - brightness) < 1e-9)
    }
  }

  @Test("A steady light causes no wake-ups")
  func rests() {
    var screen = Self.screen
    play([.lux(50, 1), .lux(500, 2), .wait(10)], &screen)
    #expect(screen.nextWake == Self.time(600))
  }

  @Test("Dimming is a fraction of the brightness by the sensor")
  func dims() {
    var screen = Self.screen
    play([.lux(50, 1), .wait(601)], &screen)
    #expect(screen.state == .dimmed)
    #expect(abs(screen.brightness - 0.4 * 0.2) < 1e-9)
  }

  @Test("A screen that is lit again has the brightness of the light meanwhile, at once")
  func wakes() {
    var screen = Self.screen
    play([.lux(500, 1), .wait(901), .lux(1, 1000)], &screen)
    #expect(screen.state == .off && screen.nextWake == nil)
    screen.wake(at: Self.time(2000))
    #expect(screen.brightness == 0.1)
  }

  @Test(
    "A brightness that somebody sets stays, whatever the light; that of the layout follows it again"
  )
  func set() {
    var screen = Self.screen
    play([.lux(50, 1)], &screen)
    screen.set(brightness: 0.6, at: Self.time(2))
    play([.lux(500, 3), .wait(60)], &screen)
    #expect(screen.brightness == 0.6)
    screen.dim(to: nil)
    #expect(screen.brightness == 1)
  }

  @Test("Another curve applies to the last report; without a sensor the day's brightness applies")
  func changes() {
    var screen = Self.screen
    play([.lux(50, 1)], &screen)
    screen.follow(
      LightCurve([.init(lux: 0, brightness: 0.5), .init(lux: 1, brightness: 0.7)]),
      at: Self.time(2))
    #expect(screen.brightness == 0.7)
    screen.follow(nil, at: Self.time(3))
    #expect(screen.brightness == 0.8)
  }
}
