internal import Glibc

/// Writes lines to an open descriptor, whole lines at a time.
public struct Output: Sendable {
  /// Standard output.
  public static let standard = Output(descriptor: STDOUT_FILENO)
  /// Standard error.
  public static let error = Output(descriptor: STDERR_FILENO)

  /// Where it writes; not owned.
  public let descriptor: Int32

  /// Writes to a descriptor that stays open for as long as this is used.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Writes `text` and a line end; false if nobody reads any more or the disk is full.
  @discardableResult
  public func print(_ text: String) -> Bool {
    write(Array((text + "\n").utf8))
  }

  /// True if a few bytes can be written without waiting, or writing would fail at once.
  public var isReady: Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&ready, 1, 0) > 0
  }

  /// Writes all bytes, waiting for a slow reader; false if nobody reads any more or the disk is full.
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
          return false
        }
      }
      return true
    }
  }
}
