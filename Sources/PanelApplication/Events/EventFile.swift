internal import Glibc
internal import Linux
internal import Program

/// A file of events that does not grow without limit: when it is full, it is renamed to `PATH.1`,
/// which replaces an older one, and another one begins.
struct EventFile: Sendable {
  /// How it is opened (open(2)): appending, so that others can empty it meanwhile.
  static let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOCTTY | O_NONBLOCK
  /// The permissions of new files.
  static let mode: UInt32 = 0o644

  private let path: String
  private let limit: Int?
  private var file: OpenFile
  private var byteCount = 0

  /// Goes on with an open, empty file.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - file: The file, open for writing.
  ///   - limit: The most bytes it may have; nil for no limit.
  init(path: String, file: OpenFile, limit: Int?) {
    // Of a symbolic link the file is renamed, and not the link.
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    self.path = resolved.map { String(cString: $0) } ?? path
    self.file = file
    self.limit = limit
  }

  /// Writes a line, or nothing of it.
  ///
  /// - Throws: The error of write(2), such as `ENOSPC`, or of making room for the line.
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

  /// Renames the file and begins another one.
  private mutating func begin() throws(SystemError) {
    // Somebody else may have moved it already.
    if rename(path, path + ".1") != 0, errno != ENOENT {
      throw SystemError(call: "rename", subject: path, code: errno)
    }
    // Never a file or a link that somebody else put there meanwhile.
    file = try OpenFile(path, flags: Self.flags | O_EXCL, mode: Self.mode)
    byteCount = 0
  }

  private func removePartialLine() {
    let descriptor = file.output.descriptor
    var status = stat()
    // Smaller if others have emptied it; if this fails, the next line is appended to the partial one.
    guard fstat(descriptor, &status) == 0, status.st_size > byteCount else { return }
    ftruncate(descriptor, off_t(byteCount))
  }
}
