internal import Glibc

/// Reads files that a person may have named: a wrong name gets an error, never a hang.
public enum WholeFile {
  public enum Failure: Error, Hashable, CustomStringConvertible {
    case system(SystemError)
    case notAFile(path: String, kind: String)
    case tooLarge(path: String, byteCount: Int, limit: Int)

    public var description: String {
      switch self {
      case .system(let error): error.description
      case .notAFile(let path, let kind): "\(path): is a \(kind), not a file"
      case .tooLarge(let path, let byteCount, let limit):
        "\(path): \(byteCount) bytes, more than the \(limit) that make sense here"
      }
    }
  }

  /// The bytes of the regular file or pipe at `path`; "-" is not special.
  public static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    let file = try open(path)
    var status = stat()
    do { try check("fstat", path) { fstat(file.number, &status) } } catch { throw .system(error) }
    let kind = status.st_mode & S_IFMT
    switch kind {
    case S_IFREG, S_IFIFO: break
    case S_IFDIR: throw .notAFile(path: path, kind: "directory")
    case S_IFSOCK: throw .notAFile(path: path, kind: "socket")
    default: throw .notAFile(path: path, kind: "device")
    }
    if kind == S_IFIFO {
      // A process substitution of a shell: wait for its writer.
      _ = fcntl(file.number, F_SETFL, 0)
    }
    if status.st_size > limit {
      throw .tooLarge(path: path, byteCount: Int(status.st_size), limit: limit)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.st_size))
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 8)
    defer { chunk.deallocate() }
    while true {
      let count: Int?
      do { count = try file.read(into: chunk) } catch { throw .system(error) }
      guard let count, count > 0 else { return bytes }
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
      if bytes.count > limit { throw .tooLarge(path: path, byteCount: bytes.count, limit: limit) }
    }
  }

  private static func open(_ path: String) throws(Failure) -> FileDescriptor {
    // Not waiting for the other end of a pipe, nor for the modem of a terminal.
    let flags = O_RDONLY | O_NOCTTY | O_NONBLOCK
    do { return try FileDescriptor.open(path, flags: flags) } catch { throw .system(error) }
  }
}
