internal import Glibc

/// Reads files named by a user: a wrong name causes an error and never blocks.
public enum WholeFile {
  /// The reason why a file could not be read.
  public enum Failure: Error, Hashable, CustomStringConvertible {
    /// A system call failed.
    case system(SystemError)
    /// It is a directory, a socket, a device, or a pipe where pipes are refused.
    case notAFile(path: String, kind: String)
    /// It exceeds the size limit.
    case tooLarge(path: String, byteCount: Int, limit: Int)
    /// It is a pipe into which nothing was written for that time.
    case pipeTimedOut(path: String, milliseconds: Int32)

    /// The path and the reason in one line.
    public var description: String {
      switch self {
      case .system(let error): error.description
      case .notAFile(let path, let kind): "\(path): is a \(kind), not a file"
      case .tooLarge(let path, let byteCount, let limit):
        "\(path): \(byteCount) bytes; the limit is \(limit)"
      case .pipeTimedOut(let path, let milliseconds):
        "\(path): is a pipe; no data arrived for \(Double(milliseconds) / 1000) seconds"
      }
    }
  }

  /// How long the writer of a pipe may pause when a person waits for the result; for
  /// `read(_:limit:pipeTimeoutMilliseconds:)`.
  public static let patienceMilliseconds: Int32 = 5000

  /// Reads a regular file, or a pipe to its end.
  ///
  /// - Parameters:
  ///   - path: Its path; "-" is not special.
  ///   - limit: The maximum size in bytes.
  ///   - pipeTimeoutMilliseconds: How long the writer of a pipe may pause. Nil refuses pipes,
  ///     because a running panel must not wait.
  /// - Returns: Its bytes.
  /// - Throws: The reason why it could not be read.
  public static func read(
    _ path: String, limit: Int, pipeTimeoutMilliseconds: Int32? = nil
  ) throws(Failure) -> [UInt8] {
    // Checked before opening, because opening a device can have effects.
    var status = stat()
    _ = try asFailure { () throws(SystemError) in
      try check("stat", path) { stat(path, &status) }
    }
    try refuse(status, path, limit: limit, pipeTimeoutMilliseconds)
    // O_NONBLOCK does not wait for the other end of a pipe.
    let file = try asFailure { () throws(SystemError) in
      try FileDescriptor.open(path, flags: O_RDONLY | O_NOCTTY | O_NONBLOCK)
    }
    // Checked again, because another file may have replaced it.
    _ = try asFailure { () throws(SystemError) in
      try check("fstat", path) { fstat(file.number, &status) }
    }
    try refuse(status, path, limit: limit, pipeTimeoutMilliseconds)
    return try read(
      file, path, expecting: Int(status.st_size), limit: limit,
      pipeTimeoutMilliseconds: status.isPipe ? pipeTimeoutMilliseconds : nil)
  }

  /// Reads an open file to its end.
  static func read(
    _ file: borrowing FileDescriptor, _ path: String, expecting byteCount: Int = 0, limit: Int,
    pipeTimeoutMilliseconds: Int32?
  ) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 8)
    defer { chunk.deallocate() }
    while true {
      if let pipeTimeoutMilliseconds {
        try wait(for: file, path, milliseconds: pipeTimeoutMilliseconds)
      }
      let count = try asFailure { () throws(SystemError) in try file.read(into: chunk) }
      guard let count else {
        // The pipe was ready but is empty: another process reads it too.
        if pipeTimeoutMilliseconds != nil { continue }
        // A file that waits for contents, such as `/proc/kmsg`.
        throw .system(SystemError(call: "read", subject: path, code: EAGAIN))
      }
      if count == 0 { return bytes }
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
      if bytes.count > limit { throw .tooLarge(path: path, byteCount: bytes.count, limit: limit) }
    }
  }

  private static func refuse(
    _ status: stat, _ path: String, limit: Int, _ pipeTimeoutMilliseconds: Int32?
  ) throws(Failure) {
    if let kind = unreadableKind(status.st_mode) { throw .notAFile(path: path, kind: kind) }
    if status.isPipe, pipeTimeoutMilliseconds == nil { throw .notAFile(path: path, kind: "pipe") }
    if status.st_size > limit {
      throw .tooLarge(path: path, byteCount: Int(status.st_size), limit: limit)
    }
  }

  /// Returns the kind of file; nil for a regular file or a pipe.
  private static func unreadableKind(_ mode: mode_t) -> String? {
    switch mode & S_IFMT {
    case S_IFREG, S_IFIFO: nil
    case S_IFDIR: "directory"
    case S_IFSOCK: "socket"
    default: "device"
    }
  }

  /// Waits until the pipe has bytes, or its last writer has closed it.
  private static func wait(
    for file: borrowing FileDescriptor, _ path: String, milliseconds: Int32
  ) throws(Failure) {
    var request = pollfd(fd: file.number, events: Int16(POLLIN), revents: 0)
    let ready = try asFailure { () throws(SystemError) in
      try check("poll", path) { poll(&request, 1, milliseconds) }
    }
    if ready == 0 { throw .pipeTimedOut(path: path, milliseconds: milliseconds) }
  }

  private static func asFailure<Result: ~Copyable>(
    _ body: () throws(SystemError) -> Result
  ) throws(Failure) -> Result {
    do { return try body() } catch { throw .system(error) }
  }
}

extension stat {
  fileprivate var isPipe: Bool { st_mode & S_IFMT == S_IFIFO }
}
