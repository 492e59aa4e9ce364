internal import Glibc

/// Lists folders.
public enum Folder {
  /// Returns the sorted names of the entries at `path`, at most `limit`; empty if it cannot be
  /// read.
  public static func names(_ path: String, limit: Int = 10_000) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while names.count < limit, let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
