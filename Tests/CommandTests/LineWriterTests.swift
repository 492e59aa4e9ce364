import ChildPrograms
import Foundation
import Linux
import Synchronization
import TestPatience
import Testing

@testable import Program

@Suite struct LineQueueTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// The byte counts of lines appended to a queue of 100 bytes.
    var appended: [Int]
    /// The lines left, oldest first.
    var left: [Int]
    /// The number of lines missing before each of these, and after the last.
    var missing: [Int]
    var testDescription: String { "\(appended)" }
  }

  @Test(arguments: [
    Case(appended: [], left: [], missing: [0]),
    Case(appended: [40, 60], left: [40, 60], missing: [0, 0, 0]),
    // The older half is dropped.
    Case(appended: [40, 60, 1], left: [1], missing: [2, 0]),
    Case(appended: [20, 20, 20, 20, 20, 20], left: [20, 20, 20], missing: [3, 0, 0, 0]),
    // More than half, if the new line needs more.
    Case(appended: [30, 10, 10, 85], left: [10, 85], missing: [2, 0, 0]),
    Case(appended: [10, 10, 30, 90], left: [90], missing: [3, 0]),
    // A line that can never fit is dropped alone.
    Case(appended: [10, 101], left: [10], missing: [0, 1]),
    Case(appended: [101, 10], left: [10], missing: [1, 0]),
    Case(appended: [40, 101, 50], left: [40, 50], missing: [0, 1, 0]),
    // It is still counted when its neighbours are dropped, too.
    Case(appended: [40, 101, 50, 101, 20], left: [50, 20], missing: [2, 1, 0]),
    Case(appended: [60, 101, 40, 101, 61], left: [61], missing: [4, 0]),
  ])
  func keepsTheNewest(_ example: Case) {
    var queue = LineQueue(byteLimit: 100)
    for count in example.appended { queue.append([UInt8](repeating: 65, count: count)) }
    #expect(queue.lines.map(\.bytes.count) == example.left)
    #expect(queue.lines.map(\.droppedBefore) + [queue.droppedCount] == example.missing)
  }
}

@Suite struct LineDeliveryTests {
  /// Accepts lines, or fails as scripted.
  private final class Target: LineTarget, Sendable {
    struct State {
      var code: Int32?
      /// "2 line": a line, with the number dropped before it.
      var calls: [String] = []
    }
    let state = Mutex(State())

    func prepare() {}

    func write(_ line: [UInt8], afterDropping count: Int) throws(SystemError) {
      if let code = state.withLock({ $0.code }) { throw SystemError(call: "write", code: code) }
      state.withLock { $0.calls.append("\(count) \(String(decoding: line, as: UTF8.self))") }
    }

    func handleFailure(_ error: SystemError) {
      state.withLock { $0.calls.append("failed \(error.code)") }
    }
  }

  @Test("a full disk is reported once, dropped lines are counted, and writing resumes with space")
  func failure() {
    let target = Target()
    var delivery = LineDelivery(to: target)
    delivery.deliver([97])
    target.state.withLock { $0.code = ENOSPC }
    for _ in 0..<3 { delivery.deliver([98]) }
    target.state.withLock { $0.code = nil }
    delivery.deliver([99], afterDropping: 4)
    delivery.deliver([100])
    target.state.withLock { $0.code = EIO }
    delivery.deliver([101])
    #expect(
      target.state.withLock { $0.calls } == [
        "0 a", "failed \(ENOSPC)", "7 c", "0 d", "failed \(EIO)",
      ])
  }
}

@Suite struct LineWriterTests {
  /// The write end of a pipe.
  private struct PipeTarget: LineTarget {
    var descriptor: Int32
    func prepare() {}
    func write(_ line: [UInt8], afterDropping count: Int) throws(SystemError) {
      if count > 0 { try Output(descriptor: descriptor).writeAll(Array("dropped \(count)\n".utf8)) }
      try Output(descriptor: descriptor).writeAll(line)
    }
    func handleFailure(_ error: SystemError) {}
  }

  private static func line(_ number: Int) -> [UInt8] { Array("line \(number)\n".utf8) }

  private static func writer(to pipe: OutputPipe, byteLimit: Int = 1 << 16) throws -> LineWriter {
    try LineWriter(to: PipeTarget(descriptor: pipe.writeEnd), byteLimit: byteLimit)
  }

  @Test("all lines are written before the end, in order")
  func order() throws {
    let pipe = try OutputPipe()
    let writer = try Self.writer(to: pipe)
    for number in 0..<1000 { writer.write(Self.line(number)) }
    #expect(writer.end(withinMilliseconds: Patience.milliseconds))
    pipe.closeWriteEnd()
    _ = try pipe.reader.readToEnd()
    #expect(pipe.reader.bytes == (0..<1000).flatMap(Self.line))
  }

  @Test("a line that never fits is counted where it is missing, and displaces no other")
  func tooLong() throws {
    let pipe = try OutputPipe()
    let writer = try Self.writer(to: pipe, byteLimit: 100)
    writer.write([UInt8](repeating: 65, count: 101))
    for number in 0..<2 { writer.write(Self.line(number)) }
    writer.write([UInt8](repeating: 65, count: 101))
    writer.write(Self.line(2))
    #expect(writer.end(withinMilliseconds: Patience.milliseconds))
    pipe.closeWriteEnd()
    #expect(
      try pipe.reader.readToEnd() == "dropped 1\nline 0\nline 1\ndropped 1\nline 2\n")
  }

  @Test("a sleeping reader costs bounded memory, and then gets the count of dropped lines")
  func sleepingReader() throws {
    let pipe = try OutputPipe()
    let writer = try Self.writer(to: pipe)
    // Far more than the pipe and the queue hold; a blocking write would hang here.
    let count = 100_000
    for number in 0..<count { writer.write(Self.line(number)) }
    let last = Self.line(count - 1)
    try pipe.reader.wait("the last line") { $0.suffix(last.count).elementsEqual(last) }
    #expect(writer.end(withinMilliseconds: Patience.milliseconds))
    let lines = pipe.reader.text.split(separator: "\n")
    let dropped = lines.filter { $0.hasPrefix("dropped ") }.compactMap { Int($0.dropFirst(8)) }
    #expect(!dropped.isEmpty)
    // Every missing line was counted.
    #expect(lines.count - dropped.count + dropped.reduce(0, +) == count)
  }

  @Test("ending does not wait forever for a reader that never comes")
  func endWithoutReader() throws {
    let pipe = try OutputPipe()
    let writer = try Self.writer(to: pipe, byteLimit: 1 << 20)
    for _ in 0..<2 { writer.write([UInt8](repeating: 10, count: 100_000)) }
    #expect(!writer.end(withinMilliseconds: 10))
    // The thread still holds the rest, and must not outlive the pipe, whose number may be reused.
    try pipe.reader.wait("the rest") { $0.count == 200_000 }
  }

  /// Waits for a reader before the first line, like a target without one.
  private final class ReaderlessTarget: LineTarget, Sendable {
    let comes: Wakeup
    init() throws { comes = try Wakeup() }
    func prepare() { _ = comes.wait(milliseconds: .max) }
    func write(_ line: [UInt8], afterDropping count: Int) {}
    func handleFailure(_ error: SystemError) {}
  }

  @Test("ending does not wait for a reader if nothing is queued")
  func endWithNothing() throws {
    let target = try ReaderlessTarget()
    let writer = try LineWriter(to: target, byteLimit: 1 << 16)
    let limit = Patience.milliseconds
    let start = MonotonicClock.microseconds
    #expect(writer.end(withinMilliseconds: limit))
    #expect(MonotonicClock.microseconds - start < Int64(limit) * 1000)
    target.comes.signal()
  }
}

@Suite struct OutputTests {
  /// Returns what `body` writes to an output.
  private func written(_ body: (Output) -> Void) throws -> String {
    let pipe = Pipe()
    body(Output(descriptor: pipe.fileHandleForWriting.fileDescriptor))
    try pipe.fileHandleForWriting.close()
    return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  @Test("printed text does not control the terminal")
  func text() throws {
    #expect(
      try written { $0.print("a\u{1B}[2J\tb\n\u{9B}c\u{7F}\u{202E}d") }
        == "a<U+001B>[2J\tb\n<U+009B>c<U+007F><U+202E>d\n")
    #expect(try written { $0.print("“Küche” 室 👩‍👩‍👧") } == "“Küche” 室 👩‍👩‍👧\n")
  }

  @Test("a line stays a single line")
  func line() throws {
    #expect(
      try written { $0.print(line: "a\nknobpanel: error: b\r\t\0") }
        == "a<newline>knobpanel: error: b<U+000D><tab><U+0000>\n")
  }

  @Test("escaped JSON keeps its meaning")
  func json() throws {
    let json = "{\"a\": \"\u{9B}31m\u{7F}\u{202E}ü\",\n\t\"b\": 1}"
    let text = try written { $0.write(json: json) }
    #expect(text == "{\"a\": \"\\u009B31m\\u007F\\u202Eü\",\n\t\"b\": 1}")
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(value?["a"] as? String == "\u{9B}31m\u{7F}\u{202E}ü")
  }

  @Test("a closed reader is an error, not a signal")
  func closedReader() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let output = Output(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    #expect(output.print("x") == false)
    let error = #expect(throws: SystemError.self) { try output.writeAll([10]) }
    #expect(error?.code == EPIPE)
  }
}
