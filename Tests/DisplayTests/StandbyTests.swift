import Raster
import Testing

@testable import Display

/// Screens in standby, and machines after a suspend.
@Suite struct StandbyTests {
  private static let off =
    "modeset: HDMI-A-1.CRTC_ID=0 crtc40.ACTIVE=0 crtc40.MODE_ID=0 plane50.FB_ID=0 plane50.CRTC_ID=0"

  private func lit() throws -> Rig {
    let rig = try Rig()
    try rig.showAll(try rig.picture())
    _ = (rig.takeEvents(), rig.takeJournal())
    return rig
  }

  @Test("Standby disables the output, and the next picture sets the mode")
  func standBy() throws {
    let rig = try lit()
    rig.display.standBy()
    #expect(rig.takeJournal() == [Self.off])
    #expect(!rig.display.isShowing && rig.display.isReady && !rig.display.isWaiting)
    #expect(rig.takeEvents().isEmpty)
    try rig.showAll(try rig.picture(9))
    #expect(rig.takeEvents().contains(.startedShowing))
    #expect(try rig.card.pixels(of: try #require(rig.card.framebuffer(onCRTC: 40)))[0] == 9)
  }

  @Test("Standby waits for a flip in flight")
  func flipInFlight() throws {
    let rig = try lit()
    rig.display.present(try rig.picture(7), damage: everything(rig), rotation: .none)
    rig.card.finishFlip(atMicroseconds: 1)
    rig.display.standBy()
    #expect(rig.takeJournal().last == Self.off)
    #expect(rig.display.isReady)
    try rig.showAll(try rig.picture(9))
    #expect(rig.display.isShowing)
  }

  @Test("A card that refuses to disable the output logs it once, and shows again")
  func refused() throws {
    let rig = try lit()
    rig.card.refuses = { $0.contains("ACTIVE=0") }
    #expect(rig.display.canStandBy)
    rig.display.standBy()
    #expect(!rig.display.canStandBy)
    #expect(rig.takeEvents() == [.lostContents])
    #expect(rig.logged.contains("HDMI-A-1 cannot be sent to standby: "))
    #expect(rig.display.isReady)
    try rig.showAll(try rig.picture(9))
    #expect(rig.display.isShowing)
  }

  @Test("A display whose monitor is unplugged in standby waits for it")
  func unplugged() throws {
    let rig = try lit()
    rig.display.standBy()
    rig.card.connectors[0].status = .disconnected
    rig.machine.send(.changed("/dev/dri/card0"))
    #expect(rig.display.isWaiting)
    rig.card.connectors[0].status = .connected
    rig.machine.send(.changed("/dev/dri/card0"))
    #expect(rig.takeEvents().last == .changed)
    try rig.showAll(try rig.picture(9))
  }

  @Test("After a suspend the mode is set, whatever was in flight")
  func resumed() throws {
    let rig = try lit()
    rig.display.present(try rig.picture(7), damage: everything(rig), rotation: .none)
    rig.card.loseFlip()
    rig.display.resumeAfterSuspend()
    #expect(rig.takeEvents() == [.lostContents])
    _ = rig.takeJournal()
    try rig.showAll(try rig.picture(9))
    #expect(rig.takeJournal().first?.hasPrefix("modeset:") == true)
  }

  @Test("A display whose screen was removed during a suspend waits for it")
  func removedDuringSuspend() throws {
    let rig = try lit()
    rig.card.connectors[0].status = .disconnected
    rig.display.resumeAfterSuspend()
    #expect(rig.display.isWaiting)
  }
}
