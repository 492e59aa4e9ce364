import ChildPrograms
import Foundation
import Testing

/// The real program while its output is not read.
@Suite struct UnreadOutputTests {
  /// Options for `expectEvent`.
  private static let toFile = ["--events", "events", "--no-watch"]

  /// Saves a value, reloads, and waits for its event in the file "events".
  private func expectEvent(ofValue value: Int, from panel: RunningPanel) throws {
    try panel.save(value: value)
    panel.send(SIGHUP)
    try panel.waitForValue(value)
  }

  @Test(
    "an unread standard error does not block the panel; dropped messages are counted",
    arguments: UnreadOutput.Kind.allCases)
  func unreadErrors(kind: UnreadOutput.Kind) throws {
    try Knobpanel.inFolder { folder in
      let errors = try UnreadOutput(kind)
      // A long path, so that a few messages exceed the queue.
      let panel = try RunningPanel(
        in: folder, options: Self.toFile + ["--verbose"],
        path: String(repeating: "./", count: 2000) + "panel.yaml", errors: errors.writer)
      for value in 1...24 { try expectEvent(ofValue: value, from: panel) }
      try errors.drain(until: " messages dropped")
      try errors.drain(until: "reloaded")
      // Other processes share the open file, so its flags stay unchanged.
      #expect(errors.flags & O_NONBLOCK == 0)
      try panel.expectToEnd()
    }
  }

  @Test("with an unread standard error, SIGTERM ends it", arguments: UnreadOutput.Kind.allCases)
  func endsUnread(kind: UnreadOutput.Kind) throws {
    try Knobpanel.inFolder { folder in
      let errors = try UnreadOutput(kind)
      let panel = try RunningPanel(in: folder, options: ["--verbose"], errors: errors.writer)
      try panel.expectToEnd()
    }
  }

  @Test(
    "output of libraries does not block either", arguments: [UnreadOutput.Kind.pipe, .terminal])
  func libraries(kind: UnreadOutput.Kind) throws {
    try Knobpanel.inFolder { folder in
      let errors = try UnreadOutput(kind)
      let panel = try RunningPanel(in: folder, options: [], errors: errors.writer)
      #expect(try panel.flags(ofDescriptor: STDERR_FILENO) & O_NONBLOCK != 0)
      #expect(errors.flags & O_NONBLOCK == 0)
      try panel.expectToEnd()
    }
  }

  @Test(
    "an unread standard output does not block it", arguments: UnreadOutput.Kind.allCases)
  func unreadEvents(kind: UnreadOutput.Kind) throws {
    try Knobpanel.inFolder { folder in
      let output = try UnreadOutput(kind)
      let panel = try RunningPanel(in: folder, options: ["--events", "-"], output: output.writer)
      try panel.save(value: 3)
      try panel.wait("the first save") { $0.contains("reloaded") }
      try panel.save(value: 4)
      try output.drain(until: "\"value\":4,")
      #expect(output.flags & O_NONBLOCK == 0)
      try panel.expectToEnd()
    }
  }

  @Test("with an unread standard output, SIGTERM ends it", arguments: UnreadOutput.Kind.allCases)
  func endsWithUnreadEvents(kind: UnreadOutput.Kind) throws {
    try Knobpanel.inFolder { folder in
      let output = try UnreadOutput(kind)
      let panel = try RunningPanel(in: folder, options: ["--events", "-"], output: output.writer)
      try panel.save(value: 3)
      try panel.wait("the save") { $0.contains("reloaded") }
      try panel.expectToEnd()
    }
  }

  @Test("a stopped terminal as the target of events does not block it")
  func terminalByName() throws {
    try Knobpanel.inFolder { folder in
      let terminal = try UnreadOutput(.terminal)
      let name = try #require(ttyname(terminal.writer.fileDescriptor).map { String(cString: $0) })
      let panel = try RunningPanel(in: folder, options: ["--events", name])
      try panel.save(value: 3)
      try terminal.drain(until: "\"value\":3,")
      try panel.expectToEnd()
    }
  }

  @Test("with an event pipe without a reader, the panel runs and ends")
  func pipeWithoutReader() throws {
    try Knobpanel.inFolder { folder in
      try #require(mkfifo(folder.appending(path: "pipe").path, 0o600) == 0)
      let panel = try RunningPanel(in: folder, options: ["--events", "pipe"])
      try panel.save(value: 3)
      try panel.wait("the save") { $0.contains("reloaded") }
      #expect(panel.log.contains("pipe has no reader yet; events wait for one"))
      try panel.expectToEnd()
    }
  }

  @Test("an event pipe works with readers that come and go")
  func readersThatComeAndGo() throws {
    try Knobpanel.inFolder { folder in
      let pipe = folder.appending(path: "pipe").path
      try #require(mkfifo(pipe, 0o600) == 0)
      let panel = try RunningPanel(in: folder, options: ["--events", "pipe"])
      for value in 1...3 {
        // Returns once the panel has opened the other end.
        let reader = OutputReader(owning: open(pipe, O_RDONLY))
        try panel.save(value: value)
        try reader.wait(for: "\"value\":\(value),")
      }
      try panel.expectToEnd()
    }
  }

  @Test("a standard error whose reader is gone has no effect")
  func closedReader() throws {
    try Knobpanel.inFolder { folder in
      let errors = Pipe()
      try errors.fileHandleForReading.close()
      let panel = try RunningPanel(
        in: folder, options: Self.toFile + ["--verbose"], errors: errors.fileHandleForWriting)
      try expectEvent(ofValue: 5, from: panel)
      try panel.expectToEnd()
    }
  }

  @Test("closed standard descriptors are not reused for files that would get the messages")
  func closedDescriptors() throws {
    try Knobpanel.inFolder { folder in
      let panel = try RunningPanel(
        in: folder, options: Self.toFile + ["--verbose"], shell: "exec <&- >&- 2>&-")
      for number in 0...2 { #expect(panel.link("fd/\(number)") == "/dev/null") }
      try expectEvent(ofValue: 5, from: panel)
      try panel.expectToEnd()
    }
  }

  @Test("an event file is renamed at the limit")
  func limit() throws {
    try Knobpanel.inFolder { folder in
      let panel = try RunningPanel(
        in: folder, options: Self.toFile + ["--events-limit", "100"])
      for value in 1...3 { try expectEvent(ofValue: value, from: panel) }
      let old = try String(contentsOf: folder.appending(path: "events.1"), encoding: .utf8)
      #expect(old.contains("\"value\":2,") && old.split(separator: "\n").count == 1)
      try panel.expectToEnd()
    }
  }

  @Test("a full disk is reported once, and writing resumes with space")
  func fullDisk() throws {
    try Knobpanel.inFolder { folder in
      let errors = try UnreadOutput(.pipe, isFull: false)
      // The file size limit, in blocks of 512 bytes, stands for the size of the disk.
      let panel = try RunningPanel(
        in: folder, options: Self.toFile, shell: "ulimit -S -f 1", errors: errors.writer)
      let events = folder.appending(path: "events")
      let count = 10
      for value in 1...count {
        try panel.save(value: value)
        panel.send(SIGHUP)
        try errors.drain("save \(value)") { $0.components(separatedBy: "reloaded").count > value }
      }
      try errors.drain(until: "cannot write events (write: File too large)")
      // The file may hold part of a refused line until that is removed.
      try panel.wait("whole lines only") { _ in
        (try? String(contentsOf: events, encoding: .utf8))?.hasSuffix("\n") == true
      }
      try #require(truncate(events.path, 0) == 0)
      try panel.save(value: 99)
      panel.send(SIGHUP)
      // The event of the last save may be written only now.
      try errors.drain(until: " events were dropped")
      try panel.wait("the event") { _ in
        (try? String(contentsOf: events, encoding: .utf8))?.contains("\"value\":99,") == true
      }
      #expect(errors.text.components(separatedBy: "File too large").count == 2, "\(errors.text)")
      try panel.expectToEnd()
    }
  }
}

extension RunningPanel {
  /// Returns the target of a link in its proc(5) folder, such as "fd/2".
  fileprivate func link(_ name: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "\(statusFolder)/\(name)")
  }

  /// Returns the flags of one of its open files (proc(5)).
  fileprivate func flags(ofDescriptor number: Int32) throws -> Int32 {
    let text = try String(contentsOfFile: "\(statusFolder)/fdinfo/\(number)", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("flags:") }
    return try #require(line.flatMap { Int32($0.dropFirst(6).filter(\.isNumber), radix: 8) })
  }
}
