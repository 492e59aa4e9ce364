import FakeLogind
import TestPatience
import Testing

@testable import Linux
@testable import Backlight

/// Calls through the real libsystemd and a real bus to a fake logind.
@Suite struct LogindBrightnessTests {
  private final class User {
    let loop: EventLoop
    let brightness: LogindBrightness
    var answers: [LogindError?] = []

    init(_ options: LogindOptions) throws {
      loop = try EventLoop()
      brightness = LogindBrightness(options: options, on: loop)
      brightness.onAnswer = { [unowned self] in answers.append($0) }
    }

    /// Runs the loop until logind receives a call, but not until it answers.
    func run(untilCalled logind: FakeLogind) throws {
      // The first rounds establish the connection.
      try Patience.run(loop, state: logind.requests) { !logind.requests.isEmpty }
      try Patience.run(try EventLoop(), state: logind.requests) {
        logind.requests.contains("flooded")
      }
    }

    /// Runs the loop until that many answers have arrived; logind is another process.
    func run(untilAnswers count: Int) throws {
      try Patience.run(loop, state: answers) { answers.count >= count }
    }
  }

  @Test("The value reaches logind; after its answer nothing is open and nothing wakes the loop")
  func sets() throws {
    let logind = try FakeLogind()
    let user = try User(logind.options())
    #expect(logind.connectionCount == 0)
    user.brightness.set(70, of: "panel-light")
    #expect(logind.connectionCount == 1)
    try user.run(untilAnswers: 1)
    #expect(user.answers == [nil])
    #expect(logind.requests == ["backlight panel-light 70"])
    #expect(logind.connectionCount == 0)
    let wakeUps = user.loop.wakeUpCount
    // Neither now nor later.
    #expect(user.loop.armedMicroseconds == nil)
    try user.loop.runOnce(timeoutMilliseconds: 0)
    #expect(user.loop.wakeUpCount == wakeUps)
  }

  @Test("Of the values set during a call, only the last is sent") func coalesces() throws {
    let logind = try FakeLogind()
    let user = try User(logind.options())
    for step in 1...50 { user.brightness.set(step, of: "panel-light") }
    try user.run(untilAnswers: 2)
    #expect(logind.requests == ["backlight panel-light 1", "backlight panel-light 50"])
  }

  @Test("A flood of messages is processed in portions, one in each turn of the loop") func flood()
    throws
  {
    let logind = try FakeLogind()
    let user = try User(logind.options())
    user.brightness.set(70, of: "flood")
    try user.run(untilCalled: logind)
    try user.run(untilAnswers: 1)
    #expect(user.answers == [nil])
    // The socket's buffer holds hundreds.
    #expect((1...LogindBrightness.turnLimit).contains(user.brightness.maximumInTurn))
  }

  @Test("Messages before the answer do not delay a caller that waits for it") func floodedWait()
    throws
  {
    let logind = try FakeLogind()
    let user = try User(logind.options())
    user.brightness.set(70, of: "flood")
    user.brightness.finish(withinMilliseconds: Patience.milliseconds)
    #expect(user.answers == [nil])
  }

  @Test("The answer can be waited for without running the loop") func waits() throws {
    let logind = try FakeLogind()
    let user = try User(logind.options())
    user.brightness.set(3, of: "panel-light")
    user.brightness.set(4, of: "panel-light")
    user.brightness.finish(withinMilliseconds: 10_000)
    #expect(user.answers == [nil, nil] && logind.requests.last == "backlight panel-light 4")
    user.brightness.set(5, of: "silent")
    user.brightness.finish(withinMilliseconds: 50)
    #expect(user.answers.count == 2)
  }

  @Test("Refusal, silence and a missing service are each reported in one line with a remedy")
  func failures() throws {
    let logind = try FakeLogind()
    for (device, options, words) in [
      (
        "denied", logind.options(),
        "Session is not in foreground, refusing.; run the panel in a login session"
      ),
      (
        "silent", logind.options(answerMicroseconds: 2_000_000),
        "does not answer; restart it (sudo systemctl restart systemd-logind)"
      ),
    ] {
      let user = try User(options)
      user.brightness.set(7, of: device)
      try user.run(untilAnswers: 1)
      let text = user.answers[0]?.description ?? "none"
      #expect(text.contains(words) && !text.contains("\n"), "\(text)")
      // The next value is tried.
      user.brightness.set(8, of: "panel-light")
      try user.run(untilAnswers: 2)
      #expect(user.answers[1] == nil)
    }
    let bus = try FakeLogind(isRunning: false)
    let user = try User(bus.options())
    user.brightness.set(7, of: "panel-light")
    try user.run(untilAnswers: 1)
    #expect(user.answers[0]?.description.contains("systemd-logind is not running") == true)
  }

  @Test("A missing bus or library is reported at once") func missingBusOrLibrary() throws {
    let user = try User(FakeLogind.nowhere)
    user.brightness.set(7, of: "panel-light")
    #expect(user.answers.count == 1)
    #expect(user.answers[0]?.description.contains("install the package dbus") == true)
    let old = try User(LogindOptions(address: "unix:path=/nonexistent/bus", library: "libc.so.6"))
    old.brightness.set(7, of: "panel-light")
    #expect(
      old.answers[0]?.description
        == "libsystemd is too old, it has no sd_bus_call_method_async; "
        + "update the package libsystemd0")
    let none = try User(LogindOptions(address: "unix:path=/nonexistent/bus", library: "none.so"))
    none.brightness.set(7, of: "panel-light")
    #expect(none.answers[0]?.description.contains("install the package libsystemd0") == true)
  }

  @Test("A bus that disappears during a call is reported") func lostBus() throws {
    let user: User
    do {
      let logind = try FakeLogind()
      user = try User(logind.options())
      user.brightness.set(7, of: "silent")
      try Patience.run(user.loop, state: user.answers) { !logind.requests.isEmpty }
    }
    try user.run(untilAnswers: 1)
    #expect(user.answers[0] != nil)
  }
}
