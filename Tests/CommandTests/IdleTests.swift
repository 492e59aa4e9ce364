import Foundation
import Linux
import TestPatience
import Testing

/// An untouched panel does nothing: the real program on its real event loop.
@Suite struct IdleTests {
  @Test("an unchanged panel has no wake-ups and no timers, and a save wakes it")
  func rests() throws {
    // Not in the temporary folder, where other tests change files on the path to the layout.
    try Knobpanel.inFolder(of: URL(filePath: "/var/tmp")) { folder in
      let panel = try RunningPanel(RunningPanel.text(value: 10), in: folder)
      try waitForRest(of: panel)
      #expect(try armedTimers(of: panel) == [])
      let before = try switches(of: panel)
      // Inactivity can only be observed by waiting; no event reports it.
      usleep(2_000_000)
      #expect(try switches(of: panel) == before)
      // The counter does count.
      try Data(RunningPanel.text(value: 30).utf8).write(to: panel.layout)
      try panel.waitForValue(30)
      #expect(try switches(of: panel) > before)
      try waitForRest(of: panel)
      #expect(try armedTimers(of: panel) == [])
    }
  }

  /// Waits until the work after a start or a save (checking whether the file is still being
  /// written) has ended.
  ///
  /// The kernel does not report that another process sleeps, so it is polled. Its threads are
  /// checked one after the other, and one may have woken another that was asleep: they are at rest
  /// when all sleep in two checks and none has run in between.
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

  /// Whether all of its threads are sleeping (proc(5)).
  private func isAsleep(_ panel: RunningPanel) throws -> Bool {
    let tasks = panel.statusFolder + "/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).allSatisfy { task in
      // A thread may end in between.
      let status = try? String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
      return status?.contains("\nState:\tS") != false
    }
  }

  /// Returns the number of context switches of all its threads (proc(5)).
  private func switches(of panel: RunningPanel) throws -> Int {
    let tasks = panel.statusFolder + "/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
      // The thread that reads a saved layout ends afterwards, maybe in between.
      guard let status = try? String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
      else { return sum }
      let counts = status.split(separator: "\n").filter { $0.contains("ctxt_switches:") }
      try #require(counts.count == 2)
      return sum + counts.reduce(0) { $0 + (Int($1.filter(\.isNumber)) ?? 0) }
    }
  }

  /// Returns the settings of its armed timers (timerfd_create(2)).
  private func armedTimers(of panel: RunningPanel) throws -> [String] {
    let infos = panel.statusFolder + "/fdinfo"
    let timers = try FileManager.default.contentsOfDirectory(atPath: infos).compactMap { number in
      // A descriptor may be closed in between.
      try? String(contentsOfFile: "\(infos)/\(number)", encoding: .utf8)
    }.filter { $0.contains("it_value:") }
    try #require(!timers.isEmpty)
    // One timer detects that the clock is set, and is armed until the year 2100.
    return timers.filter { !$0.contains("it_value: (0, 0)") && !$0.contains("clockid: 0\n") }
  }
}
