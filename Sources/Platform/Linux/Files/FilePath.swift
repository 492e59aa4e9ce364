internal import Glibc

/// Paths, resolved like the kernel does.
public enum FilePath {
  /// Returns the absolute path of a file, with all links followed (realpath(3)).
  ///
  /// - Throws: The error of realpath(3), also if there is no such file.
  public static func resolved(_ path: String) throws(SystemError) -> String {
    guard let resolved = realpath(path, nil) else {
      throw SystemError(call: "realpath", subject: path, code: errno)
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns the target of a symbolic link as it is stored; nil if there is no link (readlink(2)).
  public static func target(ofLink path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(path, start, buffer.count)
      guard count > 0 else { return nil }
      return String(
        decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]),
        as: UTF8.self)
    }
  }

  /// Returns the name of a file's group; nil if the file or the name does not exist.
  public static func group(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, let group = getgrgid(status.st_gid) else { return nil }
    return String(cString: group.pointee.gr_name)
  }

  /// Returns whether there is a symbolic link at a path, even if its target does not exist.
  public static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}

/// The permissions of a file (inode(7)).
public struct FileAccess: Hashable, Sendable {
  /// The permission bits of the file's mode.
  public let mode: UInt32

  /// Reads the permissions of the file at `path`, following links.
  ///
  /// - Throws: The error of stat(2).
  public init(_ path: String) throws(SystemError) {
    var status = stat()
    try check("stat", path) { stat(path, &status) }
    mode = UInt32(status.st_mode) & 0o777
  }

  /// Whether users who are neither the owner nor in the file's group can read or write it, or the
  /// group can write it.
  ///
  /// The group may read it: a service often reads root's files that way.
  public var isExposed: Bool { mode & 0o026 != 0 }
}
