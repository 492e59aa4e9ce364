internal import Glibc

extension FolderWatch {
  /// Watches the file at `path` and everything that determines which file that is.
  ///
  /// These are the folders in which names are looked up to resolve the path, with links followed
  /// one by one: a changed link, or a folder that is replaced or created later, counts as a change
  /// of the file. Other changes in these folders are irrelevant.
  ///
  ///     /etc/panel.yaml ─▶ ..data/panel.yaml,  ..data ─▶ ..2026/     watches etc in /,
  ///     panel.yaml and ..data and ..2026 in /etc, panel.yaml in /etc/..2026
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - note: Called with each folder's watch descriptor, the name looked up in it, and the
  ///     relevant changes of that name.
  /// - Throws: The error of inotify_add_watch(2), unless a folder is missing or not accessible.
  func watchPath(
    _ path: String, note: (_ folder: Int32, _ name: String, _ changes: Changes) -> Void
  ) throws(SystemError) {
    var rest = Self.parts(of: path.hasPrefix("/") ? path : Self.workingFolder + "/" + path)
    var folder = ""
    // The kernel's own limit (path_resolution(7)).
    var links = 40
    while let name = rest.popLast() {
      if name == ".." {
        folder = String(folder.prefix(upTo: folder.lastIndex(of: "/") ?? folder.startIndex))
        continue
      }
      let changes: Changes = rest.isEmpty ? .all : .names
      // Before the entry is read, so that no later change is missed.
      if let number = try watch(folder.isEmpty ? "/" : folder, for: changes) {
        note(number, String(name), changes)
      }
      let candidate = folder + "/" + name
      guard let target = FilePath.target(ofLink: candidate) else {
        folder = candidate
        continue
      }
      links -= 1
      guard links >= 0 else { return }
      if target.hasPrefix("/") { folder = "" }
      rest += Self.parts(of: target)
    }
  }

  /// A missing or inaccessible folder is not an error: its parent folder is watched.
  private func watch(_ folder: String, for changes: Changes) throws(SystemError) -> Int32? {
    do throws(SystemError) {
      return try add(folder, for: changes, addingToEarlier: true)
    } catch {
      guard [ENOENT, ENOTDIR, EACCES].contains(error.code) else { throw error }
      return nil
    }
  }

  /// Returns the names in a path, last one first.
  private static func parts(of path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }.reversed()
  }

  /// The current directory; empty if it was deleted.
  private static var workingFolder: String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }
}
