import Glibc
import Testing

@testable import Linux

/// What is watched on the way to a file.
@Suite struct FolderPathTests {
  private final class Watch {
    let folders: FolderWatch
    init() throws { folders = try FolderWatch() }

    /// Names that changed on the way, of those that matter; what has no name says what it is.
    func changes(among names: Set<String>) -> Set<String> {
      var changed: Set<String> = []
      folders.takeEvents { mask, name in
        if names.contains(name) { changed.insert(name) }
        if name.isEmpty { changed.insert("inotify mask 0x\(String(mask, radix: 16))") }
      }
      return changed
    }
  }

  private func names(to path: String, _ watch: Watch) throws -> Set<String> {
    var names: Set<String> = []
    try watch.folders.watchPath(path, names: &names)
    return names
  }

  @Test("each name that is looked up matters, links and their targets too")
  func lookups() throws {
    let folder = try Folder()
    _ = mkdir(folder.path + "/..1", 0o700)
    symlink("..1", folder.path + "/..data")
    symlink("./..data/../..data/panel.yaml", folder.path + "/panel.yaml")
    let names = try names(to: folder.path + "/panel.yaml", Watch())
    #expect(names.isSuperset(of: ["tmp", "panel.yaml", "..data", "..1"]))
    #expect(!names.contains(".") && !names.contains(".."))
  }

  @Test("tells of a file in a folder that comes later, and of its folder")
  func later() throws {
    let folder = try Folder()
    let watch = try Watch()
    let path = folder.path + "/a/b/c"
    let names = try names(to: path, watch)
    mkdir(folder.path + "/a", 0o700)
    #expect(watch.changes(among: names) == ["a"])
    mkdir(folder.path + "/a/b", 0o700)
    // Not watched yet: the way has to be added again.
    #expect(watch.changes(among: names).isEmpty)
    _ = try self.names(to: path, watch)
    rmdir(folder.path + "/a/b")
    #expect(watch.changes(among: names).contains("b"))
  }

  @Test("writing and permissions are told of the file, of folders only what comes and goes")
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

  @Test("a second file in a folder on the way of the first takes nothing from it")
  func shared() throws {
    let folder = try Folder()
    mkdir(folder.path + "/a", 0o700)
    close(creat(folder.path + "/c", 0o600))
    let watch = try Watch()
    var names: Set<String> = []
    for path in ["/c", "/a/d"] { try watch.folders.watchPath(folder.path + path, names: &names) }
    close(open(folder.path + "/c", O_WRONLY))
    #expect(watch.changes(among: names) == ["c"])
  }

  @Test("links that lead round in a circle come to an end", arguments: ["", "/x", "relative"])
  func circle(rest: String) throws {
    let folder = try Folder()
    symlink("b", folder.path + "/a")
    symlink("a", folder.path + "/b")
    let path = rest == "relative" ? "no/such/file" : folder.path + "/a" + rest
    #expect(!(try names(to: path, Watch())).isEmpty)
  }
}
