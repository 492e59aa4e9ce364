internal import Glibc
internal import Linux

/// The lines that another program writes to a pipe or a socket.
final class LineStream {
  /// The end of the pipe or socket in this process.
  let descriptor: FileDescriptor
  /// Whether the program has closed its end.
  private(set) var isAtEnd = false
  private var unread = LineBuffer(byteLimit: 1 << 20)

  init(_ descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }

  /// Returns the next line; nil if there is none in time, or at the end.
  func next(withinMilliseconds patience: Int32 = 20_000) throws -> String? {
    while true {
      if case .text(let line)? = unread.next() { return String(decoding: line, as: UTF8.self) }
      var wait = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
      guard !isAtEnd, poll(&wait, 1, patience) == 1 else { return nil }
      try withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { chunk in
        guard let count = try descriptor.read(into: chunk) else { return }
        isAtEnd = count == 0
        unread.append(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
      }
    }
  }
}
