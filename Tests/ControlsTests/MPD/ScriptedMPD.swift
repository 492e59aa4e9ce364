import Linux
import MQTTBench

@testable import Controls

/// A scripted MPD server; by default a good one at volume 20, which plays a song.
final class ScriptedMPD: ScriptedPeer {
  /// Its clock, shared with its rig.
  let clock = ManualClock()
  let server: TestServer
  var greeting = "OK MPD 0.23.12\n"
  /// What it reports as its volume, and how it rounds one that is set.
  var volume: String? = "20"
  var round: (Int) -> Int = { $0 }
  var state = "play"
  var title = "Song"
  /// The texts with which commands are refused.
  var refusals: [String: String] = [:]
  /// The delay of its answers.
  var delayMicroseconds: Int64 = 0
  /// Whether it answers nothing.
  var isSilent = false
  /// Whether each `idle` ends at once.
  var isStorm = false
  /// Whether each byte is sent alone.
  var isSlow = false
  /// The lines received, oldest first.
  private(set) var lines: [String] = []
  private var bytes: [UInt8] = []
  private var connectionCount = 0
  private var isIdle = false
  private var changes: [String] = []
  /// The answer to the command list in progress.
  private var list: String?
  private var delayed: [(at: Int64, text: String)] = []

  init() throws {
    server = try TestServer()
  }

  var settings: MPDServer { MPDServer(host: "127.0.0.1", port: server.port) }

  /// The lines other than queries.
  var written: [String] {
    let queries = [
      "idle mixer player", "noidle", "status", "currentsong", "command_list_begin",
      "command_list_end",
    ]
    return lines.filter { !queries.contains($0) }
  }

  /// The number of queries of its status.
  var queryCount: Int { lines.count { $0 == "status" } }

  @discardableResult
  func serve() -> Bool {
    let isNew = server.count > connectionCount
    if isNew {
      connectionCount = server.count
      (bytes, isIdle, changes, list, delayed) = ([], false, [], nil, [])
      say(greeting)
    }
    let before = server.sentCount
    server.sendQueued()
    let received = server.receive()
    bytes += received
    while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: bytes[..<end], as: UTF8.self)
      bytes.removeFirst(end + 1)
      lines.append(line)
      if !isSilent { process(line) }
    }
    let due = delayed.prefix { $0.at <= clock.microseconds }
    for item in due { send(item.text) }
    delayed.removeFirst(due.count)
    return isNew || !received.isEmpty || !due.isEmpty || server.sentCount > before
  }

  /// Sends text after what is already waiting.
  func say(_ text: String) {
    delayed.append((clock.microseconds + delayMicroseconds, text))
  }

  private func send(_ text: String) {
    if isSlow {
      for byte in text.utf8 { server.send([byte]) }
    } else {
      server.send(Array(text.utf8))
    }
  }

  /// Changes the volume as another client would.
  func change(volume: String?) {
    self.volume = volume
    report("mixer")
  }

  /// Reports a change of a subsystem.
  func report(_ subsystem: String) {
    changes.append(subsystem)
    endIdle(isForced: false)
  }

  private func endIdle(isForced: Bool) {
    guard isIdle, isForced || !changes.isEmpty else { return }
    isIdle = false
    say(changes.map { "changed: \($0)\n" }.joined() + "OK\n")
    changes = []
  }

  private func process(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    let command = words.first ?? ""
    if let text = refusals[command] {
      list = nil
      return say("ACK [2@0] {\(command)} \(text)\n")
    }
    switch command {
    case "noidle": endIdle(isForced: true)
    case "idle":
      isIdle = true
      if isStorm { changes.append("mixer") }
      endIdle(isForced: false)
    case "command_list_begin": list = ""
    case "command_list_end":
      if let list { say(list + "OK\n") }
      list = nil
    case "status":
      list? += (volume.map { "volume: \($0)\n" } ?? "") + "repeat: 0\nstate: \(state)\n"
    case "currentsong": list? += "file: a/b.mp3\nTitle: \(title)\nArtist: A\nArtist: B\n"
    case "setvol":
      volume = "\(round(Int(words[1]) ?? -9))"
      changes.append("mixer")
      say("OK\n")
    default: say("OK\n")
    }
  }
}
