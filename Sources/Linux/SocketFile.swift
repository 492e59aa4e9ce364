internal import Glibc

/// A socket in the file system, told from whatever takes its place later.
public struct SocketFile: Hashable, Sendable {
  private let path: String
  private let device: UInt64
  private let inode: UInt64

  /// The socket at a path; nil if there is none, or something else.
  public init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    self.path = path
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// Removes it, unless something else has taken its place or it is gone; whether it was removed.
  @discardableResult
  public func remove() -> Bool {
    SocketFile(path) == self && unlink(path) == 0
  }
}
