internal import CLinux
internal import Glibc

/// Owns a descriptor that tells when something in a folder changes (inotify(7)).
///
/// It is folders that are watched, because editors and udev replace files instead of changing them.
public struct FolderWatch: ~Copyable {
  /// What about the files of a folder is worth telling.
  public struct Changes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// They come, go, or are renamed.
    public static let names = Changes(
      rawValue: UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM))
    /// They were written and closed: complete, not each write.
    public static let contents = Changes(rawValue: UInt32(IN_CLOSE_WRITE))
    /// Others may or may not use them.
    public static let permissions = Changes(rawValue: UInt32(IN_ATTRIB))
    public static let all: Changes = [.names, .contents, .permissions]
  }

  private let inotify: FileDescriptor

  public init() throws(SystemError) {
    inotify = FileDescriptor(
      owning: try check("inotify_init1") {
        inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      })
  }

  /// Readable when something changed.
  public var descriptor: Int32 { inotify.number }

  /// Watches the files of a folder, not of those below it.
  ///
  /// Once more replaces what it tells of them, or with `isFurther` adds to that.
  public func add(
    _ folder: String, for changes: Changes = .all, isFurther: Bool = false
  ) throws(SystemError) {
    let options = UInt32(IN_ONLYDIR) | (isFurther ? UInt32(IN_MASK_ADD) : 0)
    try check("inotify_add_watch", folder) {
      inotify_add_watch(inotify.number, folder, changes.rawValue | options)
    }
  }

  /// Calls `body` with the name of each file that changed since the last time, in that order.
  ///
  /// The name is empty if it was the folder itself, or if so much happened that names were lost:
  /// then anything may have changed.
  public func takeChanges(_ body: (String) -> Void) {
    takeEvents { _, name in body(name) }
  }

  /// The same with what happened to each (`IN_…`).
  func takeEvents(_ body: (UInt32, String) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while let count = try? inotify.read(into: buffer), count > 0 {
        var offset = 0
        while offset < count {
          let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
          offset += MemoryLayout<inotify_event>.size
          let name = buffer[offset..<offset + Int(event.len)].prefix { $0 != 0 }
          body(event.mask, String(decoding: name, as: UTF8.self))
          offset += Int(event.len)
        }
      }
    }
  }
}
