import CAllocationCount
import JSON
import Linux
import MQTTBench
import Testing

@testable import Controls

/// Servers that answer late, never, twice, wrongly, or too much.
@Suite struct HostileSnapServerTests {
  /// A rig whose control is at level 0.2.
  private func rig(
    _ server: ScriptedSnapServer, _ target: SnapcastSettings.Target = .client("kitchen")
  ) throws -> SnapcastRig {
    let rig = try SnapcastRig(server.settings, target, with: server)
    rig.start()
    try rig.run { !rig.levels().isEmpty }
    return rig
  }

  /// Turns the knob from 20 to 79 % in 600 ms, then releases it.
  private func turn(_ rig: SnapcastRig) throws {
    for percent in 20..<80 {
      rig.control.set(level: Double(percent) / 100, isFinal: false)
      try rig.advance(milliseconds: 10)
    }
    rig.control.set(level: 0.79, isFinal: true)
  }

  /// Returns how many times a series of volumes changes direction.
  private func reversals(_ values: [Int]) -> Int {
    let steps = zip(values, values.dropFirst()).map { $1 - $0 }.filter { $0 != 0 }
    return zip(steps, steps.dropFirst()).count { ($0 > 0) != ($1 > 0) }
  }

  struct Behavior: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var delayMicroseconds: Int64 = 0
    var step = 1
    /// Whether it reports each of our volumes back.
    var echoes = false
    /// Whether it reports an older volume after each.
    var isOutOfOrder = false
    /// The final volume at the server.
    var last = 79
  }

  @Test(
    "A turn ends at the knob's last value, without swinging",
    arguments: [
      Behavior(testDescription: "a well-behaved server"),
      Behavior(testDescription: "300 ms late", delayMicroseconds: 300_000),
      Behavior(testDescription: "steps of 5", step: 5, last: 80),
      Behavior(
        testDescription: "steps of 5, 300 ms late", delayMicroseconds: 300_000, step: 5, last: 80),
      Behavior(testDescription: "echoes", echoes: true),
      Behavior(
        testDescription: "echoes, 300 ms late", delayMicroseconds: 300_000, echoes: true),
      Behavior(
        testDescription: "old volumes", delayMicroseconds: 100_000, isOutOfOrder: true),
    ]) func turnEnds(_ behavior: Behavior) throws
  {
    let server = try ScriptedSnapServer()
    let rig = try rig(server)
    server.delayMicroseconds = behavior.delayMicroseconds
    server.round = { ($0 + behavior.step / 2) / behavior.step * behavior.step }
    var before = 20
    server.onVolume = { [unowned server] client, percent in
      if behavior.echoes { for _ in 0..<2 { server.notifyVolume(client) } }
      if behavior.isOutOfOrder { server.notifyVolume(client, percent: before) }
      before = percent
    }
    try turn(rig)
    try rig.advance(milliseconds: 1000)
    #expect(server.percents(of: "kitchen").last == 79)
    #expect(server.volumes["kitchen"] == behavior.last)
    #expect(reversals(server.percents(of: "kitchen")) == 0)
    let levels = rig.levels().map { Int(($0 * 100).rounded()) }
    #expect(reversals(levels) <= 1)
    // The knob shows the server's volume: its own value, or the rounded one.
    #expect(levels.last == (behavior.last == 79 ? 20 : behavior.last))
    // At most one volume in 50 ms, and one at a time.
    #expect(server.volumesSet.count <= (behavior.delayMicroseconds > 0 ? 9 : 16))
    let count = server.volumesSet.count
    try rig.advance(milliseconds: 300)
    #expect(server.volumesSet.count == count)
  }

  @Test("A competing controller is overruled by the last turn, and followed afterwards")
  func competingController() throws {
    let server = try ScriptedSnapServer()
    let rig = try rig(server)
    server.onVolume = { [unowned server] client, _ in server.notifyVolume(client, percent: 5) }
    try turn(rig)
    try rig.advance(milliseconds: 1000)
    #expect(server.percents(of: "kitchen").last == 79)
    #expect(server.volumes["kitchen"] == 79)
    #expect(rig.levels() == [0.2])
    server.change("kitchen", to: 5)
    try rig.run { rig.levels().last == 0.05 }
  }

  @Test("A foreign volume set during ours is adopted if it is the server's final one")
  func changedMeanwhile() throws {
    let server = try ScriptedSnapServer()
    let rig = try rig(server)
    server.delayMicroseconds = 100_000
    server.onVolume = { [unowned server] client, _ in
      server.onVolume = { _, _ in }
      server.change(client, to: 33)
    }
    rig.control.set(level: 0.5, isFinal: true)
    try rig.advance(milliseconds: 1000)
    #expect(rig.levels() == [0.2, 0.33])
    #expect(server.percents(of: "kitchen") == [50])
  }

  @Test("An unconfirmed volume lost with the connection does not block the next")
  func lossBeforeConfirmation() throws {
    let server = try ScriptedSnapServer()
    let rig = try rig(server)
    server.isSilent = true
    rig.control.set(level: 0.5, isFinal: false)
    try rig.advance(milliseconds: 4999)
    #expect(rig.lastReason() == nil)
    try rig.advance(milliseconds: 1)
    #expect(rig.lastReason()?.hasSuffix("the server no longer answers") == true)
    server.isSilent = false
    try rig.advance(milliseconds: 250)
    #expect(rig.levels() == [0.2, 0.2])
    rig.control.set(level: 0.6, isFinal: false)
    try rig.run { server.percents(of: "kitchen") == [60] }
  }

  @Test("A refused volume is read again") func refused() throws {
    let server = try ScriptedSnapServer()
    let rig = try rig(server, .group("Downstairs"))
    #expect(rig.levels() == [0.4])
    server.volumes["bath"] = nil
    rig.control.set(level: 0.2, isFinal: true)
    try rig.advance(milliseconds: 1000)
    #expect(rig.levels().last == 0.1)
    #expect(server.percents(of: "bath") == [])
    #expect(server.percents(of: "kitchen") == [10])
  }

  @Test(
    "A server that is not Snapcast is offline with the reason",
    arguments: [
      ("HTTP/1.1 400 Bad Request\r\n\r\n", "is not Snapcast's JSON-RPC"),
      ("{}\n", "not Snapcast's"),
      ("[]\n", "not Snapcast's"), ("[[[[\n", "not Snapcast's"), ("\u{0}\u{1}\n", "not Snapcast's"),
      ("{\"id\":1,\"jsonrpc\":\"2.0\",\"result\":{}}\n", "does not report its status"),
      ("{\"id\":1,\"jsonrpc\":\"2.0\",\"result\":7}\n", "does not report its status"),
      ("{\"id\":1,\"jsonrpc\":\"2.0\",\"error\":{}}\n", "does not report its status"),
      (String(repeating: "x", count: 1_100_000) + "\n", "of 1100000 bytes is too long"),
      ("", "no answer in 10 seconds"),
    ]) func noServer(_ answer: String, _ reason: String) throws
  {
    let server = try TestServer()
    let rig = try SnapcastRig(
      SnapcastServer(name: "house", host: "127.0.0.1", port: server.port), .client("kitchen"))
    rig.start()
    server.queue(Array(answer.utf8))
    try rig.run {
      if server.count == 1 { server.sendQueued() }
      return !rig.reported.isEmpty || (answer.isEmpty && server.count == 1)
    }
    if answer.isEmpty { try rig.advance(milliseconds: 10_000) }
    #expect(rig.lastReason()?.contains(reason) == true, "\(rig.reported)")
    #expect(rig.lastReason()?.contains("connection \"house\" (127.0.0.1:\(server.port))") == true)
  }

  @Test("Invalid messages change nothing and are reported once") func invalidMessages() throws {
    let server = try ScriptedSnapServer()
    let rig = try rig(server)
    let lines = [
      "garbage", "{}", "[]", "null", "{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}",
      "{\"jsonrpc\":\"2.0\",\"method\":\"Client.OnVolumeChanged\",\"params\":[]}",
      "{\"jsonrpc\":\"2.0\",\"method\":\"Client.OnVolumeChanged\",\"params\":{\"id\":\"kitchen\"}}",
      "{\"jsonrpc\":\"2.0\",\"method\":\"Client.OnVolumeChanged\",\"params\":"
        + "{\"id\":\"kitchen\",\"volume\":{\"percent\":\"9\"}}}",
      "{\"jsonrpc\":\"2.0\",\"method\":\"Client.OnConnect\",\"params\":{\"client\":7}}",
      "{\"jsonrpc\":\"2.0\",\"method\":\"Server.OnUpdate\",\"params\":{\"server\":{}}}",
      "{\"jsonrpc\":\"2.0\",\"method\":\"Group.OnMute\",\"params\":{\"id\":\"7\",\"mute\":true}}",
      "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700}}",
    ]
    for line in lines { server.say(line) }
    for percent in [1000, -7, 101] {
      server.change("kitchen", to: percent)
      try rig.advance(milliseconds: 20)
      #expect(rig.levels() == [0.2])
    }
    server.change("kitchen", to: 100)
    try rig.advance(milliseconds: 20)
    #expect(rig.levels() == [0.2, 1])
    // The unknown group only caused a status query.
    try rig.advance(milliseconds: 1000)
    #expect(rig.reported.count { if case .unreadable = $0 { true } else { false } } == 1)
    #expect(rig.lastReason() == nil)
  }

  @Test("Of 10,000 messages, at most 64 are processed before touch, and 50 a second are reported")
  func flood() throws {
    let server = try ScriptedSnapServer()
    let rig = try rig(server)
    func line(_ percent: Int) -> [UInt8] {
      Array(
        ("{\"jsonrpc\":\"2.0\",\"method\":\"Client.OnVolumeChanged\",\"params\":{\"id\":\"kitchen\","
          + "\"volume\":{\"muted\":false,\"percent\":\(percent)}}}\r\n").utf8)
    }
    for index in 0..<9_999 { server.server.queue(line(index % 2 * 50)) }
    server.server.queue(line(77))
    let wakeup = try Wakeup()
    wakeup.signal()
    var touchCount = 0
    try rig.loop.watch(wakeup.descriptor, for: .readable) { _ in touchCount += 1 }
    try rig.run { rig.connection.status?.clients["kitchen"]?.volume.percent == 77 }
    rig.loop.unwatch(wakeup.descriptor)
    #expect(touchCount >= 10_000 / LineSession.turnLineLimit)
    try rig.advance(milliseconds: 20)
    #expect(rig.levels() == [0.2, 0.77])
    for index in 0..<1000 {
      server.server.queue(line(index % 2 * 50))
      try rig.advance(milliseconds: 1)
    }
    #expect(rig.levels().count == 2 + 50)
  }

  @Test(
    "Parsing a 1 MB line takes less than 32 MB, whatever its content",
    arguments: [
      "1,", "[1],",
      String(repeating: "[", count: 50) + "1" + String(repeating: "]", count: 50) + ",",
      "{\"\":1},", "{\"\":[]},", "\"\",", "\"0123456789abcdef\",",
      "[{\"a\":\"0123456789abcdef\"}],",
    ]) func memory(_ repeated: String) throws
  {
    let count = (LineSession.lineByteLimit - 64) / repeated.utf8.count
    let line = Array(
      ("{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"params\":["
        + String(repeating: repeated, count: count) + "1]}").utf8)
    #expect(line.count <= LineSession.lineByteLimit)
    allocation_begin_bytes()
    _ = SnapcastMessage.read(line)
    // The line itself is held twice: as received, and for the thread.
    #expect(allocation_most_bytes() + 2 * Int64(line.count) < 32 << 20)
  }

  @Test("A 1 MB line is parsed off the loop, in order with the others") func longLine()
    throws
  {
    let server = try ScriptedSnapServer()
    let rig = try rig(server)
    let numbers = String(repeating: "1,", count: 500_000)
    func line(_ percent: Int, _ more: String = "") -> [UInt8] {
      Array(
        ("{\"jsonrpc\":\"2.0\",\"method\":\"Client.OnVolumeChanged\",\"params\":{\"id\":\"kitchen\","
          + "\"volume\":{\"percent\":\(percent)}\(more)}}\r\n").utf8)
    }
    server.server.queue(line(30))
    server.server.queue(line(40, ",\"more\":[\(numbers)1]"))
    server.server.queue(line(50))
    func volume() -> Int? { rig.connection.status?.clients["kitchen"]?.volume.percent }
    try rig.run { rig.connection.longLine != nil }
    #expect(volume() == 30)
    try rig.run { rig.connection.longLine == nil }
    #expect(volume() == 40)
    try rig.run { volume() == 50 }
    // If the server is left while its line is parsed, the line has no effect.
    server.server.queue(line(60, ",\"more\":[\(numbers)1]"))
    try rig.run { rig.connection.longLine != nil }
    rig.control.stop()
    try rig.settle()
    #expect(rig.connection.longLine == nil)
    #expect(rig.levels().last != 0.6)
  }

  @Test("Unknown clients in 10,000 messages are queried once a second") func unknownClients()
    throws
  {
    let server = try ScriptedSnapServer()
    let rig = try rig(server)
    let line = Array(
      ("{\"jsonrpc\":\"2.0\",\"method\":\"Client.OnVolumeChanged\",\"params\":{\"id\":\"x\","
        + "\"volume\":{\"percent\":1}}}\r\n").utf8)
    for _ in 0..<5 {
      for _ in 0..<2000 { server.server.queue(line) }
      try rig.advance(milliseconds: 1000)
    }
    #expect(server.methods.count { $0 == "Server.GetStatus" } == 1 + 5)
    server.say("x")
    try rig.settle()
    #expect(rig.reported.contains { if case .unreadable = $0 { true } else { false } })
  }

  @Test("Nothing wakes up while idle") func idle() throws {
    let server = try ScriptedSnapServer()
    let rig = try rig(server)
    rig.control.set(level: 0.5, isFinal: true)
    try rig.advance(milliseconds: 500)
    let before = rig.loop.wakeUpCount
    try rig.advance(milliseconds: 10_000)
    #expect(rig.loop.wakeUpCount == before)
  }
}
