internal import CLinux
internal import Glibc

/// An inotify file descriptor, which reports changes in folders (inotify(7)).
///
/// It watches folders, not files, because editors and udev replace files instead of changing them.
public struct FolderWatch: ~Copyable {
  /// The changes of a folder's files to report.
  public struct Changes: OptionSet, Hashable, Sendable {
    /// Bits of inotify's event mask.
    public let rawValue: UInt32

    /// Creates changes from bits of inotify's event mask.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// Files are created, deleted or renamed.
    public static let names = Changes(
      rawValue: UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM))
    /// Files were written and closed; not each single write.
    public static let contents = Changes(rawValue: UInt32(IN_CLOSE_WRITE))
    /// Permissions or owners changed.
    public static let permissions = Changes(rawValue: UInt32(IN_ATTRIB))
    /// All of these.
    public static let all: Changes = [.names, .contents, .permissions]
  }

  /// The maximum number of bytes of changes taken at a time.
  public static let turnByteLimit = 65_536
  private static let portionByteCount = 4096

  private let inotify: FileDescriptor

  /// Creates a watch without folders.
  ///
  /// - Throws: The error of inotify_init1(2).
  public init() throws(SystemError) {
    inotify = FileDescriptor(
      owning: try check("inotify_init1") {
        inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      })
  }

  /// Readable when something changed.
  public var descriptor: Int32 { inotify.number }

  /// Watches the files of a folder, but not of its subfolders.
  ///
  /// - Parameters:
  ///   - folder: Its path.
  ///   - changes: What to report; replaces the earlier setting for this folder.
  ///   - addingToEarlier: Whether to add to the earlier setting instead.
  /// - Returns: The folder's watch descriptor.
  /// - Throws: The error of inotify_add_watch(2), with the path.
  @discardableResult
  public func add(
    _ folder: String, for changes: Changes = .all, addingToEarlier: Bool = false
  ) throws(SystemError) -> Int32 {
    let options = UInt32(IN_ONLYDIR) | (addingToEarlier ? UInt32(IN_MASK_ADD) : 0)
    return try check("inotify_add_watch", folder) {
      inotify_add_watch(inotify.number, folder, changes.rawValue | options)
    }
  }

  /// Stops watching the folder with a watch descriptor.
  func remove(_ folder: Int32) {
    // Fails if the folder was deleted, which has ended the watch.
    _ = inotify_rm_watch(inotify.number, folder)
  }

  /// Calls `body` with the name of each file that changed since the last call, in order.
  ///
  /// Of very many changes, only the first ones are reported, and the descriptor stays readable.
  ///
  /// The name is empty for the folder itself, and if the kernel dropped events: then anything may
  /// have changed.
  public func takeChanges(_ body: (String) -> Void) {
    takeEvents { _, _, name in body(name) }
  }

  /// Calls `body` also with the event mask (`IN_…`) of each change.
  func takeEvents(_ body: (_ folder: Int32, _ mask: UInt32, _ name: String) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: Self.portionByteCount, alignment: 8) { buffer in
      // Constant changes must not block the loop.
      for _ in 0..<(Self.turnByteLimit / Self.portionByteCount) {
        guard let count = try? inotify.read(into: buffer), count > 0 else { return }
        var offset = 0
        while offset < count {
          let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
          offset += MemoryLayout<inotify_event>.size
          let name = buffer[offset..<offset + Int(event.len)].prefix { $0 != 0 }
          body(event.wd, event.mask, String(decoding: name, as: UTF8.self))
          offset += Int(event.len)
        }
      }
    }
  }
}
