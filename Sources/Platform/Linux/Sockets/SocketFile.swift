internal import Glibc

/// A socket in the file system, distinguishable from any file that replaces it.
public struct SocketFile: Hashable, Sendable {
  private let path: String
  private let device: UInt64
  private let inode: UInt64

  /// Finds the socket at a path.
  ///
  /// - Throws: `EEXIST` if another kind of file exists there, or the error of lstat(2).
  init(_ path: String) throws(SystemError) {
    var status = stat()
    try check("stat", path) { lstat(path, &status) }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw SystemError(call: "bind", subject: path, code: EEXIST)
    }
    self.path = path
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// Removes it, unless another file has replaced it; returns whether it was removed.
  @discardableResult
  public func remove() -> Bool {
    do throws(SystemError) {
      guard try SocketFile(path) == self else { return false }
    } catch {
      // Other errors do not show that it was replaced; if it is gone, unlink(2) has no effect.
      if error.code == EEXIST { return false }
    }
    return unlink(path) == 0
  }
}
