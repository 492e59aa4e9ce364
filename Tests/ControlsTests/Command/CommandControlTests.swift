import Foundation
import Layout
import Linux
import Testing

@testable import Controls

/// Real programs that set and report values.
@Suite struct CommandControlTests {
  private let folder: TestFolder
  private let rig: CommandRig

  init() throws {
    folder = try TestFolder()
    rig = try CommandRig(folder)
  }

  // MARK: Setting

  @Test("Without `get` or `watch`, the initial value is assumed and nothing runs at the start")
  func assumed() throws {
    let set = try folder.script("set", "echo \"$1\" >> $D/log")
    var settings = CommandSettings(set: [set, "{value}"])
    settings.initialLevel = 0.25
    try rig.start(settings)
    #expect(rig.events == [.level(0.25)])
    rig.set(0.5)
    try rig.run { folder.lines("log") == ["50"] }
    rig.set(0.75)
    try rig.run { folder.lines("log") == ["50", "75"] }
    // A level that rounds to the same value is not set again.
    try rig.run { !rig.isBusy }
    rig.set(0.751)
    #expect(!rig.isBusy)
    #expect(folder.lines("log") == ["50", "75"])
    #expect(rig.events == [.level(0.25)])
  }

  @Test("Each argument is passed whole, and no shell interprets it") func arguments() throws {
    let set = try folder.script("set", "for a in \"$@\"; do echo \"<$a>\" >> $D/log; done")
    try rig.start(
      CommandSettings(set: [set, "", "a  b", "$HOME;`id`", "{value}/{value}%", "*", "--x={value}"]))
    rig.set(0.5)
    try rig.run { folder.lines("log").count == 6 }
    #expect(folder.lines("log") == ["<>", "<a  b>", "<$HOME;`id`>", "<50/50%>", "<*>", "<--x=50>"])
  }

  @Test("A wheel sends and reads the words of its sectors") func sectors() throws {
    let set = try folder.script("set", "echo \"$1\" >> $D/log")
    var settings = CommandSettings(set: [set, "{value}"], get: ["echo", "CD"])
    settings.value = ValueText(
      range: WireRange(lowest: 0, highest: 2), words: ["tuner", "cd", "hdmi1"],
      names: ["Radio", "CD", "TV"])
    try rig.start(settings)
    try rig.run { rig.events == [.level(0.5)] }
    rig.set(1)
    try rig.run { folder.lines("log") == ["hdmi1"] }
  }

  @Test("`set` never overlaps, skips old values and always sets the last") func slow() throws {
    let ends = try LineFeed(folder, "ends")
    let set = try folder.script(
      "set",
      "mkdir $D/lock || echo two >> $D/log; echo \"$1\" >> $D/log; read x < $D/ends; rmdir $D/lock")
    try rig.start(CommandSettings(set: [set, "{value}"]))
    rig.set(0.01, isFinal: false)
    try rig.run { folder.lines("log") == ["1"] }
    for step in 2...40 {
      rig.set(Double(step) / 100, isFinal: false)
      try rig.pass(milliseconds: 5)
    }
    #expect(folder.lines("log") == ["1"])
    try ends.write("end")
    try rig.run { folder.lines("log") == ["1", "40"] }
    rig.set(0.98)
    rig.set(0.99)
    try ends.write("end")
    try ends.write("end")
    try rig.run { !rig.isBusy }
    #expect(folder.lines("log") == ["1", "40", "99"])
    #expect(rig.events == [.level(0)])
  }

  @Test("A program starts in /, with empty input, no extra descriptors and no blocked signals")
  func environment() throws {
    let set = try folder.script(
      "set",
      """
      { pwd; cat; ls /proc/self/fd | tr '\\n' ' '; grep -E '^Sig(Blk|Ign)' /proc/self/status
      [ "$(ps -o pgid= -p $$ | tr -d ' ')" = $$ ] && echo own group; tr '\\0' '\\n' </proc/$$/environ | grep ^PATH=
      } > $D/log.part 2>&1; mv $D/log.part $D/log
      """)
    let other = open("/dev/null", O_RDONLY)
    defer { close(other) }
    _ = signal(SIGUSR1, SIG_IGN)
    try rig.start(CommandSettings(set: [set, "{value}"]))
    rig.set(0.5)
    try rig.run { folder.has("log") }
    let log = folder.lines("log")
    #expect(log.first == "/")
    // Descriptor 3 is the directory that `ls` reads.
    #expect(log.dropFirst().first == "0 1 2 3 SigBlk:\t0000000000000000")
    // glibc may ignore its two internal signals, which no program uses.
    #expect(log.contains("SigIgn:\t0000000180000000") || log.contains("SigIgn:\t0000000000000000"))
    #expect(log.contains("own group"))
    // PATH is inherited; a shell started without one would use its own default.
    let path = try #require(ProcessInfo.processInfo.environment["PATH"])
    #expect(log.last == "PATH=\(path)")
  }

  // MARK: Failures

  @Test("A failing program is reported with its own message, once a minute") func failing() throws {
    let set = try folder.script("set", "echo \"$1\" >> $D/log; echo; echo no amplifier >&2; exit 3")
    try rig.start(CommandSettings(set: [set, "{value}"]))
    rig.set(0.5)
    try rig.run { rig.unreadable.count == 1 }
    #expect(rig.unreadable == ["\"\(set)\" ended with exit status 3: no amplifier"])
    // The same value runs again, because it was not set.
    rig.set(0.5)
    try rig.run { folder.lines("log") == ["50", "50"] && !rig.isBusy }
    #expect(rig.events.count == 2)
    try rig.pass(milliseconds: 60_000)
    rig.set(0.5)
    try rig.run { rig.unreadable.count == 2 }
  }

  @Test("After a failure, the value is read and the knob returns to it") func reading() throws {
    let set = try folder.script("set", "exit 1")
    let get = try folder.script("get", "echo 20; echo run >> $D/log")
    try rig.start(CommandSettings(set: [set, "{value}"], get: [get]))
    try rig.run { rig.levels == [0.2] }
    rig.set(0.9)
    try rig.run { rig.levels == [0.2, 0.2] }
    #expect(rig.unreadable == ["\"\(set)\" ended with exit status 1"])
    #expect(folder.lines("log").count == 2)
  }

  @Test("Long output on standard error does not block a program; one line of it is reported")
  func longErrorOutput() throws {
    let set = try folder.script(
      "set", "yes error | head -c 200000 >&2; echo done >> $D/log; exit 9")
    try rig.start(CommandSettings(set: [set, "{value}"]))
    rig.set(0.5)
    try rig.run { rig.unreadable.count == 1 }
    #expect(rig.unreadable == ["\"\(set)\" ended with exit status 9: error"])
    #expect(folder.lines("log") == ["done"])
  }

  @Test("A hanging program is ended with its children, and the next value is set")
  func hanging() throws {
    let set = try folder.script(
      "set",
      """
      if [ $1 = 10 ]; then trap '' TERM; sleep 1000 & echo $! > $D/child; echo $$ > $D/own; wait
        sleep 1000; fi
      echo $1 >> $D/log
      """)
    try rig.start(CommandSettings(set: [set, "{value}"], timeoutMicroseconds: 300_000))
    rig.set(0.1)
    // The timeout runs from when the control has registered the child process.
    try rig.run { folder.has("own") && rig.isSetting }
    rig.set(0.5, isFinal: false)
    rig.set(0.7)
    try rig.pass(milliseconds: 250)
    #expect(CommandRig.exists(folder.text("own")))
    // It ignores SIGTERM.
    try rig.pass(milliseconds: 50 + ChildProcess.graceMicroseconds / 1000)
    try rig.run { folder.lines("log") == ["70"] }
    #expect(rig.unreadable == ["\"\(set)\" took longer than 0.3 s and was ended"])
    try rig.run { !CommandRig.exists(folder.text("child")) }
    #expect(!CommandRig.exists(folder.text("own")))
    #expect(rig.levels == [0])
  }

  @Test("Children that a program leaves running end with it") func remainingChildren() throws {
    let set = try folder.script("set", "sleep 1000 & echo $! > $D/child; exit 0")
    try rig.start(CommandSettings(set: [set, "{value}"]))
    rig.set(0.5)
    try rig.run { folder.text("child").hasSuffix("\n") }
    try rig.run { !CommandRig.exists(folder.text("child")) }
    #expect(rig.events == [.level(0)])
  }

  @Test("A missing program is reported, and used again when it is back")
  func missingProgram() throws {
    let set = try folder.script("set", "echo $1 >> $D/log")
    try rig.start(CommandSettings(set: [set, "{value}"]))
    try folder.remove("set")
    rig.set(0.5)
    try rig.run { rig.unreadable.count == 1 }
    #expect(
      rig.unreadable == [
        "\"\(set)\" cannot be started: it or the interpreter after its #! does not exist"
      ])
    _ = try folder.script("set", "echo $1 >> $D/log")
    rig.set(0.5)
    try rig.run { folder.lines("log") == ["50"] }
  }

  @Test(
    "A file that is not a program is reported with the reason",
    arguments: [
      ("no program\n", "it is not a program; a script begins with a line such as #!/bin/sh"),
      ("#!/no/such/shell\n", "it or the interpreter after its #! does not exist"),
    ]) func notAProgram(_ text: String, _ reason: String) throws
  {
    let set = try folder.program("set", text)
    try rig.start(CommandSettings(set: [set, "{value}"]))
    rig.set(0.5)
    try rig.run { rig.unreadable.count == 1 }
    #expect(rig.unreadable == ["\"\(set)\" cannot be started: \(reason)"])
  }

  // MARK: get

  @Test("A failed `get` at the start is retried") func getFails() throws {
    let get = try folder.script(
      "get",
      "echo run >> $D/log; [ $(wc -l < $D/log) -ge 3 ] && echo 40 && exit; echo off >&2; exit 1")
    try rig.start(CommandSettings(set: ["true", "{value}"], get: [get]))
    for (count, wait) in [(1, 250), (2, 500)] as [(Int, Int64)] {
      try rig.run { folder.lines("log").count == count && rig.isRetrying }
      try rig.pass(milliseconds: wait)
    }
    try rig.run { rig.levels == [0.4] }
    #expect(
      rig.events == [
        .offline(reason: "\"\(get)\" ended with exit status 1: off"), .level(0.4),
      ])
  }

  @Test(
    "The output of `get` becomes a level, unknown or offline",
    arguments: [
      ("echo 40", ControlEvent.level(0.4)), ("printf 40", .level(0.4)),
      ("echo 10; echo 40; echo", .level(0.4)), ("echo 40; echo ok", .level(0.4)),
      ("echo unavailable", .offline(reason: "\"GET\" reports that it is unavailable")),
      ("echo unknown", .unknown(reason: "\"GET\" reports that its value is unknown")),
      ("echo nan", .unknown(reason: "\"GET\" reports that its value is unknown")),
      ("echo Volume: 0.45", .unknown(reason: "\"GET\": \"Volume: 0.45\" is not a number")),
      (
        "echo 32768", .unknown(reason: "\"GET\": received 32768, which is not within 0 to 100")
      ),
      ("exit 0", .offline(reason: "\"GET\" printed no value")),
      ("kill -9 $$", .offline(reason: "\"GET\" was ended by signal 9 (Killed)")),
    ]) func getPrints(_ script: String, _ event: ControlEvent) throws
  {
    let get = try folder.script("get", script)
    try rig.start(CommandSettings(set: ["true", "{value}"], get: [get]))
    try rig.run { !rig.events.isEmpty }
    var expected = event
    if case .offline(let reason) = event {
      expected = .offline(reason: reason.replacingOccurrences(of: "GET", with: get))
    } else if case .unknown(let reason) = event {
      expected = .unknown(reason: reason.replacingOccurrences(of: "GET", with: get))
    }
    #expect(rig.events == [expected])
    // It is read again, with the same result.
    guard expected != .level(0.4) else { return }
    try rig.run { rig.isRetrying }
    try rig.pass(milliseconds: 250)
    try rig.run { rig.control?.get == nil && rig.isRetrying }
    #expect(rig.events.first == expected && rig.levels.isEmpty)
    #expect(rig.events.count <= 2, "\(rig.events)")
  }

  @Test("A read-out shows text") func text() throws {
    let get = try folder.script("get", "echo '  playing  '")
    var settings = CommandSettings(get: [get])
    settings.use = .readOut
    try rig.start(settings)
    try rig.run { rig.events == [.text("playing")] }
  }

  // MARK: Mute

  @Test("A separate mute is reported before the level, set and followed") func mute() throws {
    let mute = try folder.script("mute", "echo $1 >> $D/log")
    let watch = try folder.script("watch", "echo muted; echo 30; exec cat $D/feed")
    let feed = try LineFeed(folder, "feed")
    try rig.start(
      CommandSettings(
        set: ["true", "{value}"], watch: [watch],
        mute: .init(set: [mute, "{muted}"], muted: "yes", unmuted: "no")))
    try rig.run { !rig.levels.isEmpty }
    #expect(rig.events == [.muted(true), .level(0.3)])
    rig.control?.set(isMuted: false)
    try rig.run { folder.lines("log") == ["no"] }
    // Its own echo is not reported.
    try feed.write("unmuted")
    try rig.run { rig.control?.runner.exchange.mute.echoes.deadlineMicroseconds == nil }
    #expect(rig.events.count == 2)
    try feed.write("muted")
    try rig.run { rig.events.count == 3 }
    #expect(rig.events.last == .muted(true))
  }

  // MARK: Ending

  @Test("Stopping ends the watching program, even one that ignores SIGTERM") func stopping()
    throws
  {
    let watch = try folder.script(
      "watch", "trap '' TERM; echo $$ > $D/own; echo 50; while :; do sleep 0.1; done")
    try rig.start(CommandSettings(watch: [watch]))
    try rig.run { rig.levels == [0.5] }
    rig.control?.stop()
    try rig.pass(milliseconds: ChildProcess.graceMicroseconds / 1000)
    try rig.run { !CommandRig.exists(folder.text("own")) }
    #expect(rig.events == [.level(0.5)])
  }

  @Test("When the panel ends, no program is left and the last value is set") func end() throws {
    let set = try folder.script("set", "echo $$ >> $D/ids; sleep 0.1; echo $1 >> $D/log")
    let watch = try folder.script(
      "watch", "trap '' TERM; sleep 1000 & echo $$ $! | tr ' ' '\\n' >> $D/ids; echo 50; wait; wait"
    )
    try rig.start(CommandSettings(set: [set, "{value}"], watch: [watch]))
    try rig.run { rig.levels == [0.5] }
    rig.set(0.1, isFinal: false)
    try rig.run { folder.lines("ids").count == 3 }
    rig.set(0.2, isFinal: false)
    rig.set(0.3)
    // The running program has not ended yet.
    rig.end()
    #expect(folder.lines("log") == ["10", "30"])
    #expect(folder.lines("ids").count == 4)
    // init reaps the grandchildren.
    try rig.run { !folder.lines("ids").contains(where: CommandRig.exists) }
  }

  @Test("A value set as the panel ends is set, even if nothing ran before") func endAtOnce()
    throws
  {
    let set = try folder.script("set", "echo $1 >> $D/log")
    try rig.start(CommandSettings(set: [set, "{value}"]))
    rig.set(0.3)
    rig.end()
    #expect(folder.lines("log") == ["30"])
  }

  @Test("A stopped control can be started again") func again() throws {
    let watch = try folder.script("watch", "echo 50; exec sleep 1000")
    let settings = CommandSettings(watch: [watch])
    try rig.start(settings)
    try rig.run { rig.levels == [0.5] }
    rig.control?.stop()
    rig.control?.start()
    try rig.run { rig.levels == [0.5, 0.5] }
  }
}
