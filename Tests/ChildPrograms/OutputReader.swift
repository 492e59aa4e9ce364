internal import Glibc
internal import Linux
internal import TestPatience

/// Reads what a program writes, when a test waits for it and not before.
public final class OutputReader {
  /// What was read so far.
  public private(set) var bytes: [UInt8] = []
  /// Whether nothing more can come.
  public private(set) var isAtEnd = false
  /// Readable when there is more, or at the end.
  public var descriptor: Int32 { source.number }

  private let source: FileDescriptor

  /// Reads from a pipe, socket or terminal, which it closes at the end of its life.
  public init(owning descriptor: Int32) {
    source = FileDescriptor(owning: descriptor)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// What was read so far, as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Reads what is there now.
  public func read() {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      while !isAtEnd {
        let count = Glibc.read(source.number, buffer.baseAddress, buffer.count)
        if count > 0 {
          bytes += buffer[..<count]
        } else if count == 0 || errno != EAGAIN {
          // EIO: a terminal that no program has open any more.
          isAtEnd = true
        } else {
          return
        }
      }
    }
  }

  /// Reads until what was read so far is as it should.
  ///
  /// - Throws: `Patience.IsOver` if it never is.
  public func wait(_ what: String, until isSo: ([UInt8]) throws -> Bool) throws {
    try Patience.wait("\(what): \(text.suffix(2000))", for: [descriptor]) {
      read()
      let isThere = try isSo(bytes)
      if isAtEnd, !isThere { throw Patience.IsOver("the end before \(what): \(text)") }
      return isThere
    }
  }

  /// Reads until there is some text.
  public func wait(for part: String) throws {
    try wait("“\(part)”") { String(decoding: $0, as: UTF8.self).contains(part) }
  }

  /// All that comes until the end.
  public func readToEnd() throws -> String {
    try wait("the end") { _ in isAtEnd }
    return text
  }
}
