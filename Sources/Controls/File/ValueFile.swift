internal import Glibc
internal import Linux

/// A file that holds one value as text; its calls may block.
struct ValueFile: Hashable {
  /// The most bytes that such a file has; one of sysfs has a page, which may be 64 KiB.
  static let byteLimit = 65_536

  let path: String

  /// The first file that a pattern matches, in the order of names.
  ///
  /// - Parameter pattern: An absolute path, in which `*`, `?` and `[a-c]` are those of glob(7).
  /// - Throws: `FileError` if there is none.
  init(matching pattern: String) throws(FileError) {
    guard FilePath.isPattern(pattern) else {
      path = pattern
      return
    }
    guard let path = FilePath.matches(of: pattern).first else { throw .missing(path: pattern) }
    self.path = path
  }

  /// What it holds.
  ///
  /// - Throws: `FileError` if it cannot be read, or is none that holds a value.
  func read() throws(FileError) -> [UInt8] {
    do throws(WholeFile.Failure) {
      return try WholeFile.read(path, limit: Self.byteLimit)
    } catch {
      if case .system(let error) = error {
        throw FileError(error, path: path, toWrite: false)
      }
      throw .unsuitable(reason: error.description)
    }
  }

  /// Replaces what it holds, in one write, as a file of sysfs wants it.
  ///
  /// - Throws: `FileError`; what it held may be lost then.
  func write(_ text: String) throws(FileError) {
    do throws(SystemError) {
      try FilePath.overwrite(path, with: text)
    } catch {
      switch error.code {
      case EINVAL, ERANGE, EBUSY, EAGAIN, EIO, EOPNOTSUPP:
        throw .refused(path: path, text: text, reason: error.reason)
      default: throw FileError(error, path: path, toWrite: true)
      }
    }
  }

  /// Whether this user may write it now.
  var isWritable: Bool { access(path, W_OK) == 0 }

  /// The number in the file beside it that says how high its own may be; nil if there is none.
  ///
  /// Source: Documentation/ABI/stable/sysfs-class-backlight and testing/sysfs-class-led of Linux.
  var maximum: Double? {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    let name = path[path.index(after: slash)...]
    guard let bytes = try? WholeFile.read("\(path[..<slash])/max_\(name)", limit: 64),
      let number = Double(String(decoding: bytes.trimmed, as: UTF8.self)),
      number.isFinite, number > 0
    else { return nil }
    return number
  }
}
