internal import CLinux
internal import Glibc

/// Files that hold a value, such as those of sysfs.
extension FilePath {
  /// Whether a path stands for all files that it matches (glob(7)).
  public static func isPattern(_ path: String) -> Bool {
    path.utf8.contains { [UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "[")].contains($0) }
  }

  /// The paths of the files that a pattern matches, in the order of their names (glob(3)).
  public static func matches(of pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { index in
      found.gl_pathv[index].map { String(cString: $0) }
    }
  }

  /// Replaces what an existing regular file holds, in one write(2), without waiting for anything.
  ///
  /// - Parameters:
  ///   - path: The file; links are followed.
  ///   - text: What it is to hold.
  /// - Throws: The error of the system; `EINVAL` for what is no regular file.
  public static func overwrite(_ path: String, with text: String) throws(SystemError) {
    let file = try FileDescriptor.open(path, flags: O_WRONLY | O_NONBLOCK | O_NOCTTY)
    var status = stat()
    try check("fstat", path) { fstat(file.number, &status) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(call: "write", subject: path, code: EINVAL)
    }
    // One of sysfs has no size that could be changed, and says so or not.
    _ = ftruncate(file.number, 0)
    let bytes = Array(text.utf8)
    let count = try check("write", path) { write(file.number, bytes, bytes.count) }
    guard count == bytes.count else {
      throw SystemError(call: "write", subject: path, code: ENOSPC)
    }
  }

  /// Whether inotify(7) reports all changes of a file: not those that the kernel makes itself, as in
  /// sysfs and proc, nor those that another machine makes on a file system of a network.
  public static func reportsChanges(of path: String) -> Bool {
    var status = statfs()
    guard statfs(path, &status) == 0 else { return false }
    return localFileSystems.contains(UInt32(truncatingIfNeeded: status.f_type))
  }

  /// The numbers of statfs(2) of file systems on disks of this machine and in its memory.
  private static let localFileSystems: Set<UInt32> = [
    0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x4D44, 0x0102_1994, 0x8584_58F6, 0x794C_7630,
  ]
}
