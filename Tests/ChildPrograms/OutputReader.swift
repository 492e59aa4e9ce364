internal import Glibc
internal import Linux
internal import TestPatience

/// Reads a program's output, only while a test waits for it.
public final class OutputReader {
  /// The bytes read so far.
  public private(set) var bytes: [UInt8] = []
  /// Whether no more output can arrive.
  public private(set) var isAtEnd = false
  /// Readable when more output is available, or at the end.
  public var descriptor: Int32 { source.number }

  private let source: FileDescriptor

  /// Reads from a pipe, socket or terminal, and closes it when this object is destroyed.
  public init(owning descriptor: Int32) {
    source = FileDescriptor(owning: descriptor)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// The text read so far.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Reads what is available without blocking.
  public func read() {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      while !isAtEnd {
        let count = Glibc.read(source.number, buffer.baseAddress, buffer.count)
        if count > 0 {
          bytes += buffer[..<count]
        } else if count == 0 || errno != EAGAIN {
          // EIO: a terminal that no program has open.
          isAtEnd = true
        } else {
          return
        }
      }
    }
  }

  /// Reads until the bytes read so far meet a condition.
  ///
  /// - Throws: `Patience.TimedOut` if they never do.
  public func wait(_ expectation: String, until condition: ([UInt8]) throws -> Bool) throws {
    try Patience.wait("\(expectation): \(text.suffix(2000))", for: [descriptor]) {
      read()
      let isMet = try condition(bytes)
      if isAtEnd, !isMet {
        throw Patience.TimedOut("the output ended before \(expectation): \(text)")
      }
      return isMet
    }
  }

  /// Reads until the output contains a text.
  public func wait(for part: String) throws {
    try wait("“\(part)”") { String(decoding: $0, as: UTF8.self).contains(part) }
  }

  /// Reads to the end and returns all output.
  public func readToEnd() throws -> String {
    try wait("the end") { _ in isAtEnd }
    return text
  }
}
