import Foundation
import Linux
import TestPatience
import Testing

/// That a panel nobody touches does nothing at all: the real program on its real event loop.
@Suite struct IdleTests {
  @Test("while nothing changes there is no wake-up and no timer, and a save wakes it")
  func rests() throws {
    // Away from where other tests come and go: that, too, is something happening on the way to the
    // layout file.
    try Knobpanel.inFolder(of: URL(filePath: "/var/tmp")) { folder in
      let panel = try RunningPanel(RunningPanel.text(value: 10), in: folder)
      try waitForRest(of: panel)
      #expect(try armedTimers(of: panel) == [])
      let before = try switches(of: panel)
      // That nothing happens can only be seen by waiting: no event tells of it.
      usleep(2_000_000)
      #expect(try switches(of: panel) == before)
      // What is counted does count.
      try Data(RunningPanel.text(value: 30).utf8).write(to: panel.layout)
      try panel.waitForValue(30)
      #expect(try switches(of: panel) > before)
      try waitForRest(of: panel)
      #expect(try armedTimers(of: panel) == [])
    }
  }

  /// What follows a start or a save (looking whether the file is still being written) ends.
  ///
  /// The kernel tells nobody that another process waits, so it is looked at again and again. Its threads
  /// are looked at one after the other, so that one may have woken another that was asleep: they rest
  /// when all sleep in two looks and none has run in between.
  private func waitForRest(of panel: RunningPanel) throws {
    let end = MonotonicClock.microseconds + Patience.seconds * 1_000_000
    var before: Int?
    while true {
      let timers = try armedTimers(of: panel)
      var count: Int?
      if timers.isEmpty, try isAsleep(panel) { count = try switches(of: panel) }
      if let count, count == before { return }
      before = count
      try #require(MonotonicClock.microseconds < end, "it never rests: \(timers)")
      usleep(20_000)
    }
  }

  /// Whether each of its threads waits for something (proc(5)).
  private func isAsleep(_ panel: RunningPanel) throws -> Bool {
    let tasks = panel.statusFolder + "/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).allSatisfy { task in
      // A thread may end in between.
      let status = try? String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
      return status?.contains("\nState:\tS") != false
    }
  }

  /// How often its threads went to sleep or were put aside, all together (proc(5)).
  private func switches(of panel: RunningPanel) throws -> Int {
    let tasks = panel.statusFolder + "/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
      // One that reads what was saved ends when it has, in between too.
      guard let status = try? String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
      else { return sum }
      let counts = status.split(separator: "\n").filter { $0.contains("ctxt_switches:") }
      try #require(counts.count == 2)
      return sum + counts.reduce(0) { $0 + (Int($1.filter(\.isNumber)) ?? 0) }
    }
  }

  /// What its timers are set to, those that are (timerfd_create(2)).
  private func armedTimers(of panel: RunningPanel) throws -> [String] {
    let infos = panel.statusFolder + "/fdinfo"
    let timers = try FileManager.default.contentsOfDirectory(atPath: infos).compactMap { number in
      // One may be closed in between.
      try? String(contentsOfFile: "\(infos)/\(number)", encoding: .utf8)
    }.filter { $0.contains("it_value:") }
    try #require(!timers.isEmpty)
    // One waits for the clock to be set, and until the year 2100.
    return timers.filter { !$0.contains("it_value: (0, 0)") && !$0.contains("clockid: 0\n") }
  }
}
