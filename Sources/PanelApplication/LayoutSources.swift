package import Linux
internal import Synchronization

/// The bytes of the files that a layout was read from.
///
/// They are kept so that the layout can be read again as it was, for another display, whatever has
/// become of its files since.
package final class LayoutSources: Sendable {
  private let files = Mutex<[String: [UInt8]]>([:])

  /// No files yet.
  package init() {}

  /// Files that say something else than on the disk.
  package init(_ files: [String: [UInt8]]) {
    self.files.withLock { $0 = files }
  }

  /// The bytes of the file at `path`: those read first, for which `read` is called.
  package func bytes(
    of path: String, read: () throws(WholeFile.Failure) -> [UInt8]
  ) throws(WholeFile.Failure) -> [UInt8] {
    if let known = files.withLock({ $0[path] }) { return known }
    let bytes = try read()
    files.withLock { $0[path] = bytes }
    return bytes
  }
}
