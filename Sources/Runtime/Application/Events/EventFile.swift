internal import Glibc
internal import Linux
internal import Program

/// An event file of limited size: a full file is renamed to `PATH.1`, replacing an older one, and a
/// new file begins.
struct EventFile: Sendable {
  /// The flags of open(2): append, so that other programs can truncate the file meanwhile.
  static let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOCTTY | O_NONBLOCK
  /// The permissions of new files.
  static let mode: UInt32 = 0o644

  private let path: String
  private let limit: Int?
  private var file: OpenFile
  private var byteCount = 0

  /// Takes over an open, empty file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - file: The file, open for writing.
  ///   - limit: The maximum size in bytes; nil for no limit.
  init(path: String, file: OpenFile, limit: Int?) {
    // If the path is a symbolic link, its target is renamed, not the link.
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    self.path = resolved.map { String(cString: $0) } ?? path
    self.file = file
    self.limit = limit
  }

  /// Writes a whole line or nothing.
  ///
  /// - Throws: The error of write(2), such as `ENOSPC`, or of beginning a new file.
  mutating func write(_ line: [UInt8]) throws(SystemError) {
    if let limit, byteCount > 0, byteCount + line.count > limit { try begin() }
    do {
      try file.output.writeAll(line)
    } catch {
      removePartialLine()
      throw error
    }
    byteCount += line.count
  }

  /// Renames the file and begins a new one.
  private mutating func begin() throws(SystemError) {
    // Another program may have moved it already.
    if rename(path, path + ".1") != 0, errno != ENOENT {
      throw SystemError(call: "rename", subject: path, code: errno)
    }
    // `O_EXCL`: never open a file or link that another program has put there meanwhile.
    file = try OpenFile(path, flags: Self.flags | O_EXCL, mode: Self.mode)
    byteCount = 0
  }

  private func removePartialLine() {
    let descriptor = file.output.descriptor
    var status = stat()
    // Smaller if another program truncated it; if this fails, the partial line stays.
    guard fstat(descriptor, &status) == 0, status.st_size > byteCount else { return }
    ftruncate(descriptor, off_t(byteCount))
  }
}
