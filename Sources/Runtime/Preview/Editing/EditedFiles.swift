internal import Glibc
internal import JSON
internal import LayoutFile
internal import Linux
internal import PanelApplication

/// The files of a layout for an editor, which reads and saves these files, and no others, by name.
///
/// A name is the path relative to the layout's folder, or for other files the path by which the
/// layout includes them. It is looked up among the files of the last reading that are in scope; the
/// scope is checked again whenever a file is opened. No path from a browser is ever opened.
///
/// | # | saving | result |
/// |---|---|---|
/// | 1 | a name that is not one of the layout's files | refused |
/// | 2 | more bytes than a layout may have | refused |
/// | 3 | a file that is not regular, not text or not writable | refused, with the reason |
/// | 4 | a file that changed since the edited text was read | conflict: both texts are kept |
/// | 5 | as 4, but replacing any contents | saved |
/// | 6 | a file that was removed | conflict with an empty text |
/// | 7 | as 6, but replacing any contents | saved, as a new file |
/// | 8 | a symbolic link | its target is saved; refused if the target is missing |
/// | 9 | a file whose lines all end with CR LF | saved with CR LF; browsers edit it with LF |
struct EditedFiles {
  /// The result of a save.
  enum Result: Equatable {
    case saved(version: String)
    case conflict(version: String?, text: String)
    case refused(String)
  }

  private(set) var paths: [String]
  private let folder: String
  private let scope: FileScope?

  /// - Parameters:
  ///   - paths: The layout, then its includes.
  ///   - scope: The files that may be opened; nil for all.
  init(paths: [String], scope: FileScope? = nil) {
    self.scope = scope
    self.paths = paths.filter { scope?.admitsLayout($0) != false }
    let layout = paths.first ?? ""
    folder = layout.lastIndex(of: "/").map { String(layout[...$0]) } ?? ""
  }

  /// Returns the page's name for a file.
  func name(of path: String) -> String {
    !folder.isEmpty && path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }

  /// Returns the path of a file of the layout; nil if no file has that name.
  func path(of name: String) -> String? { paths.first { self.name(of: $0) == name } }

  /// The message of type `files`.
  func json() -> JSONValue {
    [
      "type": "files",
      "files": .array(
        paths.map { path in
          let contents = Contents(of: path)
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

  /// Saves a file; `version` identifies the text that was edited, nil replaces any contents.
  func save(_ name: String, _ text: String, version: String?) -> Result {
    guard let path = path(of: name), scope?.admitsLayout(path) != false else {
      return .refused("'\(name)' is not a file of this layout")
    }
    let contents = Contents(of: path)
    let bytes = Array((contents.usesCRLF ? text.withCRLF : text).utf8)
    guard bytes.count <= LayoutReader.byteLimit else {
      return .refused(
        "\(name) would have \(bytes.count) bytes; the limit is \(LayoutReader.byteLimit)")
    }
    if let problem = contents.problem, !contents.isMissing {
      return .refused("\(name) cannot be saved: \(problem); the text is kept in the page")
    }
    if let version, contents.version != version {
      return .conflict(version: contents.version, text: contents.text ?? "")
    }
    do throws(SystemError) {
      try Self.write(bytes, to: path, isNew: contents.isMissing)
      return .saved(version: Self.version(of: bytes))
    } catch {
      return .refused("\(name) cannot be saved: \(error); the text is kept in the page")
    }
  }

  private static func write(
    _ bytes: [UInt8], to path: String, isNew: Bool
  ) throws(SystemError) {
    if isNew {
      // A dangling link is not followed: its target may be anywhere.
      var status = stat()
      guard lstat(path, &status) != 0 else {
        throw SystemError(call: "lstat", subject: path, code: ENOENT)
      }
      return try FileReplacement.replace(path, with: bytes)
    }
    let target = try FilePath.resolved(path)
    // Renaming needs no permission on the file itself; opening it checks that it is writable.
    let old = try FileDescriptor.open(target, flags: O_RDWR | O_NOFOLLOW | O_NONBLOCK)
    try FileReplacement.replace(target, with: bytes, keepingAccessOf: old.number)
  }

  /// Returns an identifier of the contents of a file: their 64-bit FNV-1a hash, and their length.
  ///
  /// It detects accidental changes, but not two files made to have the same identifier.
  static func version(of bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return "\(String(hash, radix: 16))-\(bytes.count)"
  }
}
