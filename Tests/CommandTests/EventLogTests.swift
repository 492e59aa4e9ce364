import ChildPrograms
import Foundation
import Gesture
import Layout
import Linux
import Program
import TestPatience
import Testing

@testable import Panel
@testable import PanelApplication
@testable import knobpanel

/// The targets of events, in this process; `UnreadOutputTests` runs the whole program.
@Suite struct EventLogTests {
  init() {
    // As in the program: a pipe without a reader is an error of write(2).
    signal(SIGPIPE, SIG_IGN)
  }

  private static func layout(id: String = "a") -> LayoutDocument {
    LayoutDocument(
      panel: PanelLayout(),
      knobs: [KnobLayout(id: id, center: DesignPoint(x: 100, y: 100), diameter: 100)])
  }

  private static func event(second: Int) -> PanelEvent {
    .knob(
      KnobEvent(
        time: Timestamp(microseconds: Int64(second) * 1_000_000), knob: 0, source: .socket,
        kind: .remote, value: 1, angle: 0, turned: 0))
  }

  /// Collects reports.
  private final class Reports: Sendable {
    private let lines: Mailbox<[String]>
    init() throws { lines = try Mailbox([]) }
    var report: EventTarget.Report { { [self] line in lines.post { $0.append(line) } } }
    var all: [String] { lines.withContents { $0 } }
    /// Waits for the first report.
    func wait() throws { try #require(lines.wait(milliseconds: Patience.milliseconds)) }
  }

  private func log(
    to path: String, _ waiting: EventLog.Waiting, limit: String? = nil,
    reports: Reports? = nil
  ) throws -> EventLog {
    let reports = try reports ?? Reports()
    return try EventLog(
      target: path, origin: Timestamp(microseconds: 0), waiting: waiting,
      fileByteLimit: limit.flatMap { ByteCount(argument: $0)?.bytes }, report: reports.report)
  }

  /// Returns the seconds of the events in a file, which must consist of whole lines.
  private func seconds(in url: URL) throws -> [Int] {
    try seconds(in: Data(contentsOf: url))
  }

  private func seconds(in data: Data) throws -> [Int] {
    try String(decoding: data, as: UTF8.self).split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return try #require(object?["t"] as? Int)
    }
  }

  @Test("a full file is renamed, and events are lost only with older files")
  func rotation() throws {
    try Knobpanel.inFolder { folder in
      let file = folder.appending(path: "events")
      let reports = try Reports()
      let log = try log(to: file.path, .caller, limit: "400", reports: reports)
      for second in 0..<20 { log.write([Self.event(second: second)], of: Self.layout()) }
      let old = URL(filePath: file.path + ".1")
      let sizes = try [file, old].map { try Data(contentsOf: $0).count }
      #expect(sizes.allSatisfy { 0 < $0 && $0 <= 400 })
      let seconds = try seconds(in: old) + seconds(in: file)
      #expect(seconds == Array(20 - seconds.count..<20))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
      #expect(reports.all == [])
    }
  }

  @Test("without a limit there is only one file")
  func noLimit() throws {
    try Knobpanel.inFolder { folder in
      let file = folder.appending(path: "events")
      let log = try log(to: file.path, .caller)
      for second in 0..<20 { log.write([Self.event(second: second)], of: Self.layout()) }
      #expect(try seconds(in: file) == Array(0..<20))
      #expect(!FileManager.default.fileExists(atPath: file.path + ".1"))
    }
  }

  @Test("a symbolic link stays, and the file that it names is renamed")
  func link() throws {
    try Knobpanel.inFolder { folder in
      let manager = FileManager.default
      try manager.createDirectory(
        at: folder.appending(path: "data"), withIntermediateDirectories: true)
      let link = folder.appending(path: "events")
      try manager.createSymbolicLink(atPath: link.path, withDestinationPath: "data/events")
      let log = try log(to: link.path, .caller, limit: "100")
      for second in 0..<4 { log.write([Self.event(second: second)], of: Self.layout()) }
      #expect(try manager.destinationOfSymbolicLink(atPath: link.path) == "data/events")
      #expect(try seconds(in: link) == [3])
      #expect(try seconds(in: folder.appending(path: "data/events.1")) == [2])
    }
  }

  @Test("a file that cannot be renamed takes no more until it can, which is reported once")
  func blockedRotation() throws {
    try Knobpanel.inFolder { folder in
      let file = folder.appending(path: "events")
      // A folder that is not empty is not replaced.
      let obstacle = folder.appending(path: "events.1")
      try FileManager.default.createDirectory(
        at: obstacle.appending(path: "x"), withIntermediateDirectories: true)
      let reports = try Reports()
      let log = try log(to: file.path, .caller, limit: "100", reports: reports)
      for second in 0..<5 { log.write([Self.event(second: second)], of: Self.layout()) }
      #expect(try seconds(in: file) == [0])
      #expect(reports.all.count == 1 && reports.all[0].contains("rename"), "\(reports.all)")
      try FileManager.default.removeItem(at: obstacle)
      log.write([Self.event(second: 5)], of: Self.layout())
      #expect(try seconds(in: file) == [5])
      #expect(reports.all.last == "4 events were dropped")
    }
  }

  @Test("the next file is never one that another program put there")
  func existingNextFile() throws {
    try Knobpanel.inFolder { folder in
      let file = folder.appending(path: "events")
      let log = try log(to: file.path, .caller, limit: "100")
      log.write([Self.event(second: 0)], of: Self.layout())
      // As logrotate would, or an attacker who wants another file overwritten.
      try FileManager.default.removeItem(at: file)
      let victim = folder.appending(path: "victim")
      try Data("precious".utf8).write(to: victim)
      try FileManager.default.createSymbolicLink(at: file, withDestinationURL: victim)
      for second in 1..<4 { log.write([Self.event(second: second)], of: Self.layout()) }
      #expect(try Data(contentsOf: victim) == Data("precious".utf8))
      #expect(try seconds(in: file) == [3])
    }
  }

  @Test("a full device is reported once")
  func fullDevice() throws {
    let reports = try Reports()
    let log = try log(to: "/dev/full", .caller, reports: reports)
    for second in 0..<5 { log.write([Self.event(second: second)], of: Self.layout()) }
    #expect(
      reports.all == [
        "cannot write events (write: No space left on device); continuing without them"
      ])
  }

  @Test("a knob's id in JSON cannot control a terminal")
  func controlCharacters() throws {
    try Knobpanel.inFolder { folder in
      let file = folder.appending(path: "events")
      let log = try log(to: file.path, .caller)
      log.write([Self.event(second: 1)], of: Self.layout(id: "a\u{1B}[2J\u{9B}\u{202E}"))
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains(#""knob":"a\u001b[2J\u009b\u202E""#), "\(text)")
    }
  }

  @Test("a pipe without a reader does not block; a later reader gets what was queued")
  func lateReader() throws {
    try Knobpanel.inFolder { folder in
      let path = folder.appending(path: "pipe").path
      try #require(mkfifo(path, 0o600) == 0)
      let reports = try Reports()
      let log = try log(to: path, .thread, reports: reports)
      for second in 0..<3 { log.write([Self.event(second: second)], of: Self.layout()) }
      // The thread has noticed that there is no reader.
      try reports.wait()
      let reader = OutputReader(owning: open(path, O_RDONLY))
      try reader.wait("three events") { $0.count { $0 == 10 } == 3 }
      #expect(try seconds(in: Data(reader.bytes)) == [0, 1, 2])
      #expect(reports.all.count == 1 && reports.all[0].contains("events wait for one"))
      log.close()
      // The reader reaches the end of the events.
      #expect(try seconds(in: Data(reader.readToEnd().utf8)).count == 3)
    }
  }

  @Test("a reader that leaves and its successor both get whole lines")
  func returningReader() throws {
    try Knobpanel.inFolder { folder in
      let path = folder.appending(path: "pipe").path
      try #require(mkfifo(path, 0o600) == 0)
      let reports = try Reports()
      let log = try log(to: path, .thread, reports: reports)
      var reader: OutputReader? = OutputReader(owning: open(path, O_RDONLY))
      log.write([Self.event(second: 0)], of: Self.layout())
      try reader?.wait("an event") { $0.last == 10 }
      #expect(try seconds(in: Data(reader?.bytes ?? [])) == [0])
      reader = nil
      for second in 1..<4 { log.write([Self.event(second: second)], of: Self.layout()) }
      let other = OutputReader(owning: open(path, O_RDONLY))
      try other.wait("three events") { $0.count { $0 == 10 } == 3 }
      #expect(try seconds(in: Data(other.bytes)) == [1, 2, 3])
      log.close()
    }
  }

  @Test("a sleeping reader costs bounded memory, and dropped events are counted")
  func sleepingReader() throws {
    try Knobpanel.inFolder { folder in
      let path = folder.appending(path: "pipe").path
      try #require(mkfifo(path, 0o600) == 0)
      let reports = try Reports()
      let log = try log(to: path, .thread, reports: reports)
      let reader = OutputReader(owning: open(path, O_RDONLY))
      let count = 40_000
      for second in 0..<count { log.write([Self.event(second: second)], of: Self.layout()) }
      // Everything queued arrives without another event.
      let last = Data("{\"t\":\(count - 1).000000,".utf8)
      try reader.wait("the last event") {
        $0.last == 10 && Data($0.suffix(200)).range(of: last) != nil
      }
      log.close()
      let data = Data(reader.bytes)
      let received = try seconds(in: data)
      #expect(received == received.sorted())
      #expect(data.count <= 65_536 + 2 * EventLog.byteLimit)
      let dropped = reports.all.compactMap { line in
        line.hasSuffix(" events were dropped")
          ? line.split(separator: " ").first.flatMap { Int($0) } : nil
      }
      #expect(received.count + dropped.reduce(0, +) == count, "\(reports.all)")
    }
  }

  @Test("a pipe that is gone or replaced is reported once")
  func removedPipe() throws {
    try Knobpanel.inFolder { folder in
      let path = folder.appending(path: "pipe").path
      try #require(mkfifo(path, 0o600) == 0)
      let reports = try Reports()
      let reader = open(path, O_RDONLY | O_NONBLOCK)
      let log = try log(to: path, .caller, reports: reports)
      log.write([Self.event(second: 0)], of: Self.layout())
      close(reader)
      try FileManager.default.removeItem(atPath: path)
      for second in 1..<3 { log.write([Self.event(second: second)], of: Self.layout()) }
      try Data("not yours".utf8).write(to: URL(filePath: path))
      log.write([Self.event(second: 3)], of: Self.layout())
      #expect(reports.all.count == 1 && reports.all[0].contains("No such file"), "\(reports.all)")
      #expect(try Data(contentsOf: URL(filePath: path)) == Data("not yours".utf8))
    }
  }

  @Test(
    "a target that cannot be written is reported before anything else is opened",
    arguments: [
      ("nowhere/e", "No such file"), (".", "Is a directory"), ("socket", "No such device"),
    ])
  func refused(target: String, reason: String) throws {
    try Knobpanel.inFolder { folder in
      let socket = try ListeningSocket(at: folder.appending(path: "socket").path)
      let path = folder.appending(path: target).path
      let problem = #expect(throws: Problem.self) { try log(to: path, .thread) }
      #expect(problem?.message.contains("cannot write events: ") == true)
      #expect(problem?.message.contains(reason) == true, "\(problem?.message ?? "")")
      withExtendedLifetime(socket) {}
    }
  }
}

@Suite struct ByteCountTests {
  @Test(arguments: [
    ("4096", 4096, "4K"), ("64K", 65_536, "64K"), ("16m", 16 << 20, "16M"), ("1G", 1 << 30, "1G"),
    ("1000", 1000, "1000"),
  ])
  func reads(text: String, bytes: Int, shown: String) {
    #expect(ByteCount(argument: text)?.bytes == bytes)
    #expect(ByteCount(argument: text)?.argumentText == shown)
  }

  @Test(arguments: ["", "0", "-1", "K", "1.5M", "9999999999G", "1T", "99999999999999999999"])
  func refuses(text: String) {
    #expect(ByteCount(argument: text) == nil)
  }
}

/// A socket in the file system.
private final class ListeningSocket {
  private let descriptor: Int32

  init(at path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(status == 0)
  }

  deinit { close(descriptor) }
}
