import Glibc
import Testing

@testable import Linux

@Suite struct FileWatchTests {
  /// Watches on a loop, and the names that each reported.
  private final class Rig {
    let folder: Folder
    let loop: EventLoop
    var watches: [String: FileWatch] = [:]
    private var reports: [String: Set<String>] = [:]

    init() throws {
      folder = try Folder()
      loop = try EventLoop(clock: ManualClock())
    }

    func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    func add(_ name: String) throws -> FileWatch {
      let watch = try FileWatch(on: loop) { [unowned self] names in
        reports[name, default: []].formUnion(names)
      }
      watches[name] = watch
      return watch
    }

    /// Watches the files of these names.
    func add(_ name: String, _ files: String...) throws {
      try add(name).watch(files: files.map(path))
    }

    func write(_ name: String) { close(creat(path(name), 0o600)) }

    /// The reports since the last call, by watch.
    func reported() throws -> [String: Set<String>] {
      try loop.advance(byMicroseconds: 0)
      defer { reports = [:] }
      return reports
    }

    /// The watched folders, according to the kernel (proc(5), `fdinfo`).
    var folderCount: Int {
      get throws {
        let number = try loop.fileMonitor().folders.descriptor
        let text = try WholeFile.read("/proc/self/fdinfo/\(number)", limit: 65_536)
        return String(decoding: text, as: UTF8.self).split(separator: "\n")
          .count { $0.hasPrefix("inotify ") }
      }
    }
  }

  @Test("Each change is reported to the watches of that name, and to no others")
  func names() throws {
    let rig = try Rig()
    try rig.add("one", "a")
    try rig.add("both", "a", "b")
    try rig.add("all").watch(folder: rig.folder.path, for: .contents)
    rig.write("a")
    #expect(try rig.reported() == ["one": ["a"], "both": ["a"], "all": ["a"]])
    rig.write("b")
    #expect(try rig.reported() == ["both": ["b"], "all": ["b"]])
    rig.write("c")
    #expect(try rig.reported() == ["all": ["c"]])
    // Permissions concern files, and not who watches contents alone.
    chmod(rig.path("a"), 0o640)
    #expect(try rig.reported() == ["one": ["a"], "both": ["a"]])
  }

  @Test("Watching other files ends the earlier ones, without a report of its own")
  func others() throws {
    let rig = try Rig()
    mkdir(rig.path("sub"), 0o700)
    let watch = try rig.add("one")
    try watch.watch(files: [rig.path("a"), rig.path("sub/b")])
    let count = try rig.folderCount
    try watch.watch(files: [rig.path("a")])
    #expect(try rig.folderCount == count - 1)
    #expect(try rig.reported().isEmpty)
    rig.write("sub/b")
    #expect(try rig.reported().isEmpty)
    rig.write("a")
    #expect(try rig.reported() == ["one": ["a"]])
  }

  @Test("All watches of a loop share one inotify instance, which stays open")
  func instances() throws {
    let rig = try Rig()
    try rig.add("first", "a")
    let number = try rig.loop.fileMonitor().folders.descriptor
    for index in 0..<300 { try rig.add("\(index)", "a\(index)") }
    for _ in 0..<3 { try rig.watches["first"]?.watch(files: [rig.path("a")]) }
    #expect(try rig.loop.fileMonitor().folders.descriptor == number)
    rig.watches = [:]
    #expect(try rig.folderCount == 0)
    #expect(fcntl(number, F_GETFD) >= 0)
    rig.write("a7")
    #expect(try rig.reported().isEmpty)
  }

  @Test("A folder that is deleted and made again is watched again")
  func replaced() throws {
    let rig = try Rig()
    mkdir(rig.path("sub"), 0o700)
    let watch = try rig.add("one")
    try watch.watch(files: [rig.path("sub/b")])
    rmdir(rig.path("sub"))
    #expect(try rig.reported()["one"]?.contains("sub") == true)
    mkdir(rig.path("sub"), 0o700)
    #expect(try rig.reported()["one"] == ["sub"])
    try watch.watch(files: [rig.path("sub/b")])
    rig.write("sub/b")
    #expect(try rig.reported() == ["one": ["b"]])
  }

  @Test("A handler may end its own watch and begin another")
  func handlers() throws {
    let rig = try Rig()
    var second: FileWatch?
    var reported = 0
    var first: FileWatch?
    first = try FileWatch(on: rig.loop) { _ in
      first = nil
      second = try? FileWatch(on: rig.loop) { _ in reported += 1 }
      try? second?.watch(files: [rig.path("a")])
    }
    try first?.watch(files: [rig.path("a")])
    rig.write("a")
    try rig.loop.advance(byMicroseconds: 0)
    #expect(first == nil && reported == 0)
    rig.write("a")
    try rig.loop.advance(byMicroseconds: 0)
    #expect(reported == 1)
    withExtendedLifetime(second) {}
  }

  @Test("Ending the last watch does not wake the loop, and a new one works")
  func ended() throws {
    let rig = try Rig()
    try rig.add("one", "a")
    rig.watches = [:]
    try rig.loop.advance(byMicroseconds: 0)
    #expect(rig.loop.wakeUpCount == 0)
    try rig.add("two", "a")
    rig.write("a")
    #expect(try rig.reported() == ["two": ["a"]])
  }

  @Test("A watch may be released after its loop") func order() throws {
    let folder = try Folder()
    var loop: EventLoop? = try EventLoop(clock: ManualClock())
    let watch = try FileWatch(on: #require(loop)) { _ in }
    try watch.watch(files: [folder.path + "/a"])
    loop = nil
    withExtendedLifetime(watch) {}
  }

  @Test("An error leaves the earlier files watched")
  func failure() throws {
    let rig = try Rig()
    let watch = try rig.add("one")
    try watch.watch(files: [rig.path("a")])
    let count = try rig.folderCount
    // Longer than a path may be.
    let long = String(repeating: "x", count: 5000)
    #expect(throws: SystemError.self) {
      try watch.watch(files: [rig.path("b"), rig.path("\(long)/c")])
    }
    #expect(try rig.folderCount == count)
    rig.write("a")
    rig.write("b")
    #expect(try rig.reported() == ["one": ["a"]])
  }
}
