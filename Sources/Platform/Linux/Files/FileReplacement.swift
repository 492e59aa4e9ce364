internal import Glibc

/// Replaces files so that they are complete at any time, even after a power cut.
public enum FileReplacement {
  /// Writes a file under another name in the same folder, waits until it is on the disk, and
  /// renames it.
  ///
  /// Errors name `path`, and the partial file is removed then. Leftovers of earlier writes,
  /// interrupted by a power cut, are removed too.
  ///
  /// - Parameters:
  ///   - path: The file; a symbolic link is itself replaced.
  ///   - bytes: Its new contents.
  ///   - old: An open file descriptor of the replaced file. The new file gets its mode, and its
  ///     owner as far as the user may change that; nil for the mode and owner of a new file.
  /// - Throws: The reason why it was not replaced.
  public static func replace(
    _ path: String, with bytes: [UInt8], keepingAccessOf old: Int32? = nil
  ) throws(SystemError) {
    removeAbandoned(of: path)
    let partial = "\(path).\(getpid())\(partialEnding)"
    do {
      let file = try create(partial, for: path)
      if let old { try keepAccess(of: old, for: file.number, path) }
      try file.write(bytes, path)
      try check("fsync", path) { fsync(file.number) }
      try check("rename", path) { rename(partial, path) }
      syncFolder(of: path)
    } catch {
      // Removes the partial file; the first error is thrown.
      _ = unlink(partial)
      throw error
    }
  }

  /// Replaces a regular file, or writes into a pipe or a device such as `/dev/stdout`.
  ///
  /// - Throws: The reason why it was not written.
  public static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      let target = try FileDescriptor.open(path, flags: O_WRONLY)
      try target.write(bytes, path)
    } else {
      try replace(path, with: bytes)
    }
  }

  private static let partialEnding = ".partial"
  /// Longer than any write takes.
  private static let abandonedSeconds = 600

  /// Removes leftovers of earlier writes of a file, interrupted by a power cut: those of processes
  /// that are gone, and old ones.
  ///
  /// Does nothing if the folder cannot be read.
  public static func removeAbandoned(of path: String) {
    let nameStart = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let (folder, name) = (String(path[..<nameStart]), String(path[nameStart...]) + ".")
    for entry in Folder.names(folder.isEmpty ? "." : folder)
    where entry.hasPrefix(name) && entry.hasSuffix(partialEnding) {
      let number = entry.dropFirst(name.count).dropLast(partialEnding.count)
      guard let process = pid_t(number), process > 0, process != getpid() else { continue }
      var status = stat()
      guard lstat(folder + entry, &status) == 0 else { continue }
      let isGone = kill(process, 0) != 0 && errno == ESRCH
      // Process ids are reused, and the clock may be in the past after a power cut.
      guard isGone || abs(time(nil) - status.st_mtim.tv_sec) > abandonedSeconds else { continue }
      unlink(folder + entry)
    }
  }

  /// Writes the new name to the disk; otherwise a power cut may restore the old file, complete.
  private static func syncFolder(of path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    guard let descriptor = try? FileDescriptor.open(folder, flags: O_RDONLY | O_DIRECTORY) else {
      return
    }
    _ = fsync(descriptor.number)
  }

  private static func create(
    _ partial: String, for path: String
  ) throws(SystemError) -> FileDescriptor {
    do {
      return try FileDescriptor.open(
        partial, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o666)
    } catch {
      throw SystemError(call: error.call, subject: path, code: error.code)
    }
  }

  private static func keepAccess(
    of old: Int32, for new: Int32, _ path: String
  ) throws(SystemError) {
    var status = stat()
    try check("fstat", path) { fstat(old, &status) }
    // Only root may change the owner; other users can set the group to one of their own.
    if fchown(new, status.st_uid, status.st_gid) != 0 { _ = fchown(new, ~0, status.st_gid) }
    try check("fchmod", path) { fchmod(new, status.st_mode & 0o777) }
  }
}

extension FileDescriptor {
  /// Writes all bytes; errors name `path`.
  ///
  /// - Throws: The error of write(2).
  public func write(_ bytes: [UInt8], _ path: String) throws(SystemError) {
    let number = number
    try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in
      var written = 0
      while written < bytes.count {
        let rest = UnsafeBufferPointer(rebasing: bytes[written...])
        written += try check("write", path) { Glibc.write(number, rest.baseAddress, rest.count) }
      }
    }
  }
}
