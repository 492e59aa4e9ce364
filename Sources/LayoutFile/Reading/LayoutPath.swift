internal import Diagnostics

/// Paths of files that layouts name.
enum LayoutPath {
  /// The path as the program opens it: what is relative begins at the folder of the file that
  /// names it, which may have been included.
  static func path(of name: String, namedIn file: String) -> String {
    guard !name.hasPrefix("/") else { return name }
    return folder(of: file) + name
  }

  /// Without `.`, `..` and doubled slashes; links are not followed.
  static func normal(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }

  /// With its slash at the end; empty for the current folder.
  static func folder(of file: String) -> String {
    file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
  }

  /// Whether a normal path lies in a folder, which is normal too.
  static func contains(_ folder: String, _ path: String) -> Bool {
    if folder.isEmpty { return !path.hasPrefix("/") && path != ".." && !path.hasPrefix("../") }
    return folder == "/" ? path.hasPrefix("/") : path.hasPrefix(folder + "/")
  }
}

extension ReadingContext {
  /// Warns of a relative path that leads out of the folder of the layout and out of that of the
  /// file that names it, by `..` or over a link.
  ///
  /// Whole paths are meant as they are written.
  func warnIfOutside(_ name: Located<String>) {
    guard !name.value.hasPrefix("/") else { return }
    let file = name.span.file.path
    let path = LayoutPath.path(of: name.value, namedIn: file)
    guard let place = place(of: path, outside: [layoutPath, file]) else { return }
    let shown = VisibleText.quoted(place, limit: 200)
    warning(
      "the path \(VisibleText.quoted(name.value)) leads out of the folder of the layout, to "
        + shown,
      at: name.span, hint: "put the file beside the layout, or write the whole path if it is meant")
  }

  /// What a path comes to if that is in none of the folders of these files.
  private func place(of path: String, outside files: [String]) -> String? {
    if let resolve = environment.resolvedPath, let place = resolve(path) {
      let folders = files.compactMap { file in
        let folder = LayoutPath.folder(of: file)
        return resolve(folder.isEmpty ? "." : folder)
      }
      return folders.contains { LayoutPath.contains($0, place) } ? nil : place
    }
    let place = LayoutPath.normal(path)
    let folders = files.map { LayoutPath.normal(LayoutPath.folder(of: $0)) }
    return folders.contains { LayoutPath.contains($0, place) } ? nil : place
  }
}
