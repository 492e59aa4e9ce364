internal import Glibc
internal import Linux

/// A file that holds one value as text; its calls may block.
struct ValueFile: Hashable {
  /// The size limit in bytes; a sysfs file has one page, which may be 64 KiB.
  static let byteLimit = 65_536

  let path: String

  /// Finds the first file that matches a pattern, in the order of names.
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

  /// Returns the content.
  ///
  /// - Throws: `FileError` if it cannot be read, or is not a file that holds a value.
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

  /// Replaces the content in a single write, as sysfs requires.
  ///
  /// - Throws: `FileError`; the content may then be lost.
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

  /// Whether this user may write it at present.
  var isWritable: Bool { access(path, W_OK) == 0 }

  /// The maximum in the file beside it; nil if there is none.
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
