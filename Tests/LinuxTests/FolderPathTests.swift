import Glibc
import Testing

@testable import Linux

/// The names that are watched along the path to a file.
@Suite struct FolderPathTests {
  private final class Watch {
    let folders: FolderWatch
    init() throws { folders = try FolderWatch() }

    /// Returns the names on the path that changed, and the masks of events without a name.
    func changes(among names: Set<String>) -> Set<String> {
      var changed: Set<String> = []
      folders.takeEvents { _, mask, name in
        if names.contains(name) { changed.insert(name) }
        if name.isEmpty { changed.insert("inotify mask 0x\(String(mask, radix: 16))") }
      }
      return changed
    }
  }

  private func names(to path: String, _ watch: Watch) throws -> Set<String> {
    var names: Set<String> = []
    try watch.folders.watchPath(path) { _, name, _ in names.insert(name) }
    return names
  }

  @Test("each name looked up is watched, including links and their targets")
  func lookups() throws {
    let folder = try Folder()
    _ = mkdir(folder.path + "/..1", 0o700)
    symlink("..1", folder.path + "/..data")
    symlink("./..data/../..data/panel.yaml", folder.path + "/panel.yaml")
    let names = try names(to: folder.path + "/panel.yaml", Watch())
    #expect(names.isSuperset(of: ["tmp", "panel.yaml", "..data", "..1"]))
    #expect(!names.contains(".") && !names.contains(".."))
  }

  @Test("a folder and a file that appear later are reported")
  func later() throws {
    let folder = try Folder()
    let watch = try Watch()
    let path = folder.path + "/a/b/c"
    var names = try names(to: path, watch)
    mkdir(folder.path + "/a", 0o700)
    #expect(watch.changes(among: names) == ["a"])
    mkdir(folder.path + "/a/b", 0o700)
    // Not watched yet: the path has to be added again.
    #expect(watch.changes(among: names).isEmpty)
    names = try self.names(to: path, watch)
    rmdir(folder.path + "/a/b")
    #expect(watch.changes(among: names).contains("b"))
  }

  @Test("writes and permissions are reported for the file; for folders, only changes of names")
  func kinds() throws {
    let folder = try Folder()
    mkdir(folder.path + "/a", 0o700)
    let path = folder.path + "/a/c"
    close(creat(path, 0o600))
    let watch = try Watch()
    let names = try names(to: path, watch)
    chmod(folder.path, 0o755)
    #expect(watch.changes(among: names).isEmpty)
    chmod(path, 0o644)
    #expect(watch.changes(among: names) == ["c"])
    close(open(path, O_WRONLY))
    #expect(watch.changes(among: names) == ["c"])
  }

  @Test("watching a second file does not weaken the watch of the first")
  func shared() throws {
    let folder = try Folder()
    mkdir(folder.path + "/a", 0o700)
    close(creat(folder.path + "/c", 0o600))
    let watch = try Watch()
    var names: Set<String> = []
    for path in ["/c", "/a/d"] {
      try watch.folders.watchPath(folder.path + path) { _, name, _ in names.insert(name) }
    }
    close(open(folder.path + "/c", O_WRONLY))
    #expect(watch.changes(among: names) == ["c"])
  }

  @Test("circular links do not loop forever", arguments: ["", "/x", "relative"])
  func circle(rest: String) throws {
    let folder = try Folder()
    symlink("b", folder.path + "/a")
    symlink("a", folder.path + "/b")
    let path = rest == "relative" ? "no/such/file" : folder.path + "/a" + rest
    #expect(!(try names(to: path, Watch())).isEmpty)
  }
}
