internal import Glibc

/// Identifies one state of a file, to detect changes without reading it.
public struct FileStamp: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  private let byteCount: Int64
  private let changedSeconds: Int64
  private let changedNanoseconds: Int64

  /// Records the state of the file at `path`, following links.
  ///
  /// - Throws: The error of stat(2).
  public init(_ path: String) throws(SystemError) {
    var status = stat()
    try check("stat", path) { stat(path, &status) }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    byteCount = Int64(status.st_size)
    changedSeconds = Int64(status.st_mtim.tv_sec)
    changedNanoseconds = Int64(status.st_mtim.tv_nsec)
  }
}
