import Glibc
import Linux
import Raster
import Testing

@testable import Display

/// Displays without atomic commits use the same swapchain and legacy calls.
@Suite struct LegacyTests {
  @Test(arguments: [true, false])
  func itIsUsedWithoutAtomicSupportOrOnRequest(isForced: Bool) throws {
    let card = try FakeCard.ordinary()
    card.hasAtomic = isForced
    let rig = try Rig(FakeMachine(card)) { $0.usesLegacyModesetting = isForced }
    #expect(rig.logged.contains("legacy modesetting"))
    #expect(rig.takeJournal() == ["set crtc40: 64x48@60 ours on [20]", "dirty 0,0 64x48"])
  }

  @Test func itIsUsedIfEveryAtomicRequestIsRefused() throws {
    let card = try FakeCard.ordinary()
    card.refuses = { _ in true }
    #expect(try Rig(FakeMachine(card)).logged.contains("legacy modesetting, XRGB8888"))
  }

  @Test func itWorksWithDriversThatHideTheirPlanes() throws {
    let card = try FakeCard.ordinary()
    card.hasAtomic = false
    card.hasUniversalPlanes = false
    let rig = try Rig(FakeMachine(card))
    try rig.showAll(try rig.picture(6))
    try rig.showAll(try rig.picture(7))
    let shown = try #require(card.framebuffer(onCRTC: 40))
    #expect(try card.pixels(of: shown)[0] == 7)
  }

  @Test func flipsReportTheirTime() throws {
    let rig = try legacy()
    rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
    #expect(!rig.display.isReady)
    #expect(rig.takeJournal() == ["page flip crtc40"])
    rig.card.finishFlip(atMicroseconds: 77_000_000)
    try rig.loop.runOnce(timeoutMilliseconds: 0)
    #expect(rig.takeEvents() == [.ready(shownAtMicroseconds: 77_000_000)])
  }

  @Test func driversThatCannotFlipUseSetCRTCAndDirtyFB() throws {
    let rig = try legacy()
    rig.card.fail("pageFlip", with: ENOSYS, times: 100)
    let damage = Damage(PixelRect(x: 3, y: 4, width: 5, height: 6))
    rig.display.present(try rig.picture(), damage: damage, rotation: .none)
    #expect(rig.takeJournal() == ["set crtc40: 64x48@60 ours on [20]", "dirty 3,4 5x6"])
    // Already visible.
    #expect(rig.takeEvents().count == 1)
    #expect(rig.display.isReady)
  }

  @Test func damageIsNotSentAgainAfterARefusal() throws {
    let card = try FakeCard.ordinary()
    card.fail("markDirty", with: ENOSYS)
    let rig = try Rig(FakeMachine(card)) { $0.usesLegacyModesetting = true }
    #expect(rig.takeJournal() == ["set crtc40: 64x48@60 ours on [20]"])
    rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
    #expect(rig.takeJournal() == ["set crtc40: 64x48@60 ours on [20]"])
  }

  @Test func leftoverPlanesAreDisabled() throws {
    let card = try FakeCard.ordinary()
    card[52, "CRTC_ID"] = 40
    card[52, "FB_ID"] = UInt64(FakeCard.foreignFramebuffer)
    let rig = try Rig(FakeMachine(card)) { $0.usesLegacyModesetting = true }
    #expect(rig.takeJournal().contains("plane52 off"))
  }

  @Test func theConsoleIsRestoredAtTheEnd() throws {
    let rig = try legacy()
    rig.display.close()
    #expect(
      rig.takeJournal() == ["set crtc40: 64x48@60 console on [20]", "drop master"])
    #expect(rig.card.framebuffers.isEmpty && rig.card.buffers.isEmpty)
  }

  private func legacy() throws -> Rig {
    let rig = try Rig { $0.usesLegacyModesetting = true }
    try rig.showAll(try rig.picture())
    _ = rig.takeJournal()
    _ = rig.takeEvents()
    return rig
  }
}
