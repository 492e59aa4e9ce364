internal import CLinux
internal import Glibc

/// Files that hold a value, such as in sysfs.
extension FilePath {
  /// Returns whether a path is a pattern that matches files (glob(7)).
  public static func isPattern(_ path: String) -> Bool {
    path.utf8.contains { [UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "[")].contains($0) }
  }

  /// Returns the paths of the files that match a pattern, in name order (glob(3)).
  public static func matches(of pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { index in
      found.gl_pathv[index].map { String(cString: $0) }
    }
  }

  /// Returns the first line of a small file; nil if it cannot be read.
  public static func firstLine(of path: String) -> String? {
    guard let bytes = try? WholeFile.read(path, limit: 4096) else { return nil }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// Replaces the contents of an existing regular file in one write(2), without blocking.
  ///
  /// - Parameters:
  ///   - path: The file; links are followed.
  ///   - text: Its new contents.
  /// - Throws: The system's error; `EINVAL` if it is not a regular file.
  public static func overwrite(_ path: String, with text: String) throws(SystemError) {
    let file = try FileDescriptor.open(path, flags: O_WRONLY | O_NONBLOCK | O_NOCTTY)
    var status = stat()
    try check("fstat", path) { fstat(file.number, &status) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(call: "write", subject: path, code: EINVAL)
    }
    // sysfs files have no changeable size; this may fail for them.
    _ = ftruncate(file.number, 0)
    let bytes = Array(text.utf8)
    let count = try check("write", path) { write(file.number, bytes, bytes.count) }
    guard count == bytes.count else {
      throw SystemError(call: "write", subject: path, code: ENOSPC)
    }
  }

  /// Returns whether inotify(7) reports all changes of a file.
  ///
  /// It does not report changes by the kernel itself, as in sysfs and proc, nor by another machine
  /// on a network file system.
  public static func reportsChanges(of path: String) -> Bool {
    var status = statfs()
    guard statfs(path, &status) == 0 else { return false }
    return localFileSystems.contains(UInt32(truncatingIfNeeded: status.f_type))
  }

  /// The statfs(2) type numbers of file systems on local disks and in memory.
  private static let localFileSystems: Set<UInt32> = [
    0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x4D44, 0x0102_1994, 0x8584_58F6, 0x794C_7630,
  ]
}
