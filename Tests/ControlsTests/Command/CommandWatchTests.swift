import CAllocationCount
import Foundation
import Layout
import Linux
import Testing

@testable import Controls

/// Programs that report continuously, including hostile ones.
@Suite struct CommandWatchTests {
  private let folder: TestFolder
  private let rig: CommandRig

  init() throws {
    folder = try TestFolder()
    rig = try CommandRig(folder)
  }

  /// A target whose `set` logs each value and whose reports the test writes.
  private final class Target {
    let settings: CommandSettings
    private let folder: TestFolder
    private let rig: CommandRig
    private let feed: LineFeed
    private var isMuted = false

    init(_ folder: TestFolder, _ rig: CommandRig) throws {
      self.folder = folder
      self.rig = rig
      feed = try LineFeed(folder, "feed")
      settings = CommandSettings(
        set: [try folder.script("set", "echo \"$1\" >> $D/log"), "{value}"],
        watch: ["cat", feed.path], mute: .init(set: ["true"], muted: "muted", unmuted: "unmuted"))
    }

    /// The values set so far, in order.
    var log: [String] { folder.lines("log") }

    /// Starts the control and reports an initial value.
    func start(at value: Int) throws {
      try rig.start(settings)
      try feed.write("\(value)")
      try rig.run { rig.levels == [Double(value) / 100] }
    }

    /// Reports values, then a toggled mute, and waits until the control reports that mute.
    func report(_ values: Int...) throws {
      isMuted.toggle()
      for value in values { try feed.write("\(value)") }
      try feed.write(isMuted ? "muted" : "unmuted")
      try rig.run { rig.lastMute == isMuted }
    }
  }

  @Test("Lines are levels, and changes by others are reported") func lines() throws {
    let target = try Target(folder, rig)
    try target.start(at: 20)
    rig.set(0.6)
    try rig.run { target.log == ["60"] }
    // The echo is not reported.
    try target.report(60)
    #expect(rig.levels == [0.2])
    try target.report(35)
    #expect(rig.levels == [0.2, 0.35])
  }

  @Test(
    "A target that answers late or rounds does not move the knob during a turn",
    arguments: [(300, 1), (0, 10), (300, 10)]) func late(_ delay: Int64, _ step: Int) throws
  {
    let target = try Target(folder, rig)
    try target.start(at: 20)
    var answers: [(dueMicroseconds: Int64, value: Int)] = []
    var seenCount = 0
    func answer() throws {
      let now = rig.loop.nowMicroseconds
      for value in target.log.dropFirst(seenCount).compactMap(Int.init) {
        answers.append((now + delay * 1000, (value + step / 2) / step * step))
        seenCount += 1
      }
      while let next = answers.first, next.dueMicroseconds <= now {
        answers.removeFirst()
        try target.report(next.value)
      }
    }
    for level in stride(from: 0.2, through: 0.8, by: 0.02) {
      rig.set(level, isFinal: false)
      try rig.pass(milliseconds: 10)
      try answer()
    }
    rig.set(0.84)
    #expect(rig.levels == [0.2])
    try rig.run { target.log.last == "84" && !rig.isBusy }
    // Nothing is reported while echoes arrive; afterwards, only a rounded value is.
    try answer()
    while !answers.isEmpty {
      #expect(rig.levels == [0.2])
      try rig.pass(milliseconds: 10)
      try answer()
    }
    try rig.pass(milliseconds: 10_000)
    #expect(rig.levels == (step == 1 ? [0.2] : [0.2, 0.8]))
  }

  @Test("A competing controller is reported after the release, and not overwritten")
  func competingController() throws {
    let target = try Target(folder, rig)
    try target.start(at: 20)
    try target.report(55, 5)
    let before = rig.levels.count
    #expect(before >= 2)
    let start = rig.loop.nowMicroseconds
    rig.set(0.9)
    try rig.run { target.log == ["90"] }
    // A foreign value is adopted once reports pause, or after 1.5 seconds.
    while rig.loop.nowMicroseconds - start < 1_300_000 {
      try target.report(55)
      try target.report(5)
      try rig.pass(milliseconds: 20)
    }
    #expect(rig.levels.count == before)
    try rig.pass(milliseconds: 200)
    #expect(rig.levels.count > before)
    #expect(target.log == ["90"])
  }

  @Test("A program that dies is restarted, and its output is read again") func dying() throws {
    let watch = try folder.script(
      "watch",
      "echo run >> $D/log; echo $(( $(wc -l < $D/log) * 10 )); read line < $D/pipe; echo oops >&2; exit 4"
    )
    let pipe = try LineFeed(folder, "pipe")
    try rig.start(CommandSettings(set: ["true", "{value}"], watch: [watch]))
    try rig.run { rig.levels == [0.1] }
    try pipe.write("die")
    try rig.run { rig.losses.count == 1 }
    // A value set now is dropped.
    rig.set(0.9)
    try rig.pass(milliseconds: 250)
    try rig.run { rig.levels.count == 2 }
    #expect(
      rig.events == [
        .level(0.1), .offline(reason: "\"\(watch)\" ended with exit status 4: oops"), .level(0.2),
      ])
  }

  @Test("A button release that waits for a running `set` is sent, even after a loss")
  func releaseAfterLoss() throws {
    let ends = try LineFeed(folder, "ends")
    let pipe = try LineFeed(folder, "pipe")
    let set = try folder.script("set", "echo \"$1\" >> $D/log; read x < $D/ends")
    let watch = try folder.script("watch", "echo 0; read line < $D/pipe; exit 4")
    var settings = CommandSettings(set: [set, "{value}"], watch: [watch])
    settings.use = .toggle
    settings.value.range = WireRange(lowest: 0, highest: 1)
    try rig.start(settings)
    try rig.run { rig.levels == [0] }
    rig.set(1)
    try rig.run { folder.lines("log") == ["1"] }
    rig.set(0)
    try pipe.write("die")
    try rig.run { rig.losses.count == 1 }
    try ends.write("end")
    try rig.run { folder.lines("log") == ["1", "0"] }
    try ends.write("end")
    try rig.run { !rig.isBusy }
  }

  @Test("A program that keeps dying restarts with a growing delay and is reported once")
  func dyingAtOnce()
    throws
  {
    // It ends when told to, not while the clock is advanced.
    let pipe = try LineFeed(folder, "pipe")
    let watch = try folder.script("watch", "echo run >> $D/log; read line < $D/pipe; exit 1")
    try rig.start(CommandSettings(watch: [watch]))
    for (count, wait) in [(1, 250), (2, 500), (3, 1000), (4, 2000)] as [(Int, Int64)] {
      try rig.run { folder.lines("log").count == count }
      try pipe.write("end")
      try rig.run { rig.isRetrying }
      // Jitter, which keeps panels from retrying together, makes a retry up to a quarter earlier.
      let shortest = wait * 3 / 4 - 1
      try rig.pass(milliseconds: shortest)
      #expect(rig.isRetrying)
      try rig.pass(milliseconds: wait - shortest)
      #expect(!rig.isRetrying)
    }
    #expect(rig.events == [.offline(reason: "\"\(watch)\" ended with exit status 1")])
  }

  @Test("A watched program that ends is reported, with a hint to use `get`") func ending() throws {
    try rig.start(CommandSettings(watch: ["echo", "40"]))
    try rig.run { rig.events.count == 2 }
    #expect(
      rig.events == [
        .level(0.4),
        .offline(
          reason:
            "\"echo\" has ended, but `watch` is for a program that keeps running; use `get` for "
            + "one that prints a value and ends"),
      ])
  }

  @Test("A program that prints nothing is unknown") func silent() throws {
    try rig.start(CommandSettings(set: ["true", "{value}"], watch: ["sleep", "1000"]))
    try rig.run { rig.control?.runner.exchange.first.deadline != nil }
    try rig.pass(milliseconds: 4999)
    #expect(rig.events.isEmpty)
    try rig.pass(milliseconds: 1)
    #expect(
      rig.events == [.unknown(reason: "\"sleep\" runs, but has not printed a value yet")])
  }

  @Test("A program can print that it is unavailable or unknown") func absence() throws {
    let feed = try LineFeed(folder, "feed")
    let watch = try folder.script("watch", "exec cat $D/feed")
    try rig.start(CommandSettings(set: ["true", "{value}"], watch: [watch]))
    try feed.write("unavailable")
    try rig.run { rig.events.count == 1 }
    #expect(rig.events == [.offline(reason: "\"\(watch)\" reports that it is unavailable")])
    try feed.write("40")
    // Not at once, because it may be flapping.
    try rig.run { rig.control?.runner.exchange.presence.deadlineMicroseconds != nil }
    try rig.pass(milliseconds: 250)
    #expect(rig.levels == [0.4])
    try feed.write("unknown")
    try rig.run { rig.events.count == 3 }
    #expect(rig.events.last == .unknown(reason: "\"\(watch)\" reports that its value is unknown"))
  }

  @Test("Invalid output before the first value is unknown, reported once with that reason")
  func invalidFirstLine() throws {
    let feed = try LineFeed(folder, "feed")
    let watch = try folder.script("watch", "exec cat $D/feed")
    try rig.start(CommandSettings(set: ["true", "{value}"], watch: [watch]))
    try feed.write("Volume: 0.45")
    try rig.run { !rig.events.isEmpty }
    try rig.pass(milliseconds: 10_000)
    #expect(
      rig.events == [.unknown(reason: "\"\(watch)\": \"Volume: 0.45\" is not a number")])
    try feed.write("40")
    try rig.run { rig.levels == [0.4] }
    try feed.write("-1")
    try rig.run { rig.events.count == 3 }
    #expect(
      rig.unreadable == ["\"\(watch)\": received -1, which is not within 0 to 100"])
  }

  @Test("`get` runs at each start of `watch`, which may print only changes")
  func getToo() throws {
    let end = try LineFeed(folder, "end")
    let watch = try folder.script("watch", "read line < $D/end; exit 1")
    let get = try folder.script("get", "echo 70")
    try rig.start(CommandSettings(set: ["true", "{value}"], watch: [watch], get: [get]))
    try rig.run { rig.levels == [0.7] }
    try end.write("end")
    try rig.run { rig.losses.count == 1 }
    try rig.pass(milliseconds: 250)
    try rig.run { rig.levels.count == 2 }
    #expect(rig.levels == [0.7, 0.7] && rig.losses.count == 1)
  }

  // MARK: Floods

  /// Runs a flooding program, checks memory and wake-ups, and returns the number of events.
  private func flood(_ script: String, milliseconds: Int64 = 1000) throws -> Int {
    let watch = try folder.script("watch", script)
    try rig.start(CommandSettings(set: ["true", "{value}"], watch: [watch]))
    try rig.run { !rig.events.isEmpty }
    let wakeUps = rig.loop.wakeUpCount
    allocation_begin_bytes()
    try rig.flow(milliseconds: milliseconds)
    #expect(allocation_most_bytes() < 20 << 20)
    #expect(rig.loop.wakeUpCount - wakeUps < 4 * Int(milliseconds) / 20)
    return rig.events.count
  }

  @Test("If lines arrive faster than they are read, the last one counts")
  func manyLines() throws {
    let program =
      "import os, time\nfor i in range(200000):\n  os.write(1, b'%d\\n' % (i % 100))\n"
      + "os.write(1, b'77\\n')\ntime.sleep(1000)"
    try folder.write(program, to: "flood.py")
    #expect(try flood("exec python3 $D/flood.py") < 120)
    try rig.run { rig.levels.last == 0.77 }
    #expect(rig.unreadable.isEmpty)
  }

  @Test("Endless equal lines are one event") func endless() throws {
    #expect(try flood("exec yes 50") == 1)
    #expect(rig.events == [.level(0.5)])
  }

  @Test("An endless line is reported and not read") func endlessLine() throws {
    #expect(try flood("echo 50; exec tr '\\0' 5 < /dev/zero") == 2)
    #expect(
      rig.unreadable == [
        "\"\(folder.file("watch"))\" printed a line of more than 1000 bytes, which is ignored"
      ])
  }

  @Test("Random bytes cause few events and only printable reasons") func randomBytes() throws {
    let count = try flood("echo 50; exec cat /dev/urandom")
    #expect(count <= 60)
    // At most one report for each kind of invalid line.
    #expect((1...3).contains(rig.unreadable.count), "\(rig.unreadable)")
    for event in rig.events {
      if case .text = event { Issue.record("text for a knob: \(event)") }
    }
    for reason in rig.unreadable {
      #expect(!reason.unicodeScalars.contains { $0.value < 32 || $0.value == 127 })
    }
  }

  @Test("Endless standard error output changes nothing") func endlessErrors() throws {
    #expect(try flood("echo 50; exec yes error >&2") == 1)
  }

  @Test("A flooding program does not hold up another") func others() throws {
    let flood = CommandSettings(watch: ["yes", "50"])
    let feed = try LineFeed(folder, "feed")
    let quiet = CommandSettings(watch: ["cat", feed.path])
    let factory = CommandBackEnd().makeFactory(on: rig.loop)
    var levels: [[Double]] = [[], []]
    let controls = [flood, quiet].compactMap { factory.makeControl(ifOwn: $0) }
    for (index, control) in controls.enumerated() {
      control.onEvent = { if case .level(let level) = $0 { levels[index].append(level) } }
      control.start()
    }
    try rig.run { levels == [[0.5], []] }
    try rig.flow(milliseconds: 200)
    try feed.write("10")
    try rig.run { levels == [[0.5], [0.1]] }
    for control in controls { control.stop() }
  }
}
