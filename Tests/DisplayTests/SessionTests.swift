import CLinux
import Glibc
import Linux
import Raster
import Testing

@testable import Display

/// Cables, consoles, and closing.
@Suite struct SessionTests {
  // MARK: Cables

  @Test func unpluggingDisablesTheOutputBeforeFreeingItsMemory() throws {
    let rig = try lit()
    rig.card.connectors[0].status = .disconnected
    rig.machine.send(.changed("/dev/dri/card0"))
    #expect(
      rig.takeJournal() == [
        "modeset: HDMI-A-1.CRTC_ID=0 crtc40.ACTIVE=0 crtc40.MODE_ID=0 plane50.FB_ID=0 "
          + "plane50.CRTC_ID=0"
      ])
    #expect(rig.card.framebuffers.isEmpty && rig.card.buffers.isEmpty)
    #expect(!rig.display.isReady)
    guard case .paused(let reason) = rig.takeEvents().last else {
      Issue.record("not paused")
      return
    }
    #expect(reason.contains("HDMI-A-1 was unplugged"))

    // Presenting meanwhile has no effect, nor have messages without changes.
    rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
    rig.machine.send(.changed("/dev/dri/card0"))
    #expect(rig.takeJournal().isEmpty)
    #expect(rig.takeEvents().isEmpty)

    rig.card.connectors[0].status = .connected
    rig.machine.send(.changed("/dev/dri/card0"))
    #expect(rig.takeEvents() == [.changed])
    try rig.showAll(try rig.picture(9))
    #expect(try rig.card.pixels(of: try #require(rig.card.framebuffer(onCRTC: 40)))[0] == 9)
  }

  @Test func anotherScreenChangesTheSize() throws {
    let rig = try lit()
    rig.card.connectors[0].modes = [.make(80, 60, preferred: true)]
    rig.machine.send(.changed("/dev/dri/card0"))
    #expect(rig.takeEvents() == [.changed])
    #expect(rig.display.size == PixelSize(width: 80, height: 60))
  }

  @Test func messagesAboutTheSameScreenChangeNothing() throws {
    let rig = try lit()
    rig.machine.send(.changed("/dev/dri/card0"))
    rig.machine.send(.changed("/dev/dri/card3"))
    #expect(rig.takeEvents().isEmpty)
    #expect(rig.takeJournal().isEmpty)
    #expect(rig.display.isReady)
  }

  @Test func aFailedLinkIsSetUpAgain() throws {
    let rig = try lit()
    rig.card[20, "link-status"] = 1
    rig.machine.send(.changed("/dev/dri/card0"))
    #expect(rig.takeEvents() == [.lostContents])
    try rig.showAll(try rig.picture())
    #expect(rig.takeJournal().first?.contains("HDMI-A-1.link-status=0") == true)
  }

  @Test func theCableIsUnpluggedDuringAFlip() throws {
    let rig = try lit()
    rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
    rig.card.connectors[0].status = .disconnected
    rig.machine.send(.changed("/dev/dri/card0"))
    try rig.vblank()
    #expect(rig.takeEvents().map(\.isPaused) == [true])
    #expect(rig.display.watchdog.deadlineMicroseconds == nil)
  }

  @Test func itCanStartWithoutAScreen() throws {
    let machine = FakeMachine()
    let rig = try Rig(machine) { $0.waitsForScreen = true }
    #expect(!rig.display.isReady)
    #expect(rig.display.size == PixelSize(width: 1024, height: 768))
    let card = try FakeCard.ordinary()
    machine.cards = [("/dev/dri/card0", card)]
    machine.send(.added("/dev/dri/card0"))
    #expect(rig.takeEvents() == [.changed])
    #expect(rig.display.size == PixelSize(width: 64, height: 48))
    try rig.showAll(try rig.picture())
    #expect(card.framebuffer(onCRTC: 40) != FakeCard.foreignFramebuffer)
  }

  // MARK: Consoles

  @Test func theConsoleIsTakenOverAndRestored() throws {
    let terminal = FakeTerminal()
    let rig = try Rig(FakeMachine(try .ordinary()), terminal: terminal)
    #expect(terminal.keyboard == Int32(K_OFF))
    #expect(terminal.display == Int32(KD_GRAPHICS))
    #expect(terminal.isSwitchingOurs)
    try rig.showAll(try rig.picture())
    rig.display.close()
    #expect(terminal.keyboard == Int32(K_XLATE))
    #expect(terminal.display == Int32(KD_TEXT))
    #expect(!terminal.isSwitchingOurs)
  }

  @Test func aKeyboardDisabledByAKilledProgramIsRestored() throws {
    let terminal = FakeTerminal()
    terminal.keyboard = Int32(K_OFF)
    terminal.display = Int32(KD_GRAPHICS)
    try Rig(FakeMachine(try .ordinary()), terminal: terminal).display.close()
    #expect(terminal.keyboard == Int32(K_UNICODE))
    #expect(terminal.display == Int32(KD_TEXT))
  }

  @Test(arguments: ["keyboard off", "graphics", "take switching"])
  func aRefusingTerminalIsRestored(call: String) throws {
    let terminal = FakeTerminal()
    terminal.failure = (call, EPERM)
    let rig = try Rig(FakeMachine(try .ordinary()), terminal: terminal)
    #expect(rig.display.isReady)
    #expect(rig.logged.contains("the text console could not be taken over"))
    #expect(terminal.keyboard == Int32(K_XLATE))
    #expect(terminal.display == Int32(KD_TEXT))
    #expect(!terminal.isSwitchingOurs)
  }

  @Test func anInactiveTerminalIsActivatedOrLeftAlone() throws {
    let terminal = FakeTerminal()
    terminal.active = 1
    _ = try Rig(FakeMachine(try .ordinary()), terminal: terminal)
    #expect(terminal.journal.first == "activate")

    let stuck = FakeTerminal()
    stuck.active = 1
    stuck.canActivate = false
    let rig = try Rig(FakeMachine(try .ordinary()), terminal: stuck)
    #expect(rig.logged.contains("/dev/tty7"))
    #expect(stuck.keyboard == Int32(K_XLATE))
  }

  /// If another program keeps the card, the console is not touched.
  @Test func aBusyCardLeavesTheConsoleAlone() throws {
    let card = try FakeCard.ordinary()
    card.isMasterElsewhere = true
    let terminal = FakeTerminal()
    #expect(throws: DisplayError.self) { try Rig(FakeMachine(card), terminal: terminal) }
    #expect(terminal.journal.isEmpty)
  }

  @Test func switchingConsolesPausesAndComesBack() throws {
    let terminal = FakeTerminal()
    let rig = try Rig(FakeMachine(try .ordinary()), terminal: terminal)
    try rig.showAll(try rig.picture())
    rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
    _ = rig.takeJournal()
    _ = rig.takeEvents()
    terminal.journal = []

    try switchAway(rig)
    #expect(rig.takeEvents().map(\.isPaused) == [true])
    #expect(rig.takeJournal() == ["drop master"])
    #expect(terminal.journal == ["release"])
    #expect(!rig.card.isMaster)

    // In the background, nothing is shown and cable events are deferred.
    rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
    rig.machine.send(.changed("/dev/dri/card0"))
    rig.display.tryAgain()
    #expect(rig.takeJournal().isEmpty)
    #expect(rig.display.watchdog.deadlineMicroseconds == nil)
    #expect(rig.display.retry.deadlineMicroseconds == nil)

    try switchBack(rig)
    #expect(terminal.journal == ["release", "acquire"])
    #expect(rig.takeEvents() == [.changed])
    #expect(rig.card.isMaster)
    try rig.showAll(try rig.picture(6))
    #expect(rig.takeJournal().first?.hasPrefix("modeset:") == true)
  }

  @Test func theScreenIsUnpluggedWhileAnotherConsoleIsActive() throws {
    let rig = try Rig(FakeMachine(try .ordinary()), terminal: FakeTerminal())
    try rig.showAll(try rig.picture())
    try switchAway(rig)
    rig.card.connectors[0].status = .disconnected
    _ = rig.takeEvents()
    try switchBack(rig)
    #expect(rig.takeEvents().isEmpty)
    #expect(!rig.display.isReady)
    rig.card.connectors[0].status = .connected
    rig.machine.send(.changed("/dev/dri/card0"))
    #expect(rig.takeEvents() == [.changed])
  }

  /// The card's driver is replaced while another console is active: nothing may be touched then,
  /// and the old card must not be used afterwards.
  @Test func theCardIsReplacedWhileAnotherConsoleIsActive() throws {
    let rig = try Rig(FakeMachine(try .ordinary()), terminal: FakeTerminal())
    try rig.showAll(try rig.picture())
    try switchAway(rig)
    let other = try FakeCard.ordinary()
    rig.machine.cards = [("/dev/dri/card0", other)]
    rig.machine.send(.removed("/dev/dri/card0"))
    rig.machine.send(.added("/dev/dri/card0"))
    #expect(!other.isMaster)
    _ = rig.takeEvents()
    try switchBack(rig)
    #expect(rig.takeEvents() == [.changed])
    try rig.showAll(try rig.picture(4))
    #expect(try other.pixels(of: try #require(other.framebuffer(onCRTC: 40)))[0] == 4)
  }

  /// Without a udev message, the first call after the return reveals it.
  @Test func aCardRemovedMeanwhileIsDetectedOnReturn() throws {
    let rig = try Rig(FakeMachine(try .ordinary()), terminal: FakeTerminal())
    try rig.showAll(try rig.picture())
    try switchAway(rig)
    rig.card.fail("setMaster", with: ENODEV)
    _ = rig.takeEvents()
    try switchBack(rig)
    #expect(rig.takeEvents() == [.changed])
    #expect(rig.display.isReady)
  }

  // MARK: Closing

  @Test func theScreenIsRestoredToItsOriginalState() throws {
    let rig = try lit()
    rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
    _ = rig.takeJournal()
    rig.display.close()
    #expect(
      rig.takeJournal() == [
        "modeset: HDMI-A-1.CRTC_ID=40 crtc40.MODE_ID=64x48@60 crtc40.ACTIVE=1 "
          + "plane50.FB_ID=console plane50.CRTC_ID=40 plane50.SRC_X=0 plane50.SRC_Y=0 "
          + "plane50.SRC_W=0 plane50.SRC_H=0 plane50.CRTC_X=0 plane50.CRTC_Y=0 plane50.CRTC_W=0 "
          + "plane50.CRTC_H=0",
        "drop master",
      ])
    #expect(rig.card.framebuffer(onCRTC: 40) == FakeCard.foreignFramebuffer)
    #expect(rig.card.framebuffers.isEmpty && rig.card.buffers.isEmpty)
    #expect(!rig.display.isReady)
    rig.display.close()
    rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
    #expect(rig.takeJournal().isEmpty)
  }

  @Test func theOriginalStateReturnsAfterCableAndModeChanges() throws {
    let rig = try lit()
    rig.card.connectors[0].modes = [.make(80, 60, preferred: true)]
    rig.machine.send(.changed("/dev/dri/card0"))
    try rig.showAll(try rig.picture())
    rig.display.close()
    #expect(rig.card.framebuffer(onCRTC: 40) == FakeCard.foreignFramebuffer)
    #expect(try rig.card.crtc(40).mode?.name == "64x48@60")
  }

  @Test func anUnrestorableScreenIsDisabled() throws {
    let rig = try lit()
    rig.card.fail("modeset", with: EINVAL)
    rig.display.close()
    #expect(rig.card[40, "ACTIVE"] == 0)
    #expect(rig.card.framebuffers.isEmpty)
  }

  @Test func nothingLeaksAfterLongUse() throws {
    let card = try FakeCard.ordinary()
    let blobsBefore = card.blobs.count
    do {
      let rig = try Rig(FakeMachine(card))
      for step in UInt32(0)..<20 {
        try rig.showAll(try rig.picture(step))
        if step % 7 == 3 {
          card.connectors[0].status = .disconnected
          rig.machine.send(.changed("/dev/dri/card0"))
          card.connectors[0].status = .connected
          rig.machine.send(.changed("/dev/dri/card0"))
        }
      }
      // Without `close`: deinitialization does it.
    }
    #expect(card.framebuffers.isEmpty && card.buffers.isEmpty)
    #expect(card.framebuffer(onCRTC: 40) == FakeCard.foreignFramebuffer)
    // The screen uses the copy of the restored mode.
    #expect(card.blobs.count <= blobsBefore + 1)
  }

  @Test func aFailedOpenLeaksNothing() throws {
    let card = try FakeCard.ordinary()
    card.fail("mapDumbBuffer", with: ENOMEM, times: 100)
    #expect(throws: DisplayError.self) { try Rig(FakeMachine(card)) }
    #expect(card.framebuffers.isEmpty && card.buffers.isEmpty)
    card.fail("addFramebuffer", with: EINVAL, times: 100)
    #expect(throws: DisplayError.self) { try Rig(FakeMachine(card)) }
    #expect(card.framebuffers.isEmpty && card.buffers.isEmpty)
  }

  private func switchAway(_ rig: Rig) throws {
    try #require(rig.terminal).leave()
    try rig.loop.runOnce(timeoutMilliseconds: 0)
  }

  private func switchBack(_ rig: Rig) throws {
    try #require(rig.terminal).comeBack()
    try rig.loop.runOnce(timeoutMilliseconds: 0)
  }

  private func lit() throws -> Rig {
    let rig = try Rig()
    try rig.showAll(try rig.picture())
    _ = rig.takeJournal()
    _ = rig.takeEvents()
    return rig
  }
}
