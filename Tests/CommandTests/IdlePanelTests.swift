import Controls
import Foundation
import Gesture
import Layout
import Linux
import Locales
import PanelDrawing
import Backlight
import Testing

@testable import PanelApplication

/// A clock in place of an idle panel.
@Suite struct IdlePanelTests {
  private typealias Rig = ApplicationRig

  /// A panel that is idle after 50 ms, with a guard of 20 ms.
  private static func screen(_ change: (inout ScreenLayout) -> Void = { _ in }) -> ScreenLayout {
    var screen = ScreenLayout()
    screen.idle = ScreenLayout.Idle(
      afterMicroseconds: 50_000, .clock(time: .hours24, date: nil))
    screen.guardMicroseconds = 20_000
    change(&screen)
    return screen
  }

  @Test(
    "the clock is drawn once, remote changes draw nothing, and a touch only restores the panel")
  func clock() throws {
    let rig = try Rig(screen: Self.screen())
    defer { rig.application.stop() }
    try rig.application.start()
    let panel = rig.display.pixels
    try rig.pass(milliseconds: 49)
    #expect(rig.display.pixels == panel)
    try rig.pass(milliseconds: 1)
    #expect(rig.display.pixels != panel)
    #expect(rig.application.screen.state == .idle)
    let clock = rig.display.pixels
    let count = rig.display.areas.count
    let left = try #require(rig.controls["left"])
    try rig.round { left.onEvent(.level(0.7)) }
    try rig.round { left.onEvent(.level(0.2)) }
    #expect(rig.display.areas.count == count)

    try rig.touch(.down(Rig.finger, rig.at(0)))
    try rig.touch(.moved(Rig.finger, rig.at(40)))
    try rig.touch(.up(Rig.finger))
    #expect(!rig.happened().contains { $0.contains("began") })
    #expect(rig.display.pixels == panel && rig.display.areas[count] == 20_000)
    try rig.pass(milliseconds: 20)
    try rig.touch(.down(Rig.finger, rig.at(0)))
    #expect(rig.happened().last == "left began 20")
    try rig.pass(milliseconds: 50)
    #expect(rig.display.pixels == clock)
    #expect(rig.happened().last == "left cancelled 20")
  }

  @Test("changes during idle are shown when the panel is back")
  func changedMeanwhile() throws {
    let expected = try Rig()
    defer { expected.application.stop() }
    try expected.application.start()
    try expected.round { expected.controls["right"]?.onEvent(.level(0.9)) }

    let rig = try Rig(screen: Self.screen())
    defer { rig.application.stop() }
    try rig.application.start()
    try rig.pass(milliseconds: 50)
    #expect(rig.application.screen.state == .idle)
    try rig.round { rig.controls["right"]?.onEvent(.level(0.9)) }
    try rig.round { rig.application.screen.wake() }
    #expect(rig.display.pixels == expected.display.pixels)
  }

  @Test("saving another layout does not end idle; saving other screen settings does")
  func savedLayout() throws {
    let rig = try Rig(screen: Self.screen())
    defer { rig.application.stop() }
    try rig.application.start()
    try rig.pass(milliseconds: 50)
    #expect(rig.application.screen.state == .idle)
    try rig.round {}
    let clock = rig.display.pixels
    try rig.round {
      var layout = rig.scene.layout
      layout.panel.theme = .paper
      layout.panel.palette = .named(.paper)
      try? rig.scene.show(layout, at: rig.loop.now)
    }
    #expect(rig.application.screen.state == .idle)
    // The same clock in the colours of the new layout.
    #expect(rig.display.pixels != clock && Set(rig.display.pixels) != Set(clock))
    try rig.round {
      rig.application.screen.follow(Self.screen { $0.brightness = 0.5 })
    }
    #expect(rig.application.screen.state == .lit)
  }

  @Test("a missing idle picture leaves the background and stops nothing")
  func missingPicture() throws {
    let rig = try Rig(
      screen: Self.screen {
        $0.idle?.content = .picture(BackgroundLayout(file: "/nonexistent.png"))
      })
    defer { rig.application.stop() }
    try rig.application.start()
    let panel = rig.display.pixels
    try rig.pass(milliseconds: 50)
    #expect(rig.application.screen.state == .idle)
    #expect(rig.display.pixels != panel)
  }

  @Test("the clock uses the machine's time zone")
  func texts() {
    let format = { (format: TimeFormat) in
      IdleViewState(.clock(time: format, date: nil), nil, atUTCSeconds: 1_700_000_000)
    }
    let now = 1_700_000_000 + WallClockOffset.seconds(at: 1_700_000_000)
    let (hour, minute) = (now / 3600 % 24, now / 60 % 60)
    let digits = { (number: Int) in (number < 10 ? "0" : "") + "\(number)" }
    #expect(format(.hours24) == .clock(.init(time: digits(hour) + ":" + digits(minute))))
    #expect(
      format(.hours12) == .clock(.init(time: "\((hour + 11) % 12 + 1):" + digits(minute))))
  }
}

extension IdlePanelTests {
  @Test(
    "the clock has the words, the order and the digits of the panel's locale",
    arguments: [
      ("de", TimeFormat(.long), "Dienstag, 14. November"), ("de", TimeFormat(.short), "14.11.2023"),
      ("fa", TimeFormat(.long), "سه\u{200C}شنبه ۲۳ آبان"),
      (nil, TimeFormat(.long), "Tuesday, November 14"),
    ])
  func locales(_ locale: String?, _ format: TimeFormat, text: String) throws {
    // Noon, so that the date is that of any time zone of the tests.
    let state = IdleViewState(
      .clock(time: .hours24, date: format), locale.flatMap(Locales.Locale.init),
      atUTCSeconds: 1_699_963_200)
    guard case .clock(let clock) = state else { throw NotAClock() }
    #expect(clock.date == text)
  }

  @Test("a format for strftime(3) has the names of the locale")
  func names() throws {
    let state = IdleViewState(
      .clock(time: .hours24, date: try TimeFormat("%A, %-d. %B")), Locales.Locale("ar-EG"),
      atUTCSeconds: 1_699_963_200)
    guard case .clock(let clock) = state else { throw NotAClock() }
    #expect(clock.date == "الثلاثاء, ١٤. نوفمبر")
  }
}

private struct NotAClock: Error {}

/// The machine's time zone, according to Foundation.
private enum WallClockOffset {
  static func seconds(at moment: Int) -> Int {
    TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment)))
  }
}
