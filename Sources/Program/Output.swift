internal import Glibc

/// Writes text to an open file descriptor that it does not own.
public struct Output: Sendable {
  /// Standard output.
  public static let standard = Output(descriptor: STDOUT_FILENO)
  /// Standard error.
  public static let error = Output(descriptor: STDERR_FILENO)

  /// The descriptor that it writes to; not owned.
  public let descriptor: Int32

  /// Creates an output for a descriptor, which has to stay open while this is used.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Writes `text` and a newline; false if the reader has closed its end or the disk is full.
  @discardableResult
  public func print(_ text: String) -> Bool {
    write(Array((text + "\n").utf8))
  }

  /// Whether up to `PIPE_BUF` bytes can be written without blocking, or writing fails at once.
  public var isReady: Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&ready, 1, 0) > 0
  }

  /// Writes all bytes and blocks while the reader is slow; false if writing failed.
  @discardableResult
  public func write(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let count = Glibc.write(
          descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
        if count > 0 {
          done += count
        } else if errno == EAGAIN {
          var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&ready, 1, -1)
        } else if errno != EINTR {
          if descriptor == STDOUT_FILENO { StandardOutput.noteFailure(errno) }
          return false
        }
      }
      return true
    }
  }
}
