internal import Glibc

extension FolderWatch {
  /// Watches all that decides which file is at `path`, and that file.
  ///
  /// These are the folders in which names are looked up on the way there, with links followed one by
  /// one: a link that is set to another file, a folder that is replaced or comes only later are
  /// changes like that of the file itself. Adds the looked up names to `names`; others in these
  /// folders do not matter.
  ///
  ///     /etc/panel.yaml ─▶ ..data/panel.yaml,  ..data ─▶ ..2026/     watches etc in /,
  ///     panel.yaml and ..data and ..2026 in /etc, panel.yaml in /etc/..2026
  public func watchPath(_ path: String, names: inout Set<String>) throws(SystemError) {
    var rest = Self.parts(of: path.hasPrefix("/") ? path : Self.workingFolder + "/" + path)
    var folder = ""
    // Beyond as many links the kernel does not go either (path_resolution(7)).
    var links = 40
    while let name = rest.popLast() {
      if name == ".." {
        folder = String(folder.prefix(upTo: folder.lastIndex(of: "/") ?? folder.startIndex))
        continue
      }
      names.insert(String(name))
      // Before the look at it: what changes later is told.
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

  /// A folder that is not there or may not be looked into is no error: one above it tells when it is.
  private func watch(_ folder: String, for changes: Changes) throws(SystemError) {
    do throws(SystemError) {
      try add(folder, for: changes, isFurther: true)
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

  /// Empty if it does not exist any more.
  private static var workingFolder: String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }
}
