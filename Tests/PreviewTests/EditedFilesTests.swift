import Glibc
import Linux
import Testing

@testable import Preview

/// Files in a folder of their own, which is removed at the end.
private final class Folder {
  let path: String

  init() throws {
    var template = Array("/tmp/knobpanel-edited-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw SystemError(call: "mkdtemp", code: errno)
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    let files = ["layout.yaml", "part.yaml", "real.yaml", "sub/part.yaml"]
    for file in files { unlink("\(path)/\(file)") }
    rmdir("\(path)/sub")
    rmdir(path)
  }

  func write(_ text: String, to name: String) throws -> String {
    let file = "\(path)/\(name)"
    try FileReplacement.replace(file, with: Array(text.utf8))
    return file
  }

  func text(of name: String) throws -> String {
    String(decoding: try WholeFile.read("\(path)/\(name)", limit: 1 << 20), as: UTF8.self)
  }
}

@Suite struct EditedFilesTests {
  private let folder: Folder
  private let files: EditedFiles

  init() throws {
    folder = try Folder()
    let layout = try folder.write("version: 1\n", to: "layout.yaml")
    let part = try folder.write("panel: {}\n", to: "part.yaml")
    files = EditedFiles(paths: [layout, part, "/usr/share/other.yaml"])
  }

  private func version(_ text: String) -> String { EditedFiles.version(of: Array(text.utf8)) }

  @Test func filesAreCalledByTheirPlaceBesideTheLayout() {
    #expect(files.paths.map(files.name) == ["layout.yaml", "part.yaml", "/usr/share/other.yaml"])
    #expect(files.path(of: "part.yaml") == "\(folder.path)/part.yaml")
  }

  @Test(arguments: ["../layout.yaml", "/etc/passwd", "", "layout.yaml\0", "sub/../part.yaml"])
  func aNameThatIsNoFileOfTheLayoutIsRefused(_ name: String) {
    guard case .refused = files.save(name, "x", version: nil) else {
      Issue.record("'\(name)' was saved")
      return
    }
  }

  @Test func aTextIsSavedOverTheOneItWasMadeFrom() throws {
    let result = files.save("layout.yaml", "version: 1 # mine\n", version: version("version: 1\n"))
    #expect(result == .saved(version: version("version: 1 # mine\n")))
    #expect(try folder.text(of: "layout.yaml") == "version: 1 # mine\n")
  }

  @Test func whatOthersHaveSavedIsNotOverwritten() throws {
    _ = try folder.write("version: 1 # theirs\n", to: "layout.yaml")
    let result = files.save("layout.yaml", "mine", version: version("version: 1\n"))
    #expect(
      result == .conflict(version: version("version: 1 # theirs\n"), text: "version: 1 # theirs\n"))
    #expect(try folder.text(of: "layout.yaml") == "version: 1 # theirs\n")
    // Unless somebody has seen it and wants to.
    #expect(files.save("layout.yaml", "mine", version: nil) == .saved(version: version("mine")))
  }

  @Test func aFileThatIsGoneIsAConflict() throws {
    unlink("\(folder.path)/part.yaml")
    #expect(
      files.save("part.yaml", "x", version: version("panel: {}\n"))
        == .conflict(version: nil, text: ""))
  }

  @Test func aLinkStaysALink() throws {
    let real = try folder.write("version: 1\n", to: "real.yaml")
    unlink("\(folder.path)/layout.yaml")
    #expect(symlink(real, "\(folder.path)/layout.yaml") == 0)
    #expect(
      files.save("layout.yaml", "version: 1 # new\n", version: version("version: 1\n"))
        == .saved(version: version("version: 1 # new\n")))
    #expect(try folder.text(of: "real.yaml") == "version: 1 # new\n")
    var status = stat()
    #expect(lstat("\(folder.path)/layout.yaml", &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func theModeOfAFileIsKept() throws {
    let path = "\(folder.path)/layout.yaml"
    #expect(chmod(path, 0o640) == 0)
    _ = files.save("layout.yaml", "x: 1\n", version: version("version: 1\n"))
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o640)
  }

  @Test func aDeviceIsRefused() {
    let files = EditedFiles(paths: ["/dev/null"])
    guard case .refused(let reason) = files.save("null", "x", version: nil) else {
      Issue.record("a device was replaced")
      return
    }
    #expect(reason.contains("device"))
  }

  @Test func moreThanALayoutMayHaveIsRefused() throws {
    let text = String(repeating: "#", count: (1 << 20) + 1)
    guard case .refused = files.save("layout.yaml", text, version: nil) else {
      Issue.record("it was saved")
      return
    }
    #expect(try folder.text(of: "layout.yaml") == "version: 1\n")
  }

  /// The folder is what cannot be written: its file system makes no files.
  @Test func aFolderThatCannotBeWrittenIsToldAndTheFileStays() throws {
    let files = EditedFiles(paths: ["/proc/self/comm"])
    guard case .refused(let reason) = files.save("comm", "x", version: nil) else {
      Issue.record("it was saved")
      return
    }
    #expect(reason.contains("comm cannot be saved"))
  }

  @Test func aFullDiskLeavesTheOldFile() async {
    // In a process of its own, whose files may have no more bytes.
    await #expect(processExitsWith: .success) {
      let folder = try Folder()
      let path = try folder.write("version: 1\n", to: "layout.yaml")
      let files = EditedFiles(paths: [path])
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 10, rlim_max: 10)
      #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      guard case .refused = files.save("layout.yaml", "version: 1 # longer\n", version: nil) else {
        Issue.record("it was saved")
        return
      }
      #expect(try folder.text(of: "layout.yaml") == "version: 1\n")
      #expect(access("\(path).\(getpid()).partial", F_OK) != 0)
    }
  }
}
