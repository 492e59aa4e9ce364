import Glibc
import Linux
import Raster
import Testing

@testable import Display

/// Calls that the kernel may refuse, and the reaction.
@Suite struct FailureTests {
  @Test func aBusyFlipIsRetriedWithTheSamePicture() throws {
    let rig = try lit()
    rig.card.fail("flip", with: EBUSY, times: 2)
    rig.display.present(try rig.picture(7), damage: everything(rig), rotation: .none)
    let bytes = rig.display.byteCount
    #expect(!rig.display.isReady)
    #expect(rig.display.retry.deadlineMicroseconds != nil)
    rig.display.tryAgain()
    #expect(rig.card.flipCount == 0)
    rig.display.tryAgain()
    #expect(rig.card.flipCount == 1)
    #expect(rig.display.byteCount == bytes)
    try rig.vblank()
    #expect(rig.display.isReady)
    #expect(try shownColour(rig) == 7)
  }

  @Test func aFlipThatStaysBusyBecomesAModeset() throws {
    let rig = try lit()
    rig.card.fail("flip", with: EBUSY, times: 100)
    rig.display.present(try rig.picture(8), damage: everything(rig), rotation: .none)
    for _ in 0..<5 where !rig.display.isReady { rig.display.tryAgain() }
    #expect(rig.display.isReady)
    #expect(rig.takeJournal().map { $0.prefix(8) } == ["modeset:"])
    #expect(rig.takeEvents() == [.lostContents, .ready(shownAtMicroseconds: nil)])
    #expect(try shownColour(rig) == 8)
  }

  @Test func aPermanentlyBusyCardPausesAndIsRetriedSlowly() throws {
    let rig = try lit()
    rig.card.fail("flip", with: EBUSY, times: 5)
    rig.card.fail("test", with: EBUSY, times: 100)
    rig.display.present(try rig.picture(8), damage: everything(rig), rotation: .none)
    var tries = 0
    while rig.display.phase == .retrying, tries < 50 {
      rig.display.tryAgain()
      tries += 1
    }
    #expect(tries < 20)
    guard case .paused(let reason) = rig.takeEvents().last else {
      Issue.record("not paused")
      return
    }
    #expect(reason.contains("busy"))
    #expect(rig.display.retry.deadlineMicroseconds != nil)
  }

  @Test(arguments: [EACCES, EPERM])
  func losingPermissionPauses(code: Int32) throws {
    let rig = try lit()
    rig.card.fail("flip", with: code)
    rig.card.isMaster = false
    rig.card.isMasterElsewhere = true
    rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
    #expect(!rig.display.isReady)
    #expect(rig.takeEvents().map(\.isPaused) == [true])
    // Still taken: it stays paused, logs nothing twice, and tries again later.
    rig.display.tryAgain()
    #expect(rig.takeEvents().isEmpty)
    #expect(rig.display.retry.deadlineMicroseconds != nil)

    rig.card.isMasterElsewhere = false
    rig.display.tryAgain()
    #expect(rig.takeEvents() == [.changed])
    _ = rig.takeJournal()
    rig.display.present(try rig.picture(3), damage: everything(rig), rotation: .none)
    #expect(rig.takeJournal().map { $0.prefix(8) } == ["modeset:"])
    #expect(try shownColour(rig) == 3)
  }

  @Test(arguments: [ENODEV, ENXIO, EIO])
  func aRemovedCardIsAwaited(code: Int32) throws {
    let rig = try lit()
    rig.card.fail("all", with: code, times: 1000)
    rig.machine.openErrors["/dev/dri/card0"] = code
    rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
    #expect(rig.takeEvents().map(\.isPaused) == [true])
    #expect(!rig.display.isReady)

    // A driver takes over under another name, as during boot.
    let other = try FakeCard.ordinary(connector: "DSI-1")
    rig.machine.cards = [("/dev/dri/card1", other)]
    rig.machine.send(.added("/dev/dri/card1"))
    #expect(rig.takeEvents() == [.changed])
    rig.display.present(try rig.picture(5), damage: everything(rig), rotation: .none)
    #expect(other.framebuffer(onCRTC: 40) != FakeCard.foreignFramebuffer)
  }

  /// Not only the first: each card that has shown a picture may be lost and replaced.
  @Test func aRemovedCardIsReplacedByAnotherAtOnce() throws {
    let rig = try lit()
    var cards = [("/dev/dri/card0", rig.card)]
    for number in 1...3 {
      cards.append(("/dev/dri/card\(number)", try FakeCard.ordinary(connector: "DSI-\(number)")))
    }
    rig.machine.cards = cards
    for (path, card) in cards.dropLast() {
      card.fail("all", with: ENODEV, times: 1000)
      rig.machine.openErrors[path] = ENODEV
      rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
      let events = rig.takeEvents()
      #expect(events.contains(.changed) && !events.contains(where: \.isPaused), "\(path)")
      rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
      #expect(rig.display.isShowing)
      _ = rig.takeEvents()
    }
  }

  @Test func aCardRemovedByUdevIsAwaited() throws {
    let rig = try lit()
    rig.machine.cards = []
    rig.machine.send(.removed("/dev/dri/card0"))
    #expect(rig.takeEvents().map(\.isPaused) == [true])
    // The removal of another card, and presenting meanwhile, have no effect.
    rig.machine.send(.removed("/dev/dri/card9"))
    rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
    #expect(rig.takeEvents().isEmpty)
  }

  @Test(arguments: [EINVAL, ERANGE, ENOSPC, E2BIG])
  func aRefusedFlipBecomesAModeset(code: Int32) throws {
    let rig = try lit()
    rig.card.fail("flip", with: code)
    rig.display.present(try rig.picture(9), damage: everything(rig), rotation: .none)
    #expect(rig.display.isReady)
    #expect(rig.takeEvents().isEmpty)
    #expect(try shownColour(rig) == 9)
  }

  @Test func aRefusedModesetFallsBackToSimplerOnes() throws {
    let rig = try Rig()
    rig.card.fail("modeset", with: EINVAL)
    rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
    #expect(rig.takeEvents() == [.changed])
    #expect(rig.logged.contains("64x48@60, legacy modesetting, XRGB8888, 2 buffers"))
    rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
    #expect(rig.display.isReady)
  }

  @Test func itPausesWhenEveryConfigurationIsRefused() throws {
    let rig = try Rig()
    rig.card.refuses = { _ in true }
    rig.card.fail("setCRTC", with: EINVAL, times: 100)
    rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
    #expect(rig.takeEvents().map(\.isPaused) == [true])
    #expect(rig.card.framebuffers.isEmpty)
  }

  // MARK: Flips that never finish

  @Test func aLostFlipEventEndsInAModeset() throws {
    let rig = try lit()
    rig.display.present(try rig.picture(4), damage: everything(rig), rotation: .none)
    #expect(rig.display.watchdog.deadlineMicroseconds != nil)
    rig.card.loseFlip()
    _ = rig.takeJournal()
    try rig.loop.advance(byMicroseconds: 999_999)
    #expect(rig.takeJournal().isEmpty)
    try rig.loop.advance(byMicroseconds: 1)
    #expect(rig.takeJournal().map { $0.prefix(8) } == ["modeset:"])
    #expect(rig.takeEvents() == [.lostContents, .ready(shownAtMicroseconds: nil)])
    #expect(rig.logged.contains("a flip did not finish"))
    #expect(try shownColour(rig) == 4)
    try rig.showAll(try rig.picture(5))
    #expect(try shownColour(rig) == 5)
  }

  @Test func theWatchdogIsUnsetBetweenFlips() throws {
    let rig = try lit()
    rig.display.present(try rig.picture(4), damage: everything(rig), rotation: .none)
    try rig.vblank()
    #expect(rig.display.watchdog.deadlineMicroseconds == nil)
    _ = rig.takeEvents()
    rig.display.flipIsOverdue()
    #expect(rig.takeEvents().isEmpty)
  }

  @Test func eventsOfForgottenFlipsAreIgnored() throws {
    let rig = try lit()
    rig.display.present(try rig.picture(4), damage: everything(rig), rotation: .none)
    let late = try #require(rig.card.flip)
    rig.card.loseFlip()
    rig.display.flipIsOverdue()
    rig.display.present(try rig.picture(5), damage: everything(rig), rotation: .none)
    _ = rig.takeEvents()
    let current = rig.card.flip
    rig.card.flip = late
    try rig.vblank()
    #expect(rig.takeEvents().isEmpty)
    #expect(!rig.display.isReady)
    rig.card.flip = current
    try rig.vblank()
    #expect(rig.display.isReady)
  }

  @Test func aLostFlipIsRetriedUntilAModesetWorks() throws {
    let rig = try lit()
    rig.display.present(try rig.picture(4), damage: everything(rig), rotation: .none)
    rig.card.loseFlip()
    rig.card.fail("test", with: EBUSY)
    rig.display.flipIsOverdue()
    #expect(rig.display.phase == .retrying)
    #expect(rig.takeEvents().isEmpty)
    rig.display.tryAgain()
    #expect(rig.display.isReady)
    #expect(rig.takeEvents() == [.lostContents, .ready(shownAtMicroseconds: nil)])
    #expect(try shownColour(rig) == 4)
  }

  private func lit() throws -> Rig {
    let rig = try Rig()
    try rig.showAll(try rig.picture())
    _ = rig.takeJournal()
    _ = rig.takeEvents()
    return rig
  }

  private func shownColour(_ rig: Rig) throws -> UInt32 {
    let shown = try #require(rig.card.framebuffer(onCRTC: 40))
    return UInt32(try rig.card.pixels(of: shown)[0])
  }
}

extension DisplayEvent {
  var isPaused: Bool {
    if case .paused = self { true } else { false }
  }
}
