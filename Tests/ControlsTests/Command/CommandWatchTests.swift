import Foundation
import Linux
import Testing

@testable import Controls

/// Programs that report as long as they run, also hostile ones.
@Suite struct CommandWatchTests {
  private let folder: TestFolder
  private let rig: CommandRig

  init() throws {
    folder = try TestFolder()
    rig = try CommandRig(folder)
  }

  /// Settings of a target: `set` writes a file, and `watch` prints it when it changes.
  private func target(_ delay: String = "0", step: Int = 1) throws -> CommandSettings {
    try folder.write("20\n", to: "state")
    let set = try folder.script(
      "set",
      "echo \"$1\" >> $D/log; (echo $(( ($1 + \(step) / 2) / \(step) * \(step) )) > $D/new.$$"
        + "; mv $D/new.$$ $D/state)")
    let watch = try folder.script(
      "watch",
      """
      old=
      while :; do
        read new < $D/state
        [ "$new" = "$old" ] || { (sleep \(delay); echo "$new") & }
        old=$new; sleep 0.01
      done
      """)
    return CommandSettings(set: [set, "{value}"], watch: [watch])
  }

  @Test("Lines are levels, and changes of others are reported") func lines() throws {
    try rig.start(try target())
    try rig.run { rig.levels == [0.2] }
    rig.set(0.6)
    try rig.run { folder.text("state") == "60\n" }
    try rig.linger(milliseconds: 200)
    // The echo is no news.
    #expect(rig.events == [.level(0.2)])
    try rig.linger(milliseconds: 100)
    try folder.write("35\n", to: "state")
    try rig.run { rig.events == [.level(0.2), .level(0.35)] }
  }

  @Test(
    "A target that answers late, or rounds, does not make the knob turn back while it is turned",
    arguments: [("0.3", 1), ("0", 10), ("0.3", 10)]) func late(_ delay: String, _ step: Int) throws
  {
    try rig.start(try target(delay, step: step))
    try rig.run { rig.levels == [0.2] }
    for level in stride(from: 0.2, through: 0.8, by: 0.02) {
      rig.set(level, isFinal: false)
      try rig.linger(milliseconds: 10)
    }
    rig.set(0.84)
    #expect(rig.events == [.level(0.2)])
    try rig.linger(milliseconds: 1000)
    #expect(folder.lines("log").last == "84")
    // While the echoes come in, nothing is told; then at most what the target made of it.
    try rig.linger(milliseconds: 2500)
    #expect(rig.levels == (step == 1 ? [0.2] : [0.2, 0.8]))
  }

  @Test("A second controller that fights is heard when the hand is gone, and not pushed back")
  func fighting() throws {
    var settings = CommandSettings(
      set: [try folder.script("set", "echo \"$1\" >> $D/log"), "{value}"])
    settings.watch = [
      try folder.script("watch", "echo 20; while :; do sleep 0.02; echo 55; echo 5; done")
    ]
    try rig.start(settings)
    try rig.run { rig.levels.count >= 2 }
    let before = rig.levels.count
    rig.set(0.9)
    // What it says counts once nothing else has come for a while, or after a second and a half.
    try rig.linger(milliseconds: 300)
    #expect(rig.levels.count == before)
    #expect(folder.lines("log") == ["90"])
    try rig.run { rig.levels.count > before }
    #expect(folder.lines("log") == ["90"])
  }

  @Test("A program that dies is started again, and what it says is read again") func dying() throws
  {
    let watch = try folder.script(
      "watch",
      "echo run >> $D/log; echo $(( $(wc -l < $D/log) * 10 )); read line < $D/pipe; echo oops >&2; exit 4"
    )
    try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
    try rig.start(CommandSettings(set: ["true", "{value}"], watch: [watch]))
    try rig.run { rig.levels == [0.1] }
    try folder.write("die\n", to: "pipe")
    try rig.run { rig.losses.count == 1 }
    // What is set now is dropped.
    rig.set(0.9)
    try rig.run { rig.levels.count == 2 }
    #expect(
      rig.events == [
        .level(0.1), .offline(reason: "\"\(watch)\" ended with exit status 4: oops"), .level(0.2),
      ])
  }

  @Test("One that dies at once is started ever more seldom, and told once") func dyingAtOnce()
    throws
  {
    let watch = try folder.script("watch", "echo run >> $D/log; exit 1")
    try rig.start(CommandSettings(watch: [watch]))
    try rig.run { folder.lines("log").count == 3 }
    try rig.linger(milliseconds: 300)
    #expect(folder.lines("log").count == 3)
    #expect(rig.events == [.offline(reason: "\"\(watch)\" ended with exit status 1")])
  }

  @Test("One that ends is told what `get` is for") func ending() throws {
    try rig.start(CommandSettings(watch: ["echo", "40"]))
    try rig.run { rig.events.count == 2 }
    #expect(
      rig.events == [
        .level(0.4),
        .offline(
          reason:
            "\"echo\" has ended, but `watch` is for a program that goes on; use `get` for one "
            + "that prints a value and ends"),
      ])
  }

  @Test("One that prints nothing is unknown") func silent() throws {
    let settings = CommandSettings(set: ["true", "{value}"], watch: ["sleep", "1000"])
    let control = CommandControl(
      settings, starter: ProgramStarter(loop: rig.loop), leaving: LeavingPrograms(), loop: rig.loop)
    control.firstLineMicroseconds = 50_000
    var events: [ControlEvent] = []
    control.onEvent = { events.append($0) }
    control.start()
    try rig.run { !events.isEmpty }
    #expect(
      events == [.unknown(reason: "\"sleep\" runs, but has not printed a value yet")])
    control.stop()
  }

  @Test("What it says of itself") func absence() throws {
    let watch = try folder.script("watch", "exec tail -n +1 -f $D/say")
    try folder.write("unavailable\n", to: "say")
    try rig.start(CommandSettings(set: ["true", "{value}"], watch: [watch]))
    try rig.run { rig.events.count == 1 }
    #expect(rig.events == [.offline(reason: "\"\(watch)\" says that it is not available")])
    try folder.write("unavailable\n40\n", to: "say")
    try rig.run { rig.levels == [0.4] }
    try folder.write("unavailable\n40\nunknown\n", to: "say")
    try rig.run { rig.events.count == 3 }
    #expect(rig.events.last == .unknown(reason: "\"\(watch)\" says that its value is not known"))
  }

  @Test("Its value is asked for each time it starts, because it may print only changes")
  func getToo() throws {
    let watch = try folder.script("watch", "echo run >> $D/log; sleep 0.3; exit 1")
    let get = try folder.script("get", "echo 70")
    try rig.start(CommandSettings(set: ["true", "{value}"], watch: [watch], get: [get]))
    try rig.run { rig.levels.count == 2 }
    #expect(rig.levels == [0.7, 0.7] && rig.losses.count == 1)
  }

  // MARK: Floods

  /// What comes while a program floods: rounds of the loop stay short, and events few.
  private func flood(_ script: String, milliseconds: Int64 = 1000) throws -> Int {
    let watch = try folder.script("watch", script)
    try rig.start(CommandSettings(set: ["true", "{value}"], watch: [watch]))
    try rig.run { !rig.events.isEmpty }
    let wakeUps = rig.loop.wakeUpCount
    let before = processMemory()
    try rig.linger(milliseconds: milliseconds)
    #expect(processMemory() - before < 20 << 20)
    #expect(rig.loop.wakeUpCount - wakeUps < 4 * Int(milliseconds) / 20)
    return rig.events.count
  }

  private func processMemory() -> Int {
    let statm = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (statm.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
  }

  @Test("Ten thousand lines a second, each written by itself, and the last is the one that counts")
  func manyLines() throws {
    let program =
      "import os, time\nfor i in range(20000):\n  os.write(1, b'%d\\n' % (i % 100))\n"
      + "  i % 100 or time.sleep(0.01)\nos.write(1, b'77\\n')\ntime.sleep(1000)"
    try folder.write(program, to: "flood.py")
    #expect(try flood("exec python3 $D/flood.py") < 120)
    try rig.run { rig.levels.last == 0.77 }
    #expect(rig.unreadable.isEmpty)
  }

  @Test("As much as it can") func endless() throws {
    #expect(try flood("exec yes 50") == 1)
    #expect(rig.events == [.level(0.5)])
  }

  @Test("A line without an end") func endlessLine() throws {
    #expect(try flood("echo 50; exec tr '\\0' 5 < /dev/zero") == 2)
    #expect(
      rig.unreadable == [
        "\"\(folder.file("watch"))\" printed a line of more than 1000 bytes, which is not read"
      ])
  }

  @Test("Anything at all") func garbage() throws {
    let count = try flood("echo 50; exec cat /dev/urandom")
    #expect(count <= 60)
    #expect(rig.unreadable.count == 1)
    for event in rig.events {
      guard case .text(let text) = event else { continue }
      #expect(!text.unicodeScalars.contains { $0.value < 32 || $0.value == 127 })
    }
  }

  @Test("Standard error without an end") func endlessErrors() throws {
    #expect(try flood("echo 50; exec yes error >&2") == 1)
  }

  @Test("While one floods, the other one is heard") func others() throws {
    let flood = CommandSettings(watch: ["yes", "50"])
    let quiet = CommandSettings(watch: ["sh", "-c", "sleep 0.3; echo 10; exec sleep 1000"])
    let factory = CommandControlFactory(loop: rig.loop)
    var levels: [[Double]] = [[], []]
    let controls = [flood, quiet].map { factory.makeControl($0) }
    for (index, control) in controls.enumerated() {
      control.onEvent = { if case .level(let level) = $0 { levels[index].append(level) } }
      control.start()
    }
    try rig.run { levels == [[0.5], [0.1]] }
    for control in controls { control.stop() }
  }
}
