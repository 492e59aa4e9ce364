internal import Linux

/// Reads small files of the system; tests have a folder of their own in place of the root.
struct SystemFiles: Sendable {
  /// The maximum size in bytes of a file.
  static let byteLimit = 65_536

  /// The folder that all paths start in; empty for the root.
  var root = ""

  /// Returns the text of a file.
  ///
  /// - Throws: The reason why it cannot be read, with its path.
  func text(_ path: String) throws(WholeFile.Failure) -> String {
    // A device tree's texts end with a null byte.
    let bytes = try WholeFile.read(root + path, limit: Self.byteLimit).prefix { $0 != 0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the lines of a file; empty if it cannot be read.
  func lines(_ path: String) -> [Substring] {
    ((try? text(path)) ?? "").split(whereSeparator: \.isNewline)
  }

  /// Returns the first line of a file; nil if it cannot be read or is empty.
  func line(_ path: String) -> String? { lines(path).first.map(String.init) }

  /// Returns the sorted names in a folder that begin with a prefix, at most `limit`.
  func names(_ folder: String, prefix: String = "", limit: Int = 64) -> [String] {
    Array(Folder.names(root + folder).filter { $0.hasPrefix(prefix) }.prefix(limit))
  }

  /// Returns the last part of a symbolic link's target; nil if there is no link.
  func targetName(ofLink path: String) -> String? {
    FilePath.target(ofLink: root + path)?.split(separator: "/").last.map(String.init)
  }

  /// Returns the paths that match a pattern, in name order, at most `limit`.
  func matches(of pattern: String, limit: Int = 64) -> [String] {
    FilePath.matches(of: root + pattern).prefix(limit).map { String($0.dropFirst(root.count)) }
  }

  /// Returns the line that says why a file's content, such as a `number`, is missing from the report.
  func trouble(_ path: String, content: String = "text") -> String {
    do throws(WholeFile.Failure) {
      return "\(path): " + (try text(path).isEmpty ? "is empty" : "has no \(content)")
    } catch {
      switch error {
      case .system(let cause): return "\(path): \(cause.reason)"
      case .notAFile(_, let kind): return "\(path): is a \(kind), not a file"
      case .tooLarge(_, let byteCount, let limit):
        return "\(path): \(byteCount) bytes; the limit is \(limit)"
      case .pipeTimedOut: return "\(path): no data arrived"
      }
    }
  }
}
