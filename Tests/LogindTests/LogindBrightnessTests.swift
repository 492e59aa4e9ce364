import FakeLogind
import TestPatience
import Testing

@testable import Linux
@testable import Logind

/// Calls through the real libsystemd and a real bus to a fake logind.
@Suite struct LogindBrightnessTests {
  private final class User {
    let loop: EventLoop
    let brightness: LogindBrightness
    var answers: [LogindError?] = []

    init(_ place: LogindPlace) throws {
      loop = try EventLoop()
      brightness = LogindBrightness(at: place, on: loop)
      brightness.onAnswer = { [unowned self] in answers.append($0) }
    }

    /// Runs the loop until logind receives a call, but not until it answers.
    func run(untilAsked logind: FakeLogind) throws {
      // The first rounds establish the connection.
      try Patience.run(loop, told: logind.asked) { !logind.asked.isEmpty }
      try Patience.run(try EventLoop(), told: logind.asked) { logind.asked.contains("flooded") }
    }

    /// Runs the loop until that many answers have arrived; logind is another process.
    func run(untilAnswers count: Int) throws {
      try Patience.run(loop, told: answers) { answers.count >= count }
    }
  }

  @Test("The value reaches logind; after its answer nothing is open and nothing wakes the loop")
  func sets() throws {
    let logind = try FakeLogind()
    let user = try User(logind.place())
    #expect(logind.connectionCount == 0)
    user.brightness.set(70, of: "panel-light")
    #expect(logind.connectionCount == 1)
    try user.run(untilAnswers: 1)
    #expect(user.answers == [nil])
    #expect(logind.asked == ["backlight panel-light 70"])
    #expect(logind.connectionCount == 0)
    let wakeUps = user.loop.wakeUpCount
    // Neither now nor later.
    #expect(user.loop.armedMicroseconds == nil)
    try user.loop.runOnce(timeoutMilliseconds: 0)
    #expect(user.loop.wakeUpCount == wakeUps)
  }

  @Test("Of the values set during a call, only the last is sent") func coalesces() throws {
    let logind = try FakeLogind()
    let user = try User(logind.place())
    for step in 1...50 { user.brightness.set(step, of: "panel-light") }
    try user.run(untilAnswers: 2)
    #expect(logind.asked == ["backlight panel-light 1", "backlight panel-light 50"])
  }

  @Test("A flood of messages is processed in portions, one in each turn of the loop") func flood()
    throws
  {
    let logind = try FakeLogind()
    let user = try User(logind.place())
    user.brightness.set(70, of: "flood")
    try user.run(untilAsked: logind)
    try user.run(untilAnswers: 1)
    #expect(user.answers == [nil])
    // The socket's buffer holds hundreds.
    #expect((1...LogindBrightness.turnLimit).contains(user.brightness.mostInTurn))
  }

  @Test("Messages before the answer do not delay a caller that waits for it") func floodedWait()
    throws
  {
    let logind = try FakeLogind()
    let user = try User(logind.place())
    user.brightness.set(70, of: "flood")
    user.brightness.finish(withinMilliseconds: Patience.milliseconds)
    #expect(user.answers == [nil])
  }

  @Test("The answer can be waited for without running the loop") func waits() throws {
    let logind = try FakeLogind()
    let user = try User(logind.place())
    user.brightness.set(3, of: "panel-light")
    user.brightness.set(4, of: "panel-light")
    user.brightness.finish(withinMilliseconds: 10_000)
    #expect(user.answers == [nil, nil] && logind.asked.last == "backlight panel-light 4")
    user.brightness.set(5, of: "silent")
    user.brightness.finish(withinMilliseconds: 50)
    #expect(user.answers.count == 2)
  }

  @Test("Refusal, silence and a missing service are each reported in one line with a remedy")
  func failures() throws {
    let logind = try FakeLogind()
    for (device, place, words) in [
      (
        "denied", logind.place(),
        "Session is not in foreground, refusing.; run the panel in a login session"
      ),
      (
        "silent", logind.place(answerMicroseconds: 2_000_000),
        "does not answer; restart it (sudo systemctl restart systemd-logind)"
      ),
    ] {
      let user = try User(place)
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
    let user = try User(bus.place())
    user.brightness.set(7, of: "panel-light")
    try user.run(untilAnswers: 1)
    #expect(user.answers[0]?.description.contains("systemd-logind does not run") == true)
  }

  @Test("A missing bus or library is reported at once") func nothingThere() throws {
    let user = try User(FakeLogind.nowhere)
    user.brightness.set(7, of: "panel-light")
    #expect(user.answers.count == 1)
    #expect(user.answers[0]?.description.contains("install the package dbus") == true)
    let old = try User(LogindPlace(address: "unix:path=/nonexistent/bus", library: "libc.so.6"))
    old.brightness.set(7, of: "panel-light")
    #expect(
      old.answers[0]?.description
        == "libsystemd is too old, it has no sd_bus_call_method_async; "
        + "update the package libsystemd0")
    let none = try User(LogindPlace(address: "unix:path=/nonexistent/bus", library: "none.so"))
    none.brightness.set(7, of: "panel-light")
    #expect(none.answers[0]?.description.contains("install the package libsystemd0") == true)
  }

  @Test("A bus that disappears during a call is reported") func lostBus() throws {
    let user: User
    do {
      let logind = try FakeLogind()
      user = try User(logind.place())
      user.brightness.set(7, of: "silent")
      try Patience.run(user.loop, told: user.answers) { !logind.asked.isEmpty }
    }
    try user.run(untilAnswers: 1)
    #expect(user.answers[0] != nil)
  }
}
