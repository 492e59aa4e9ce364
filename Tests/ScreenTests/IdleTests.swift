import Gesture
import Layout
import Backlight
import Testing

/// When a clock or a picture replaces the panel.
@Suite struct IdleTests {
  private static let finger = ContactID(device: 0, slot: 0)
  private static let clock = ScreenLayout.Idle.Content.clock(time: .hours24, date: nil)

  /// A screen that is idle after 120 s.
  private static func screen(
    _ content: ScreenLayout.Idle.Content = clock, _ change: (inout ScreenLayout) -> Void = { _ in }
  ) -> ScreenController {
    var layout = ScreenLayout()
    layout.idle = ScreenLayout.Idle(afterMicroseconds: 120_000_000, content)
    change(&layout)
    return ScreenController(layout, at: time(0))
  }

  private static func time(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64(seconds * 1e6))
  }

  private static func frame(_ change: ContactChange, _ seconds: Double) -> TouchFrame {
    TouchFrame(time: time(seconds), changes: [change])
  }

  private static func at(_ seconds: Int64) -> WallClock {
    WallClock(utcSeconds: seconds) { _ in 0 }
  }

  @Test("The idle content appears in time, and a touch only ends it")
  func touch() {
    var screen = Self.screen()
    #expect(screen.nextWake == Self.time(120) && screen.idleContent == nil)
    screen.tick(at: Self.time(120))
    #expect(screen.state == .idle && screen.idleContent == Self.clock && screen.nextWake == nil)
    let point = DisplayFraction(x: 0.5, y: 0.5)
    // A finger that was down before does not end it.
    #expect(screen.filter(Self.frame(.moved(Self.finger, point), 130)) == nil)
    #expect(screen.state == .idle)
    #expect(screen.filter(Self.frame(.down(Self.finger, point), 140)) == nil)
    #expect(screen.state == .lit && screen.idleContent == nil)
    #expect(screen.nextWake == Self.time(260))
    #expect(screen.filter(Self.frame(.up(Self.finger), 140.2)) == nil)
    #expect(screen.filter(Self.frame(.down(Self.finger, point), 141)) != nil)
  }

  @Test("An encoder only ends it, too")
  func encoder() {
    var screen = Self.screen()
    screen.tick(at: Self.time(120))
    let acts = [130, 131].map { screen.filterEncoder(at: Self.time($0)) }
    #expect(acts == [false, true] && screen.state == .lit)
  }

  @Test("An idle screen can be dimmed before or after, and turns off last")
  func order() {
    var early = Self.screen {
      $0.dimMicroseconds = 60_000_000
      $0.offMicroseconds = 300_000_000
    }
    early.tick(at: Self.time(60))
    #expect(early.state == .dimmed && early.nextWake == Self.time(120))
    early.tick(at: Self.time(120))
    #expect(early.state == .idle && early.brightness == 0.2 && early.nextWake == Self.time(300))
    early.tick(at: Self.time(300))
    #expect(early.state == .off && early.idleContent == nil && early.nextWake == nil)
    early.wake(at: Self.time(400))
    #expect(early.state == .lit && early.brightness == 1)

    var late = Self.screen { $0.dimMicroseconds = 200_000_000 }
    late.tick(at: Self.time(120))
    #expect(late.state == .idle && late.brightness == 1 && late.nextWake == Self.time(200))
    late.tick(at: Self.time(200))
    #expect(late.state == .idle && late.brightness == 0.2 && late.nextWake == nil)
  }

  @Test("The clock is due every minute and then moves by a step; nothing else moves it")
  func minutes() {
    var screen = Self.screen { $0.shift = 0.015 }
    #expect(screen.follow(Self.at(1000)) == nil)
    screen.tick(at: Self.time(60))
    screen.tick(at: Self.time(120))
    #expect(screen.shiftStep == 2 && screen.nextWake == nil)
    #expect(screen.follow(Self.at(1000)) == 1020)
    #expect(screen.follow(Self.at(1019)) == 1020)
    #expect(screen.shiftStep == 2)
    #expect(screen.follow(Self.at(1020)) == 1080)
    #expect(screen.shiftStep == 3)
    // The clock was set.
    #expect(screen.follow(Self.at(500)) == 540)
    #expect(screen.shiftStep == 4)
    screen.wake(at: Self.time(150))
    #expect(screen.follow(Self.at(510)) == nil)
    #expect(screen.nextWake == Self.time(210))
    // An hour later it is shown again, at the same position.
    screen.tick(at: Self.time(270))
    let step = screen.shiftStep
    #expect(screen.follow(Self.at(4000)) == 4020 && screen.shiftStep == step)
  }

  @Test("Day and night continue to change the brightness")
  func night() {
    var screen = Self.screen {
      $0.night = ScreenLayout.Night(brightness: 0.4, hours: .clock(from: 60, to: 6 * 60))
    }
    screen.tick(at: Self.time(120))
    #expect(screen.follow(Self.at(3599)) == 3600)
    #expect(screen.brightness == 1)
    #expect(screen.follow(Self.at(3600)) == 3660)
    #expect(screen.brightness == 0.4)
  }

  @Test("A picture needs no clock, and shifts like a panel")
  func picture() {
    var screen = Self.screen(.picture(BackgroundLayout(file: "a.png"))) { $0.shift = 0.015 }
    screen.tick(at: Self.time(60))
    screen.tick(at: Self.time(120))
    #expect(screen.state == .idle && screen.nextWake == Self.time(180))
    #expect(screen.follow(Self.at(1000)) == nil)
  }
}
