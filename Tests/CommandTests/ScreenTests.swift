import Controls
import Display
import FakeMonitors
import Foundation
import Gesture
import Layout
import Linux
import Testing

@testable import PanelApplication

/// A screen that is dimmed, goes off and is woken.
@Suite struct ScreenTests {
  typealias Rig = ApplicationRig

  static func screen(_ change: (inout ScreenLayout) -> Void) -> ScreenLayout {
    var screen = ScreenLayout()
    change(&screen)
    return screen
  }

  static let black: UInt32 = 0xFF00_0000

  /// Touches the first knob, moves as if to turn it, and lifts.
  func turn(_ rig: Rig) throws {
    try rig.touch(.down(Rig.finger, rig.at(0)))
    for degrees in [20.0, 40, 60] { try rig.touch(.moved(Rig.finger, rig.at(degrees))) }
    try rig.touch(.up(Rig.finger))
  }

  @Test(
    "black when off: one black picture, then nothing; the waking touch turns nothing")
  func black() throws {
    let rig = try Rig(
      screen: Self.screen {
        $0.offMicroseconds = 50_000
        $0.off = .black
        $0.guardMicroseconds = 20_000
      })
    defer { rig.application.stop() }
    try rig.application.start()
    let lit = rig.display.middle
    try #require(lit != Self.black)
    try rig.pass(milliseconds: 49)
    #expect(rig.display.middle == lit)
    try rig.pass(milliseconds: 1)
    #expect(rig.display.middle == Self.black)
    let count = rig.display.areas.count
    #expect(rig.display.areas.last == 20_000)
    // Changes by others are not drawn and do not wake it.
    let left = try #require(rig.controls["left"])
    try rig.round { left.onEvent(.level(0.7)) }
    #expect(rig.display.areas.count == count)
    #expect(rig.touch.calls == ["start"])

    try turn(rig)
    #expect(rig.display.middle == lit)
    #expect(rig.happened().last == "left remote 70")
    #expect(rig.display.areas[count] == 20_000)
    try rig.pass(milliseconds: 20)
    try turn(rig)
    #expect(rig.happened().contains { $0.hasPrefix("left began") })
  }

  @Test("a held knob is released when the screen goes off")
  func heldKnob() throws {
    let rig = try Rig(screen: Self.screen { $0.offMicroseconds = 50_000 })
    defer { rig.application.stop() }
    try rig.application.start()
    try rig.touch(.down(Rig.finger, rig.at(0)))
    try rig.pass(milliseconds: 50)
    #expect(rig.application.screen.isOff)
    #expect(rig.happened().last == "left cancelled 20")
    try rig.touch(.moved(Rig.finger, rig.at(90)))
    #expect(rig.application.screen.isOff)
  }

  @Test("without a backlight, dimming darkens the picture; a touch lights it and acts")
  func darkened() throws {
    let rig = try Rig(
      screen: Self.screen {
        $0.dimMicroseconds = 50_000
        $0.dimBrightness = 0.5
      })
    defer { rig.application.stop() }
    try rig.application.start()
    let lit = rig.display.middle
    try rig.pass(milliseconds: 50)
    for shift in [0, 8, 16] as [UInt32] {
      #expect((rig.display.middle >> shift & 0xFF) == (lit >> shift & 0xFF) / 2)
    }
    try rig.touch(.down(Rig.finger, rig.at(0)))
    #expect(rig.display.middle == lit)
    #expect(rig.happened().last == "left began 20")
  }

  @Test("standby disables the output once, keeps touch, and redraws everything on wake-up")
  func standBy() throws {
    let rig = try Rig(
      screen: Self.screen {
        $0.offMicroseconds = 50_000
        $0.off = .dpms
      }
    ) { $0.canStandBy = true }
    defer { rig.application.stop() }
    try rig.application.start()
    let count = rig.display.areas.count
    try rig.pass(milliseconds: 50)
    #expect(rig.display.standByCount == 1)
    rig.display.isShowing = false
    try rig.round {}
    #expect(rig.display.standByCount == 1)
    #expect(rig.display.areas.count == count)
    #expect(rig.touch.calls == ["start"])
    // A reconnected cable, as with a monitor in standby, does not wake it.
    try rig.round { rig.display.onEvent(.changed) }
    #expect(rig.display.standByCount == 2)
    #expect(rig.application.screen.isOff)
    try turn(rig)
    #expect(rig.display.areas[count...] == [20_000])
    #expect(!rig.happened().contains { $0.contains("began") })
  }

  @Test("behind another console, touch is suspended even in standby")
  func standByBehindConsole() throws {
    let rig = try Rig(screen: Self.screen { $0.off = .dpms }) { $0.canStandBy = true }
    defer { rig.application.stop() }
    try rig.application.start()
    try rig.round { rig.application.screen.turnOff() }
    try rig.round {
      rig.display.isShowing = false
      rig.display.isWaiting = true
      rig.display.onEvent(.paused(reason: "another console is active"))
    }
    #expect(rig.touch.calls == ["start", "suspend"])
  }

  // MARK: Pictures of an earlier run

  @Test("the picture of an earlier run stays until all values are known")
  func earlierPicture() throws {
    let rig = try Rig(["left", "late"]) { $0.showsEarlierPicture = true }
    defer { rig.application.stop() }
    try rig.application.start()
    #expect(rig.display.areas.isEmpty)
    let late = try #require(rig.controls["late"])
    try rig.round { late.onEvent(.level(0.5)) }
    #expect(rig.display.areas.count == 1)
  }

  @Test("a control that never answers keeps it for at most a second")
  func unansweredControl() throws {
    let rig = try Rig(["left", "late"]) { $0.showsEarlierPicture = true }
    defer { rig.application.stop() }
    try rig.application.start()
    try rig.pass(milliseconds: 999)
    #expect(rig.display.areas.isEmpty)
    try rig.pass(milliseconds: 1)
    #expect(rig.display.areas.count == 1)
  }

  @Test("a screen that cannot stand by after all is black")
  func refusedStandby() throws {
    let rig = try Rig(
      screen: Self.screen {
        $0.offMicroseconds = 50_000
        $0.off = .dpms
      }
    ) { $0.canStandBy = true }
    defer { rig.application.stop() }
    try rig.application.start()
    try rig.pass(milliseconds: 50)
    #expect(rig.display.standByCount == 1)
    try rig.round {
      rig.display.canStandBy = false
      rig.display.onEvent(.lostContents)
    }
    #expect(rig.display.middle == Self.black)
  }

  // MARK: Monitors

  @Test("a monitor has the screen's normal brightness; dimming and off change the picture")
  func monitor() throws {
    let monitors = try FakeMonitors()
    let rig = try Rig(
      screen: Self.screen {
        $0.backlight = .ddc
        $0.brightness = 0.5
        $0.dimMicroseconds = 400_000
        $0.dimBrightness = 0.5
        $0.offMicroseconds = 800_000
      }, monitorOptions: monitors.options())
    let lit = try Rig().lit()
    try rig.application.start()
    // The picture is darkened until the monitor has accepted the value.
    #expect(rig.display.middle != lit)
    try rig.run { rig.display.middle == lit }
    #expect(monitors["value"] == 50)
    try rig.pass(milliseconds: 400)
    #expect(rig.application.screen.state == .dimmed)
    #expect(rig.display.middle >> 8 & 0xFF == (lit >> 8 & 0xFF) / 2)
    try rig.pass(milliseconds: 400)
    #expect(rig.application.screen.isOff)
    #expect(rig.display.middle == Self.black)
    try rig.touch(.down(Rig.finger, rig.at(0)))
    #expect(rig.display.middle == lit)
    #expect(monitors["writes"] == 1)
    rig.application.stop()
    #expect(monitors["value"] == 70)
  }

  @Test("a refusing monitor is reported once, and the picture is darkened; a touch retries")
  func refusingMonitor() throws {
    let monitors = try FakeMonitors()
    monitors["failures"] = 3
    let rig = try Rig(
      screen: Self.screen {
        $0.backlight = .ddc
        $0.brightness = 0.5
        $0.dimMicroseconds = 400_000
        $0.dimBrightness = 0.5
      }, monitorOptions: monitors.options())
    defer { rig.application.stop() }
    let lit = try Rig().lit()
    try rig.application.start()
    try rig.run { !rig.warnings.lines.isEmpty }
    #expect(rig.display.middle >> 8 & 0xFF == (lit >> 8 & 0xFF) / 2)
    try rig.pass(milliseconds: 400)
    #expect(rig.application.screen.state == .dimmed)
    try rig.touch(.down(Rig.finger, rig.at(0)))
    try rig.run { rig.display.middle == lit }
    #expect(monitors["value"] == 50)
    let warnings = rig.warnings.lines.filter { $0.contains("backlight of the monitor") }
    #expect(warnings.count == 1 && warnings[0].contains("darkened instead"), "\(warnings)")
  }

  @Test("a layout without the monitor restores it, without waiting for it")
  func layoutWithoutMonitor() throws {
    let monitors = try FakeMonitors()
    let rig = try Rig(
      screen: Self.screen {
        $0.backlight = .ddc
        $0.brightness = 0.5
      }, monitorOptions: monitors.options())
    defer { rig.application.stop() }
    let lit = try Rig().lit()
    try rig.application.start()
    try rig.run { rig.display.middle == lit }
    monitors["is_held"] = 1
    try #require(try monitors.waitForWrite())
    try rig.round { rig.application.screen.follow(ScreenLayout()) }
    #expect(monitors["value"] == 50)
    try #require(try monitors.waitForWrite())
    try monitors.release()
  }

  @Test("after a suspend, touch is reopened, everything is drawn, and the screen is lit")
  func resumed() throws {
    let rig = try Rig(screen: Self.screen { $0.off = .black })
    defer { rig.application.stop() }
    try rig.application.start()
    try rig.touch(.down(Rig.finger, rig.at(0)))
    try rig.round { rig.application.screen.onResume() }
    #expect(rig.display.resumeCount == 1)
    #expect(rig.touch.calls == ["start", "suspend", "resume"])
    #expect(rig.happened().last == "left cancelled 20")
  }
}

extension ApplicationRig {
  /// Returns the middle pixel of its picture at full brightness.
  func lit() throws -> UInt32 {
    try application.start()
    defer { application.stop() }
    return display.middle
  }
}
