internal import Diagnostics

/// Paths of files named in layouts.
enum LayoutPath {
  /// Returns the path to open: relative paths are resolved against the folder of the file that
  /// names them, which may be an included file.
  static func path(of name: Located<String>) -> String {
    guard !name.value.hasPrefix("/") else { return name.value }
    return folder(of: name.span.file.path) + name.value
  }

  /// Returns the path without `.`, `..` and doubled slashes; does not follow links.
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

  /// Returns the folder with a trailing slash; empty for the current folder.
  static func folder(of file: String) -> String {
    file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
  }

  /// Whether a normalized path lies in a normalized folder.
  static func contains(_ folder: String, _ path: String) -> Bool {
    if folder.isEmpty { return !path.hasPrefix("/") && path != ".." && !path.hasPrefix("../") }
    return folder == "/" ? path.hasPrefix("/") : path.hasPrefix(folder + "/")
  }
}

extension ReadingContext {
  /// Warns of a relative path that leads out of both the layout's folder and that of the file
  /// that names it, through `..` or a link.
  ///
  /// Absolute paths are not checked.
  func warnIfOutside(_ name: Located<String>) {
    guard !name.value.hasPrefix("/") else { return }
    let path = LayoutPath.path(of: name)
    guard let target = resolvedPath(of: path, outside: [layoutPath, name.span.file.path]) else {
      return
    }
    let shown = VisibleText.quoted(target, limit: 200)
    warning(
      "the path \(VisibleText.quoted(name.value)) leads out of the folder of the layout, to "
        + shown,
      at: name.span,
      hint: "put the file beside the layout, or write the absolute path if this is intended")
  }

  /// Returns the resolved path if it is in none of the folders of these files.
  private func resolvedPath(of path: String, outside files: [String]) -> String? {
    if let resolve = environment.resolvedPath, let target = resolve(path) {
      let folders = files.compactMap { file in
        let folder = LayoutPath.folder(of: file)
        return resolve(folder.isEmpty ? "." : folder)
      }
      return folders.contains { LayoutPath.contains($0, target) } ? nil : target
    }
    let target = LayoutPath.normal(path)
    let folders = files.map { LayoutPath.normal(LayoutPath.folder(of: $0)) }
    return folders.contains { LayoutPath.contains($0, target) } ? nil : target
  }
}
