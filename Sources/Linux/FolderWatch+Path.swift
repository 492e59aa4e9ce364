internal import Glibc

extension FolderWatch {
  /// Watches the file at `path` and everything that decides which file that is.
  ///
  /// These are the folders in which names are looked up to resolve the path, with links followed one
  /// by one: a link that is changed, or a folder that is replaced or created later, is a change like
  /// that of the file itself. Adds the names that are looked up to `names`; changes of others in
  /// these folders do not matter.
  ///
  ///     /etc/panel.yaml ─▶ ..data/panel.yaml,  ..data ─▶ ..2026/     watches etc in /,
  ///     panel.yaml and ..data and ..2026 in /etc, panel.yaml in /etc/..2026
  ///
  /// - Throws: The error of inotify_add_watch(2), unless a folder is missing or not accessible.
  public func watchPath(_ path: String, names: inout Set<String>) throws(SystemError) {
    var rest = Self.parts(of: path.hasPrefix("/") ? path : Self.workingFolder + "/" + path)
    var folder = ""
    // The kernel's own limit (path_resolution(7)).
    var links = 40
    while let name = rest.popLast() {
      if name == ".." {
        folder = String(folder.prefix(upTo: folder.lastIndex(of: "/") ?? folder.startIndex))
        continue
      }
      names.insert(String(name))
      // Before the entry is read, so that no later change is missed.
      try watch(folder.isEmpty ? "/" : folder, for: rest.isEmpty ? .all : .names)
      let place = folder + "/" + name
      guard let target = Self.target(ofLink: place) else {
        folder = place
        continue
      }
      links -= 1
      guard links >= 0 else { return }
      if target.hasPrefix("/") { folder = "" }
      rest += Self.parts(of: target)
    }
  }

  /// A folder that is missing or not accessible is no error: the folder above it is watched.
  private func watch(_ folder: String, for changes: Changes) throws(SystemError) {
    do throws(SystemError) {
      try add(folder, for: changes, addingToEarlier: true)
    } catch {
      guard [ENOENT, ENOTDIR, EACCES].contains(error.code) else { throw error }
    }
  }

  /// The names of a path, the last one first.
  private static func parts(of path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }.reversed()
  }

  private static func target(ofLink path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(path, start, buffer.count)
      guard count > 0 else { return nil }
      return String(
        decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]),
        as: UTF8.self)
    }
  }

  /// The current directory; empty if it was deleted.
  private static var workingFolder: String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }
}
