import CLinux
import Glibc
import Linux
import Raster
import Testing

@testable import Display

/// Signals only trigger a check; the kernel's state decides whether the console is active.
@Suite struct ConsoleTests {
  /// An event between two turns of the loop.
  enum Cause {
    /// A person switches to another console, or back to ours.
    case leave, comeBack
    /// Another process sends the signal.
    case foreignUSR1, foreignUSR2
  }

  struct Case: CustomStringConvertible {
    var name: String
    var turns: [[Cause]]
    var calls: [String]
    var isActive: Bool
    var description: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "another console is requested", turns: [[.leave]],
      calls: ["will release", "did release"], isActive: false),
    Case(
      name: "and then ours again", turns: [[.leave], [.comeBack]],
      calls: ["will release", "did release", "did acquire"], isActive: true),
    Case(
      name: "another process sends USR1", turns: [[.foreignUSR1]],
      calls: ["will release", "did not release"], isActive: true),
    Case(name: "another process sends USR2", turns: [[.foreignUSR2]], calls: [], isActive: true),
    Case(
      name: "another process sends both", turns: [[.foreignUSR1, .foreignUSR2]],
      calls: ["will release", "did not release"], isActive: true),
    Case(
      name: "another process sends USR1 while another console is active",
      turns: [[.leave], [.foreignUSR1]], calls: ["will release", "did release"], isActive: false),
    Case(
      name: "another process sends USR2 while another console is active",
      turns: [[.leave], [.foreignUSR2]], calls: ["will release", "did release"], isActive: false),
    Case(
      name: "a foreign USR1 arrives as one with the kernel's",
      turns: [[.foreignUSR1, .leave]], calls: ["will release", "did release"], isActive: false),
    Case(
      name: "a foreign USR2 arrives with the kernel's USR1", turns: [[.leave, .foreignUSR2]],
      calls: ["will release", "did release"], isActive: false),
    Case(
      name: "ours comes and goes before the loop looks; USR1 is read first",
      turns: [[.leave], [.comeBack, .leave]], calls: ["will release", "did release"],
      isActive: false),
    Case(
      name: "and comes again", turns: [[.leave], [.comeBack, .leave], [.comeBack]],
      calls: ["will release", "did release", "did acquire"], isActive: true),
    Case(
      name: "ours comes, and another process sends USR1",
      turns: [[.leave], [.comeBack, .foreignUSR1]],
      calls: ["will release", "did release", "did acquire"], isActive: true),
  ]

  @Test(arguments: cases)
  func theStateFollowsTheKernel(_ this: Case) throws {
    let terminal = FakeTerminal()
    let loop = try EventLoop()
    let console = try Console(terminal, loop: loop)
    var calls: [String] = []
    console.willRelease = { calls.append("will release") }
    console.didRelease = { calls.append("did release") }
    console.didNotRelease = { calls.append("did not release") }
    console.didAcquire = { calls.append("did acquire") }
    for causes in this.turns {
      for cause in causes { apply(cause, to: terminal) }
      try loop.runOnce(timeoutMilliseconds: 0)
    }
    #expect(calls == this.calls)
    #expect(console.isActive == this.isActive)
    #expect((terminal.active == terminal.number) == this.isActive)
    // The kernel would never switch if it still waited for an answer.
    #expect(terminal.requested == nil)
  }

  private func apply(_ cause: Cause, to terminal: FakeTerminal) {
    switch cause {
    case .leave: terminal.leave()
    case .comeBack: terminal.comeBack()
    case .foreignUSR1: pthread_kill(pthread_self(), SIGUSR1)
    case .foreignUSR2: pthread_kill(pthread_self(), SIGUSR2)
    }
  }

  /// A switch is requested between the check of the kernel's state and the confirmation.
  @Test func aSwitchDuringTheConfirmationIsNotMissed() throws {
    let terminal = FakeTerminal()
    let loop = try EventLoop()
    let console = try Console(terminal, loop: loop)
    terminal.leave()
    try loop.runOnce(timeoutMilliseconds: 0)
    var acquireCount = 0
    console.didAcquire = { acquireCount += 1 }
    terminal.onConfirmation = { terminal.leave() }
    terminal.comeBack()
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(!console.isActive && acquireCount == 0)
    terminal.onConfirmation = {}
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(!console.isActive && terminal.active != terminal.number)
    terminal.comeBack()
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(console.isActive && acquireCount == 1)
  }

  @Test func foreignSignalsDoNotStopThePicture() throws {
    let rig = try Rig(FakeMachine(try .ordinary()), terminal: FakeTerminal())
    try rig.showAll(try rig.picture())
    _ = (rig.takeEvents(), rig.takeJournal())
    for signal in [SIGUSR1, SIGUSR2] {
      // Also during a flip, whose event must not be lost.
      rig.display.present(try rig.picture(3), damage: everything(rig), rotation: .none)
      rig.card.finishFlip(atMicroseconds: 70_000_000 + Int64(signal) * 1_000_000)
      pthread_kill(pthread_self(), signal)
      try rig.loop.runOnce(timeoutMilliseconds: 0)
      try rig.loop.runOnce(timeoutMilliseconds: 0)
      #expect(rig.display.isReady && rig.display.isShowing && rig.card.isMaster)
      #expect(
        rig.takeEvents() == [.ready(shownAtMicroseconds: 70_000_000 + Int64(signal) * 1_000_000)])
    }
    #expect(!rig.takeJournal().contains { $0.hasPrefix("modeset") })
  }

  /// If another program takes the card just when it is released, the next commit reveals it.
  @Test func aCardTakenMeanwhileIsAwaited() throws {
    let rig = try Rig(FakeMachine(try .ordinary()), terminal: FakeTerminal())
    try rig.showAll(try rig.picture())
    _ = rig.takeEvents()
    rig.card.isMasterElsewhere = true
    pthread_kill(pthread_self(), SIGUSR1)
    try rig.loop.runOnce(timeoutMilliseconds: 0)
    rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
    #expect(rig.takeEvents().map(\.isPaused) == [true])
    #expect(rig.display.retry.deadlineMicroseconds != nil)
  }

  @Test(
    "Restoring the terminal is retried, and reported if it fails",
    arguments: ["keyboard on", "text", "leave switching"], [1, Int.max])
  func restoring(_ call: String, _ failureCount: Int) throws {
    let terminal = FakeTerminal()
    let loop = try EventLoop()
    let console = try Console(terminal, loop: loop)
    var messages: [String] = []
    console.onTrouble = { messages.append($0) }
    terminal.failure = (call, EIO)
    terminal.failureCount = failureCount
    console.close()
    let isRestored =
      terminal.keyboard == Int32(K_XLATE) && terminal.display == Int32(KD_TEXT)
      && !terminal.isSwitchingOurs
    #expect(isRestored == (failureCount == 1))
    #expect(messages.count == (failureCount == 1 ? 0 : 1))
    for line in messages { #expect(line.hasPrefix("the console could not be restored: \(call)")) }
  }
}
