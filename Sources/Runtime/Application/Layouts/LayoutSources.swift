package import Linux
internal import Synchronization

/// The bytes of the files that a layout was read from.
///
/// They are kept so that the layout can be read again unchanged for another display, even if its
/// files have changed since.
package final class LayoutSources: Sendable {
  private let files = Mutex<[String: [UInt8]]>([:])

  /// Creates an empty collection.
  package init() {}

  /// Creates a collection whose contents override the files on disk.
  package init(_ files: [String: [UInt8]]) {
    self.files.withLock { $0 = files }
  }

  /// Returns the bytes of the file at `path`, calling `read` only the first time.
  package func bytes(
    of path: String, read: () throws(WholeFile.Failure) -> [UInt8]
  ) throws(WholeFile.Failure) -> [UInt8] {
    if let known = files.withLock({ $0[path] }) { return known }
    let bytes = try read()
    files.withLock { $0[path] = bytes }
    return bytes
  }
}
