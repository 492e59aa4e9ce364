internal import Glibc

/// An open file descriptor, closed at the end of its lifetime.
public struct FileDescriptor: ~Copyable, Sendable {
  /// The number; valid for the lifetime of this value.
  public let number: Int32

  /// Takes ownership of an open file descriptor.
  public init(owning number: Int32) {
    self.number = number
  }

  deinit {
    // An error of close cannot be handled here, and the number is freed in any case (close(2)).
    _ = close(number)
  }

  /// Opens a file with open(2), always close-on-exec.
  ///
  /// - Throws: The error of open(2), with the path.
  public static func open(_ path: String, flags: Int32, mode: UInt32 = 0) throws(SystemError)
    -> FileDescriptor
  {
    FileDescriptor(
      owning: try check("open", path) { Glibc.open(path, flags | O_CLOEXEC, mode) })
  }

  /// Ends the ownership without closing; the caller closes the descriptor.
  public consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// Reads at most `buffer.count` bytes; returns 0 at the end of a file, and nil if a non-blocking
  /// descriptor has nothing to read (read(2)).
  ///
  /// - Throws: The error of read(2) other than `EAGAIN`.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
    try Self.read(number, into: buffer)
  }

  static func read(
    _ number: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int? {
    do throws(SystemError) {
      return try check("read") { Glibc.read(number, buffer.baseAddress, buffer.count) }
    } catch {
      if error.code == EAGAIN { return nil }
      throw error
    }
  }
}

extension FileDescriptor {
  /// Waits until there is something to read, including the end (poll(2)).
  ///
  /// - Parameter milliseconds: The timeout; -1 for no limit.
  /// - Returns: False after the timeout or a signal.
  public borrowing func waitForInput(milliseconds: Int32) -> Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }

  /// Waits until there is something to read from any of the descriptors, including the end
  /// (poll(2)).
  ///
  /// - Parameters:
  ///   - numbers: Open file descriptors.
  ///   - milliseconds: The timeout; -1 for no limit.
  /// - Returns: The indices of those with something to read; empty after the timeout or a signal.
  public static func waitForInput(of numbers: [Int32], milliseconds: Int32) -> [Int] {
    var requests = numbers.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&requests, nfds_t(requests.count), milliseconds) > 0 else { return [] }
    return requests.indices.filter { requests[$0].revents != 0 }
  }
}
