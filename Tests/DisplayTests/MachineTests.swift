import Glibc
import Linux
import TestPatience
import Testing

@testable import Display

/// The real implementations, as far as any machine can run them.
@Suite struct MachineTests {
  @Test func cardsOfASeatThatDoesNotExist() throws {
    let cards = try UdevCards(access: .direct)
    #expect(try cards.cards(seat: "no such seat").isEmpty)
    #expect(cards.deviceFile(named: "card0") == "/dev/dri/card0")
    // Symbolic links are resolved, such as those in /dev/dri/by-path.
    #expect(cards.deviceFile(named: "/proc/self/exe") != "/proc/self/exe")
    #expect(cards.group(of: "/") == "root")
    #expect(cards.group(of: "/nowhere") == nil)
  }

  @Test func udevCanBeWatchedAndUnwatched() throws {
    let loop = try EventLoop()
    let cards = try UdevCards(access: .direct)
    try cards.watch(on: loop) { _ in Issue.record("no card came or went") }
    try loop.runOnce(timeoutMilliseconds: 0)
    cards.unwatch()
    cards.unwatch()
  }

  @Test func aMissingCardIsAnErrorWithItsName() throws {
    let cards = try UdevCards(access: .direct)
    #expect(throws: SystemError(call: "open", subject: "/dev/dri/card99", code: ENOENT)) {
      try cards.open("/dev/dri/card99")
    }
  }

  /// Any file can be opened under a card's name; one that is not a card refuses every call.
  @Test func aFileThatIsNotACardIsRefused() throws {
    let device = try LinuxDRMDevice(opening: "/dev/null", by: .direct)
    #expect(throws: SystemError.self) { try device.resources() }
    #expect(throws: SystemError.self) { try device.connector(1, probing: true) }
    #expect(throws: SystemError.self) { try device.propertyValues(of: 1, kind: .plane) }
    #expect(throws: SystemError.self) { try device.enable(.atomic) }
    var request = AtomicRequest()
    request.set(1, 2, to: 3)
    #expect(throws: SystemError.self) { try device.commit(request, flags: [], userData: 0) }
    #expect(!device.hasDumbBuffers)
    #expect(device.driverName == "unknown")
    var count = 0
    try device.readEvents { _ in count += 1 }
    #expect(count == 0)
  }

  /// Another process that has a file open is found by name.
  @Test func holdersAreFoundByTheirOpenFiles() throws {
    let path = "/tmp/held-\(getpid())"
    close(try check("open") { open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600) })
    defer { unlink(path) }
    #expect(ProcessList.holders(of: path).isEmpty)

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDONLY, 0)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var arguments = [strdup("sleep"), strdup("60"), nil]
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    try #require(posix_spawnp(&child, "sleep", &actions, nil, &arguments, nil) == 0)
    defer {
      kill(child, SIGKILL)
      waitpid(child, nil, 0)
    }
    // The name changes during exec, which has begun.
    let loop = try EventLoop()
    var holders: [String] = []
    try Patience.run(loop, state: holders) {
      holders = ProcessList.holders(of: path)
      return holders == ["sleep (pid \(child))"]
    }
  }

  @Test(arguments: [
    (EBUSY, CommitFailure.busy), (ENOMEM, .busy), (EACCES, .notMaster), (EPERM, .notMaster),
    (EINVAL, .refused), (ERANGE, .refused), (ENOSPC, .refused), (E2BIG, .refused),
    (ENOENT, .refused), (EOPNOTSUPP, .refused), (ENOSYS, .refused), (ENOTTY, .refused),
    (ENODEV, .gone), (ENXIO, .gone), (EIO, .gone), (EAGAIN, .busy), (ETIMEDOUT, .busy),
  ])
  func errorsByClass(code: Int32, failure: CommitFailure) {
    #expect(CommitFailure(code: code) == failure)
  }

  // MARK: Crashes

  /// A crash still ends the program, and for its original reason.
  @Test func aCrashKeepsItsSignalAfterTheConsoleIsRestored() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      CrashRestore.arm(terminal: open("/dev/null", O_RDWR), keyboardMode: 0)
      raise(SIGSEGV)
    }
    await #expect(processExitsWith: .signal(SIGTERM)) {
      CrashRestore.arm(terminal: open("/dev/null", O_RDWR), keyboardMode: 0)
      // Sent to the process, as a person or systemd would; the test threads block it.
      kill(getpid(), SIGTERM)
      pause()
    }
  }

  @Test func aTrapKeepsItsSignalAfterTheConsoleIsRestored() async {
    await #expect(processExitsWith: .failure) {
      CrashRestore.arm(terminal: open("/dev/null", O_RDWR), keyboardMode: 0)
      let none: [Int] = []
      exit(Int32(none[CommandLine.arguments.count]) * 0)
    }
  }
}
