internal import Glibc

/// A socket in the file system, distinguishable from any file that replaces it.
public struct SocketFile: Hashable, Sendable {
  private let path: String
  private let device: UInt64
  private let inode: UInt64

  /// Finds the socket at a path; nil if there is none, or another kind of file.
  public init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    self.path = path
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// Removes it, unless it is gone or another file has replaced it; returns whether it was removed.
  @discardableResult
  public func remove() -> Bool {
    SocketFile(path) == self && unlink(path) == 0
  }
}
