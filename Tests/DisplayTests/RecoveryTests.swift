import Glibc
import Linux
import Raster
import Testing

@testable import Display

/// How pauses end without an announcement, and the cost of repeated attempts.
@Suite struct RecoveryTests {
  /// Error codes that the kernel may return for every modeset, for example for lack of memory
  /// bandwidth while another program shows on the card's other output.
  static let codes = [EINVAL, ERANGE, ENOSPC, E2BIG, ENOENT, EACCES, EPERM, EBUSY, ENOMEM, EIO]

  @Test(arguments: codes)
  func aRefusalIsRetriedWithGrowingIntervals(code: Int32) throws {
    let rig = try Rig()
    refuseAll(rig.card, with: code)
    try presentWhileReady(rig)
    #expect(rig.display.phase == .paused)
    #expect(rig.takeEvents().last?.isPaused == true)

    var waits: [Int64] = []
    var lineCounts: [Int] = []
    for _ in 0..<10 {
      #expect(rig.display.retry.deadlineMicroseconds != nil)
      var recovery = rig.display.recovery
      waits.append(recovery.nextMicroseconds())
      rig.display.retry.set(atMicroseconds: nil)
      rig.display.tryAgain()
      try presentWhileReady(rig)
      #expect(rig.display.phase == .paused)
      lineCounts.append(rig.logLineCount)
    }
    // The first pause used up the first wait.
    var backoff = Backoff()
    _ = backoff.nextMicroseconds()
    #expect(waits == (0..<10).map { _ in backoff.nextMicroseconds() })
    // The first repetition may log what the first failure did not; the others log nothing.
    #expect(Set(lineCounts.dropFirst()).count == 1)

    rig.card.clearFailures()
    _ = rig.takeEvents()
    rig.display.tryAgain()
    #expect(rig.takeEvents() == [.changed])
    rig.display.present(try rig.picture(6), damage: everything(rig), rotation: .none)
    #expect(rig.display.isShowing)
    #expect(try rig.card.pixels(of: try #require(rig.card.framebuffer(onCRTC: 40)))[0] == 6)
    // The next failure is retried soon again.
    var recovery = rig.display.recovery
    #expect(recovery.nextMicroseconds() == backoff.firstMicroseconds)
    #expect(rig.display.retry.deadlineMicroseconds == nil)
  }

  /// The alarm is its only wake-up.
  @Test func theLoopWakesForTheNextAttempt() throws {
    let rig = try Rig()
    refuseAll(rig.card, with: ENOSPC)
    try presentWhileReady(rig)
    _ = rig.takeEvents()
    rig.card.clearFailures()
    let wait = Backoff().firstMicroseconds
    try rig.loop.advance(byMicroseconds: wait - 1)
    #expect(rig.delivered.isEmpty)
    try rig.loop.advance(byMicroseconds: 1)
    #expect(rig.delivered == [.changed])
  }

  /// A screen or console that returns is announced; until then nothing wakes up.
  @Test(arguments: ["cable", "console", "card"])
  func announcedRecoveriesAreNotPolled(cause: String) throws {
    let rig = try Rig(FakeMachine(try .ordinary()), terminal: FakeTerminal())
    try rig.showAll(try rig.picture())
    switch cause {
    case "cable":
      rig.card.connectors[0].status = .disconnected
      rig.machine.send(.changed("/dev/dri/card0"))
    case "console": rig.display.consoleDidRelease()
    default:
      rig.machine.cards = []
      rig.machine.send(.removed("/dev/dri/card0"))
    }
    #expect(rig.display.phase == .paused)
    #expect(rig.display.retry.deadlineMicroseconds == nil)
  }

  @Test func nothingIsRetriedWhileAnotherConsoleIsActive() throws {
    let terminal = FakeTerminal()
    let rig = try Rig(FakeMachine(try .ordinary()), terminal: terminal)
    refuseAll(rig.card, with: EINVAL)
    try presentWhileReady(rig)
    terminal.leave()
    try rig.loop.runOnce(timeoutMilliseconds: 0)
    #expect(rig.display.retry.deadlineMicroseconds == nil)
    _ = rig.takeJournal()
    rig.display.tryAgain()
    #expect(rig.takeJournal().isEmpty)
  }

  /// One card has no screen, whose arrival would be announced; the other refuses, which is not.
  @Test func aRefusalIsRetriedWhileAnotherCardWaitsForAScreen() throws {
    let other = try FakeCard.ordinary(connector: "DP-1")
    other.connectors[0].modes = []
    other.connectors[0].status = .disconnected
    let rig = try Rig(FakeMachine(try .ordinary(), other))
    refuseAll(rig.card, with: EINVAL)
    try presentWhileReady(rig)
    rig.display.tryAgain()
    #expect(rig.display.retry.deadlineMicroseconds != nil)
  }

  /// The card opens, but every commit fails; reopening it at once would keep the CPU busy.
  @Test func aRepeatedlyFailingCardIsOpenedWithBackoff() throws {
    let rig = try Rig()
    try rig.showAll(try rig.picture())
    rig.card.fail("flip", with: EIO, times: 1000)
    rig.card.fail("modeset", with: EIO, times: 1000)
    _ = rig.takeEvents()
    var presentCount = 0
    for _ in 0..<100 where rig.display.isReady {
      rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
      presentCount += 1
    }
    #expect(presentCount == 2)
    #expect(rig.takeEvents().map(\.isPaused) == [false, true])
    #expect(rig.display.retry.deadlineMicroseconds != nil)
  }

  /// No message reports the replacement; only the calls fail.
  @Test func aSilentlyReplacedDeviceIsReopened() throws {
    let rig = try Rig()
    try rig.showAll(try rig.picture())
    _ = rig.takeEvents()
    rig.card.fail("all", with: ENODEV, times: .max)
    rig.machine.cards = [("/dev/dri/card0", try FakeCard.ordinary())]
    rig.machine.send(.changed("/dev/dri/card0"))
    #expect(rig.takeEvents().map(\.isPaused) == [true])
    rig.display.tryAgain()
    #expect(rig.takeEvents() == [.changed])
  }

  /// Its file descriptor stays readable, so the loop would return to it at once.
  @Test func aCardWithUnreadableEventsIsClosed() throws {
    let rig = try Rig()
    try rig.showAll(try rig.picture())
    rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
    rig.card.fail("readEvents", with: EINVAL, times: 1000)
    rig.machine.openErrors["/dev/dri/card0"] = EIO
    rig.card.finishFlip(atMicroseconds: 50_000_000)
    _ = rig.takeEvents()
    try rig.loop.runOnce(timeoutMilliseconds: 0)
    #expect(rig.takeEvents().map(\.isPaused) == [true])
    let wakeUps = rig.loop.wakeUpCount
    rig.display.retry.set(atMicroseconds: nil)
    try rig.loop.runOnce(timeoutMilliseconds: 0)
    #expect(rig.loop.wakeUpCount == wakeUps)
  }

  /// Finding the program that has the card means reading the file descriptors of every process.
  @Test func theHolderOfTheCardIsLookedUpOnce() throws {
    let rig = try Rig()
    rig.machine.holders = ["weston (pid 7)"]
    for round in 1...2 {
      try rig.showAll(try rig.picture())
      rig.card.isMaster = false
      rig.card.isMasterElsewhere = true
      try rig.showAll(try rig.picture())
      for _ in 0..<10 {
        rig.display.tryAgain()
        #expect(rig.display.phase == .paused)
      }
      #expect(rig.machine.holderLookupCount == round)
      rig.card.isMasterElsewhere = false
      rig.display.tryAgain()
      #expect(rig.display.isReady)
    }
  }

  // MARK: Retried modesets

  /// A card that clears its memory when lit must be refilled by the caller of `present`, which
  /// alone has the picture.
  @Test func aLaterSuccessfulModesetRequestsThePicture() throws {
    let card = try FakeCard.ordinary()
    card.clearsMemoryWhenLit = true
    card.darken(connector: 20, crtc: 40, plane: 50)
    let rig = try Rig(FakeMachine(card))
    card.fail("test", with: EBUSY)
    let picture = try rig.picture(0x55)
    rig.display.present(picture, damage: everything(rig), rotation: .none)
    rig.display.tryAgain()
    #expect(rig.display.isShowing)
    let events = rig.takeEvents()
    #expect(events == [.startedShowing, .lostContents, .ready(shownAtMicroseconds: nil)])
    for event in events where event == .lostContents { try rig.showAll(picture) }
    #expect(try card.pixels(of: try #require(card.framebuffer(onCRTC: 40)))[0] == 0x55)
  }

  // MARK: Occasionally busy

  /// A success resets the count, so that rare failures do not add up.
  @Test(arguments: [5, 10, 20])
  func busyFlipsFarApartNeitherFlickerNorPause(count: Int) throws {
    let rig = try Rig()
    try rig.showAll(try rig.picture())
    _ = rig.takeJournal()
    for _ in 0..<count {
      rig.card.fail("flip", with: EBUSY)
      rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
      #expect(rig.display.phase == .retrying)
      rig.display.tryAgain()
      try rig.vblank()
      #expect(rig.display.isReady)
    }
    #expect(rig.takeJournal().count { $0.hasPrefix("modeset") } == 0)
    #expect(!rig.takeEvents().contains { $0.isPaused })
  }

  private func refuseAll(_ card: FakeCard, with code: Int32) {
    for call in ["test", "modeset", "flip", "setCRTC"] { card.fail(call, with: code, times: .max) }
  }

  /// Presents as the application does, and retries busy commits as the loop does.
  private func presentWhileReady(_ rig: Rig) throws {
    for _ in 0..<100 where rig.display.phase != .paused {
      if rig.display.phase == .retrying { rig.display.tryAgain() }
      rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
    }
  }
}
