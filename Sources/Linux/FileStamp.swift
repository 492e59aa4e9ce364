internal import Glibc

/// Tells whether a file is still the same, without reading it.
public struct FileStamp: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  private let byteCount: Int64
  private let changedSeconds: Int64
  private let changedNanoseconds: Int64

  /// Of what stands at `path` now, links followed.
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
