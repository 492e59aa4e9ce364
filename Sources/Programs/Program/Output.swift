internal import Diagnostics
internal import Glibc
public import Linux
internal import Synchronization

/// Writes text to an open file descriptor that it does not own.
///
/// Printed text never controls the terminal: control characters and characters that change the
/// direction of text are replaced by their names. Names of files and devices, texts of layouts and
/// messages of servers can contain them.
public struct Output: Sendable {
  /// Standard output.
  public static let standard = Output(descriptor: STDOUT_FILENO)
  /// Standard error.
  public static let error = Output(descriptor: STDERR_FILENO)

  /// The file descriptor that it writes to; not owned.
  public let descriptor: Int32

  /// Creates an output for a file descriptor, which must stay open while the output is used.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Writes `text` and a newline; line breaks and tabs within the text are kept.
  ///
  /// - Returns: False if writing failed.
  @discardableResult
  public func print(_ text: String) -> Bool {
    write(Array((VisibleText.printableLines(text) + "\n").utf8))
  }

  /// Writes `line` and a newline; line breaks within the line are replaced like control characters.
  ///
  /// - Returns: False if writing failed.
  @discardableResult
  public func print(line: String) -> Bool {
    print(VisibleText.printable(line))
  }

  /// Writes JSON, with escapes for the characters that would be replaced in text.
  ///
  /// - Returns: False if writing failed.
  @discardableResult
  public func write(json: String) -> Bool {
    write(VisibleText.escapedJSON(json))
  }

  /// Writes all bytes as they are and blocks while the reader is slow, except on standard error
  /// after `beginBackgroundErrors()`.
  ///
  /// - Returns: False if writing failed.
  @discardableResult
  public func write(_ bytes: [UInt8]) -> Bool {
    if descriptor == STDERR_FILENO, let writer = BackgroundErrors.writer.withLock({ $0 }) {
      writer.write(bytes)
      return true
    }
    do throws(SystemError) {
      try writeAll(bytes)
      return true
    } catch {
      if descriptor == STDOUT_FILENO { StandardOutput.noteFailure(error.code) }
      return false
    }
  }

  /// Writes all bytes as they are and blocks while the reader is slow.
  ///
  /// - Throws: The error of write(2), after which part of the bytes may have been written.
  public func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
      }
      if count > 0 {
        done += count
      } else if errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if errno != EINTR {
        throw SystemError(call: "write", code: errno)
      }
    }
  }
}
