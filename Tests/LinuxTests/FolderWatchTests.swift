import Glibc
import Testing

@testable import Linux

@Suite struct FolderWatchTests {
  let folder: Folder
  let watch: Watch

  /// A reference type, so that it can be a member of a suite.
  final class Watch {
    let folders: FolderWatch
    init() throws { folders = try FolderWatch() }

    var changes: [String] {
      var names: [String] = []
      folders.takeChanges { names.append($0) }
      return names
    }
  }

  init() throws {
    folder = try Folder()
    watch = try Watch()
    try watch.folders.add(folder.path)
  }

  @Test func readingReportsNoChange() throws {
    _ = try folder.file("a", [1])
    _ = watch.changes
    _ = try WholeFile.read(folder.path + "/a", limit: 10)
    #expect(watch.changes.isEmpty)
  }

  @Test func reportsAWrittenFile() throws {
    let path = try folder.file("a", [1])
    #expect(Set(watch.changes) == ["a"])
    do {
      let file = try FileDescriptor.open(path, flags: O_WRONLY)
      #expect(write(file.number, "x", 1) == 1)
      // Not before it is complete.
      #expect(watch.changes.isEmpty)
    }
    #expect(watch.changes == ["a"])
  }

  @Test func reportsReplacementRemovalAndPermissions() throws {
    let path = try folder.file("a", [1])
    let other = try folder.file("b", [1])
    _ = watch.changes
    rename(other, path)
    #expect(watch.changes == ["b", "a"])
    chmod(path, 0o644)
    #expect(watch.changes == ["a"])
    unlink(path)
    #expect(watch.changes == ["a"])
  }

  @Test func reportsOnlyTheRequestedKinds() throws {
    try watch.folders.add(folder.path, for: .permissions)
    let path = try folder.file("a", [1])
    #expect(watch.changes.isEmpty)
    chmod(path, 0o644)
    #expect(watch.changes == ["a"])
  }

  @Test func reportsTheRemovalOfTheFolder() throws {
    rmdir(folder.path)
    #expect(watch.changes.contains(""))
  }

  @Test func reportsAllOfManyChanges() throws {
    let names = (0..<300).map { "a file with a rather long name, number \($0)" }
    for name in names { _ = try folder.file(name, []) }
    #expect(Set(watch.changes) == Set(names))
  }

  @Test func floodsAreReadInPortions() throws {
    let names = (0..<300).map { String(repeating: "x", count: 200) + " \($0)" }
    for name in names { _ = try folder.file(name, []) }
    // Each was created and written; the kernel's event takes more bytes than the name.
    let first = watch.changes
    #expect(first.count <= FolderWatch.turnByteLimit / 200)
    var all = Set(first)
    let loop = try EventLoop(clock: ManualClock())
    try loop.watch(watch.folders.descriptor, for: .readable) { [watch] _ in
      all.formUnion(watch.changes)
    }
    try loop.advance(byMicroseconds: 0)
    #expect(all == Set(names))
  }

  @Test func wakesTheLoop() throws {
    let loop = try EventLoop()
    try loop.watch(watch.folders.descriptor, for: .readable) { [watch] _ in _ = watch.changes }
    _ = try folder.file("a", [])
    try loop.runOnce(timeoutMilliseconds: 0)
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(loop.wakeUpCount == 1)
  }

  @Test func onlyAFolderCanBeWatched() throws {
    let path = try folder.file("a", [])
    for (path, code) in [(path, ENOTDIR), (folder.path + "/no", ENOENT)] {
      #expect(throws: SystemError(call: "inotify_add_watch", subject: path, code: code)) {
        try watch.folders.add(path)
      }
    }
  }
}
