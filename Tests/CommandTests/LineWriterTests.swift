import Foundation
import Linux
import Synchronization
import Testing

@testable import Program

@Suite struct LineQueueTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// Lines of so many bytes each, appended to a queue of 100 bytes.
    var appended: [Int]
    /// Those that are left, oldest first.
    var left: [Int]
    var dropped: Int
    var testDescription: String { "\(appended)" }
  }

  @Test(arguments: [
    Case(appended: [], left: [], dropped: 0),
    Case(appended: [40, 60], left: [40, 60], dropped: 0),
    // The older half makes room.
    Case(appended: [40, 60, 1], left: [1], dropped: 2),
    Case(appended: [20, 20, 20, 20, 20, 20], left: [20, 20, 20], dropped: 3),
    // More than half, if the new line takes more.
    Case(appended: [30, 10, 10, 85], left: [10, 85], dropped: 2),
    Case(appended: [10, 10, 30, 90], left: [90], dropped: 3),
    // A line that can never fit does not stay, and drops what it cannot use the room of.
    Case(appended: [10, 101], left: [], dropped: 2),
    Case(appended: [101, 10], left: [10], dropped: 1),
  ])
  func keepsTheNewest(_ example: Case) {
    var queue = LineQueue(byteLimit: 100)
    for count in example.appended { queue.append([UInt8](repeating: 65, count: count)) }
    #expect(queue.lines.map(\.count) == example.left)
    #expect(queue.droppedCount == example.dropped)
  }
}

@Suite struct LineDeliveryTests {
  /// Takes lines, or fails as told.
  private final class Target: LineTarget, Sendable {
    struct State {
      var code: Int32?
      /// "2 line": a line, and how many were dropped before it.
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

  @Test("a full disk is told once, what it did not take is counted, and it goes on with room")
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

  @Test("all lines are written before the end, in order")
  func order() throws {
    let pipe = Pipe()
    let writer = try LineWriter(
      to: PipeTarget(descriptor: pipe.fileHandleForWriting.fileDescriptor), byteLimit: 1 << 16)
    for number in 0..<1000 { writer.write(Self.line(number)) }
    writer.end(withinMilliseconds: 20_000)
    try pipe.fileHandleForWriting.close()
    let text = pipe.fileHandleForReading.readDataToEndOfFile()
    #expect(Array(text) == (0..<1000).flatMap(Self.line))
  }

  @Test("a reader that sleeps costs a bounded amount, and then learns how much it missed")
  func sleepingReader() throws {
    let pipe = Pipe()
    let writer = try LineWriter(
      to: PipeTarget(descriptor: pipe.fileHandleForWriting.fileDescriptor), byteLimit: 1 << 16)
    // Much more than the pipe and the queue hold; a write that waited would hang here.
    let count = 100_000
    for number in 0..<count { writer.write(Self.line(number)) }
    var text = Data()
    while !text.hasSuffix(Self.line(count - 1)) { text += pipe.fileHandleForReading.availableData }
    writer.end(withinMilliseconds: 20_000)
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    let dropped = lines.filter { $0.hasPrefix("dropped ") }.compactMap { Int($0.dropFirst(8)) }
    #expect(!dropped.isEmpty)
    // Nothing is missing that was not counted.
    #expect(lines.count - dropped.count + dropped.reduce(0, +) == count)
  }

  @Test("the end does not wait for a reader that never comes, nor for one when nothing waits")
  func endWithoutReader() throws {
    let pipe = Pipe()
    let writer = try LineWriter(
      to: PipeTarget(descriptor: pipe.fileHandleForWriting.fileDescriptor), byteLimit: 1 << 20)
    for _ in 0..<2 { writer.write([UInt8](repeating: 10, count: 100_000)) }
    // Returns although nobody reads.
    writer.end(withinMilliseconds: 10)
    // The thread is left with what waits, and must not outlive the pipe, whose number others get.
    var count = 0
    while count < 200_000 { count += pipe.fileHandleForReading.availableData.count }
    withExtendedLifetime(pipe) {}
  }
}

extension Data {
  func hasSuffix(_ bytes: [UInt8]) -> Bool { suffix(bytes.count).elementsEqual(bytes) }
}

@Suite struct OutputTests {
  /// What `body` writes to an output.
  private func written(_ body: (Output) -> Void) throws -> String {
    let pipe = Pipe()
    body(Output(descriptor: pipe.fileHandleForWriting.fileDescriptor))
    try pipe.fileHandleForWriting.close()
    return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  @Test("what is printed does not control the terminal")
  func text() throws {
    #expect(
      try written { $0.print("a\u{1B}[2J\tb\n\u{9B}c\u{7F}\u{202E}d") }
        == "a<U+001B>[2J\tb\n<U+009B>c<U+007F><U+202E>d\n")
    #expect(try written { $0.print("“Küche” 室 👩‍👩‍👧") } == "“Küche” 室 👩‍👩‍👧\n")
  }

  @Test("one line stays one line")
  func line() throws {
    #expect(
      try written { $0.print(line: "a\nknobpanel: error: b\r\t\0") }
        == "a<newline>knobpanel: error: b<U+000D><tab><U+0000>\n")
  }

  @Test("JSON keeps its meaning")
  func json() throws {
    let json = "{\"a\": \"\u{9B}31m\u{7F}\u{202E}ü\",\n\t\"b\": 1}"
    let text = try written { $0.write(json: json) }
    #expect(text == "{\"a\": \"\\u009B31m\\u007F\\u202Eü\",\n\t\"b\": 1}")
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(value?["a"] as? String == "\u{9B}31m\u{7F}\u{202E}ü")
  }

  @Test("a reader that is gone is an error, and no signal")
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
