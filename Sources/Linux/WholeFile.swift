internal import Glibc

/// Reads files that a person may have named: a wrong name gets an error, never a hang.
public enum WholeFile {
  public enum Failure: Error, Hashable, CustomStringConvertible {
    case system(SystemError)
    case notAFile(path: String, kind: String)
    case tooLarge(path: String, byteCount: Int, limit: Int)
    /// A pipe into which nobody wrote for so long.
    case silent(path: String, milliseconds: Int32)

    public var description: String {
      switch self {
      case .system(let error): error.description
      case .notAFile(let path, let kind): "\(path): is a \(kind), not a file"
      case .tooLarge(let path, let byteCount, let limit):
        "\(path): \(byteCount) bytes, more than the \(limit) that make sense here"
      case .silent(let path, let milliseconds):
        "\(path): is a pipe, and nobody wrote into it for \(Double(milliseconds) / 1000) seconds"
      }
    }
  }

  /// The bytes of the regular file or pipe at `path`; "-" is not special.
  ///
  /// A pipe is read to its end, as long as its writer never pauses for longer than the patience.
  public static func read(
    _ path: String, limit: Int, pipePatienceMilliseconds: Int32 = 5000
  ) throws(Failure) -> [UInt8] {
    // Looked at before it is opened, because to open a device can already do something.
    var status = stat()
    _ = try asFailure { () throws(SystemError) in
      try check("stat", path) { stat(path, &status) }
    }
    let isPipe = status.st_mode & S_IFMT == S_IFIFO
    if let kind = oddKind(status.st_mode) { throw .notAFile(path: path, kind: kind) }
    if status.st_size > limit {
      throw .tooLarge(path: path, byteCount: Int(status.st_size), limit: limit)
    }
    // Not waiting here for the other end of a pipe.
    let file = try asFailure { () throws(SystemError) in
      try FileDescriptor.open(path, flags: O_RDONLY | O_NOCTTY | O_NONBLOCK)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.st_size))
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 8)
    defer { chunk.deallocate() }
    while true {
      if isPipe { try wait(for: file, path, milliseconds: pipePatienceMilliseconds) }
      let count = try asFailure { () throws(SystemError) in try file.read(into: chunk) }
      // A pipe that has nothing although it was ready: somebody else reads it too.
      guard let count else { continue }
      if count == 0 { return bytes }
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
      if bytes.count > limit { throw .tooLarge(path: path, byteCount: bytes.count, limit: limit) }
    }
  }

  /// What it is, if not something to be read to its end.
  private static func oddKind(_ mode: mode_t) -> String? {
    switch mode & S_IFMT {
    case S_IFREG, S_IFIFO: nil
    case S_IFDIR: "directory"
    case S_IFSOCK: "socket"
    default: "device"
    }
  }

  /// Until the pipe has bytes, or had a writer and has none any more.
  private static func wait(
    for file: borrowing FileDescriptor, _ path: String, milliseconds: Int32
  ) throws(Failure) {
    var request = pollfd(fd: file.number, events: Int16(POLLIN), revents: 0)
    let ready = try asFailure { () throws(SystemError) in
      try check("poll", path) { poll(&request, 1, milliseconds) }
    }
    if ready == 0 { throw .silent(path: path, milliseconds: milliseconds) }
  }

  private static func asFailure<Result: ~Copyable>(
    _ body: () throws(SystemError) -> Result
  ) throws(Failure) -> Result {
    do { return try body() } catch { throw .system(error) }
  }
}
