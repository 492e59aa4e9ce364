internal import Glibc
internal import JSON
internal import LayoutFile
internal import Linux

/// The files of a layout, for an editor: read and saved by their names, and no others.
///
/// A name is the path relative to the layout's folder, or else as the layout is included from. It is
/// looked up among the files of the last reading; no path of a browser is ever opened.
///
/// | # | saving | result |
/// |---|---|---|
/// | 1 | a name that is none of the layout's files | refused |
/// | 2 | a file that says something else than the text was made from | conflict: both texts stay |
/// | 3 | the same, and it is to be replaced knowingly | saved |
/// | 4 | more bytes than a layout may have | refused |
/// | 5 | what is no regular file, or cannot be written | refused, with the system's reason |
/// | 6 | a symbolic link | its target is saved |
/// | 7 | a file that is gone, and was not edited knowingly so | conflict with an empty text |
struct EditedFiles {
  /// How a save ended.
  enum Result: Equatable {
    case saved(version: String)
    case conflict(version: String?, text: String)
    case refused(String)
  }

  private(set) var paths: [String]
  private let folder: String

  /// - Parameter paths: The layout, then what it includes.
  init(paths: [String]) {
    self.paths = paths
    let layout = paths.first ?? ""
    folder = layout.lastIndex(of: "/").map { String(layout[...$0]) } ?? ""
  }

  /// What the page calls a file.
  func name(of path: String) -> String {
    !folder.isEmpty && path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }

  /// The path of a file of the layout; nil if it has none of that name.
  func path(of name: String) -> String? { paths.first { self.name(of: $0) == name } }

  /// The message of type `files`.
  func json() -> JSONValue {
    [
      "type": "files",
      "files": .array(
        paths.map { path in
          let contents = Self.contents(of: path)
          return [
            "name": .string(name(of: path)),
            "version": contents.version.map(JSONValue.string) ?? .null,
            "text": .string(contents.text ?? ""),
            "writable": .bool(contents.problem == nil && access(path, W_OK) == 0),
            "problem": contents.problem.map(JSONValue.string) ?? .null,
          ]
        }),
    ]
  }

  /// Saves a file; `version` is that of the text it was made from, nil to replace whatever it says.
  func save(_ name: String, _ text: String, version: String?) -> Result {
    guard let path = path(of: name) else {
      return .refused("'\(name)' is no file of this layout")
    }
    let bytes = Array(text.utf8)
    guard bytes.count <= LayoutReader.byteLimit else {
      return .refused(
        "\(name) would have \(bytes.count) bytes; a layout has at most \(LayoutReader.byteLimit)")
    }
    let contents = Self.contents(of: path)
    if let version, contents.version != version {
      return .conflict(version: contents.version, text: contents.text ?? "")
    }
    if contents.version == nil, let problem = contents.problem {
      return .refused("\(name) cannot be saved: \(problem)")
    }
    do throws(SystemError) {
      let target = try FilePath.resolved(path)
      let old = try FileDescriptor.open(target, flags: O_RDWR | O_NOFOLLOW | O_NONBLOCK)
      try FileReplacement.replace(target, with: bytes, keepingAccessOf: old.number)
      return .saved(version: Self.version(of: bytes))
    } catch {
      return .refused("\(name) cannot be saved: \(error); the text is kept in the page")
    }
  }

  /// The text of a file and its version, or why there is none.
  private static func contents(
    of path: String
  ) -> (version: String?, text: String?, problem: String?) {
    do throws(WholeFile.Failure) {
      let bytes = try WholeFile.read(path, limit: LayoutReader.byteLimit)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        return (nil, nil, "it is not text in UTF-8")
      }
      return (version(of: bytes), text, nil)
    } catch {
      return (nil, nil, "\(error)")
    }
  }

  /// Tells the contents of a file from others that it has had.
  ///
  /// The 64-bit FNV-1a hash of its bytes, and their number: against accidents, not against somebody who
  /// wants two files to be taken for one.
  static func version(of bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return "\(String(hash, radix: 16))-\(bytes.count)"
  }
}
