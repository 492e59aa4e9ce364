import Foundation
import JSON
import LayoutFile
import Testing

@testable import Preview

/// Reading and saving the files of a layout; the numbers are the rows of the table of
/// `EditedFiles`.
@Suite final class EditedFilesTests {
  private let folder: String
  private let files: EditedFiles

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "edited-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = url.path
    files = EditedFiles(paths: ["\(folder)/a.yaml", "\(folder)/parts/b.yaml", "/etc/c.yaml"])
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func path(_ name: String) -> String { "\(folder)/\(name)" }

  private func put(_ text: String, _ name: String = "a.yaml") throws {
    try Data(text.utf8).write(to: URL(filePath: path(name)))
  }

  private func text(_ name: String = "a.yaml") throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path(name))), as: UTF8.self)
  }

  private func version(_ text: String) -> String { EditedFiles.version(of: Array(text.utf8)) }

  /// Returns the files in the folder besides `names`, such as unfinished ones.
  private func strays(_ names: Set<String> = ["a.yaml"]) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { !names.contains($0) }
  }

  private func refusal(_ result: EditedFiles.Result) throws -> String {
    guard case .refused(let reason) = result else {
      throw Unexpected(result: result)
    }
    #expect(!reason.contains("\n"))
    return reason
  }

  private struct Unexpected: Error { var result: EditedFiles.Result }

  @Test("A file is named by its path relative to the layout's folder, or by its full path")
  func names() {
    #expect(files.paths.map(files.name(of:)) == ["a.yaml", "parts/b.yaml", "/etc/c.yaml"])
    #expect(files.path(of: "parts/b.yaml") == "\(folder)/parts/b.yaml")
    #expect(EditedFiles(paths: ["a.yaml", "b.yaml"]).path(of: "b.yaml") == "b.yaml")
    #expect(EditedFiles(paths: []).path(of: "") == nil)
  }

  @Test(
    "1: other names are refused, whatever their path",
    arguments: [
      "", ".", "..", "/etc/passwd", "../a.yaml", "./a.yaml", "a.yaml/", "a.yaml\0", "b",
      "parts/../a.yaml",
    ])
  func otherNames(name: String) throws {
    try put("x")
    #expect(try refusal(files.save(name, "y", version: nil)).contains("not a file of this layout"))
    #expect(try text() == "x")
  }

  @Test("2: too many bytes are refused") func tooLarge() throws {
    try put("x")
    let long = String(repeating: "#", count: LayoutReader.byteLimit + 1)
    #expect(try refusal(files.save("a.yaml", long, version: nil)).contains("the limit is"))
    #expect(try text() == "x")
  }

  @Test("3: bytes that are not text, a folder, a pipe and a device are refused") func noText()
    throws
  {
    try Data([0x61, 0xFF]).write(to: URL(filePath: path("a.yaml")))
    #expect(try refusal(files.save("a.yaml", "y", version: nil)).contains("UTF-8"))
    #expect(try Data(contentsOf: URL(filePath: path("a.yaml"))) == Data([0x61, 0xFF]))
    try FileManager.default.removeItem(atPath: path("a.yaml"))
    try FileManager.default.createDirectory(
      atPath: path("a.yaml"), withIntermediateDirectories: true)
    for version in [nil, "1"] {
      #expect(try refusal(files.save("a.yaml", "y", version: version)).contains("directory"))
    }
    try FileManager.default.removeItem(atPath: path("a.yaml"))
    #expect(mkfifo(path("a.yaml"), 0o600) == 0)
    #expect(try refusal(files.save("a.yaml", "y", version: nil)).contains("pipe"))
    #expect(
      try refusal(EditedFiles(paths: ["/dev/full"]).save("full", "y", version: nil))
        .contains("device"))
    #expect(try strays().isEmpty)
  }

  @Test("3: a file that cannot be written is refused") func unwritable() throws {
    // The kernel refuses new files there, even for root.
    let name = "/proc/self/comm"
    let comm = EditedFiles(paths: [name])
    #expect(try refusal(comm.save("comm", "y\n", version: nil)).contains("comm: "))
    #expect(try String(contentsOfFile: name, encoding: .utf8) != "y\n")
  }

  @Test("3: on a full disk, nothing is lost and no partial file stays")
  func full() async {
    // In a child process, because the limit applies to the whole process.
    await #expect(processExitsWith: .success) {
      var template = Array("/tmp/knobpanel-full-XXXXXX".utf8CString)
      guard let made = mkdtemp(&template) else { exit(2) }
      let folder = String(cString: made)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let path = folder + "/a.yaml"
      try Data("x".utf8).write(to: URL(filePath: path))
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
      precondition(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      let long = String(repeating: "#", count: 1001)
      let result = EditedFiles(paths: [path]).save("a.yaml", long, version: nil)
      guard case .refused(let reason) = result else { exit(3) }
      guard reason.contains("File too large") else { exit(4) }
      guard try Data(contentsOf: URL(filePath: path)) == Data("x".utf8) else { exit(5) }
      guard try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.yaml"] else {
        exit(6)
      }
    }
  }

  @Test("4, 5: a file changed by another program is a conflict") func conflict() throws {
    try put("theirs")
    #expect(
      files.save("a.yaml", "mine", version: version("old"))
        == .conflict(version: version("theirs"), text: "theirs"))
    #expect(try text() == "theirs")
    #expect(files.save("a.yaml", "mine", version: nil) == .saved(version: version("mine")))
    #expect(try text() == "mine")
    #expect(
      files.save("a.yaml", "more", version: version("mine")) == .saved(version: version("more")))
    #expect(try strays().isEmpty)
  }

  @Test("6, 7: a missing file is a conflict, and a missing folder is an error") func missing()
    throws
  {
    #expect(
      files.save("a.yaml", "mine", version: version("old")) == .conflict(version: nil, text: ""))
    #expect(try strays([]).isEmpty)
    #expect(files.save("a.yaml", "mine", version: nil) == .saved(version: version("mine")))
    #expect(try text() == "mine")
    #expect(try refusal(files.save("parts/b.yaml", "y", version: nil)).contains("No such file"))
  }

  @Test("8: a link stays, and its target is saved") func link() throws {
    try put("x", "real.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: path("a.yaml"), withDestinationPath: "real.yaml")
    #expect(files.save("a.yaml", "y", version: version("x")) == .saved(version: version("y")))
    #expect(try text("real.yaml") == "y")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: path("a.yaml")) == "real.yaml")
    try FileManager.default.removeItem(atPath: path("real.yaml"))
    _ = try refusal(files.save("a.yaml", "z", version: nil))
    #expect(try strays().isEmpty)
  }

  @Test("9: CR LF stays CR LF") func pairs() throws {
    try put("a: 1\r\nb: 2\r\n")
    #expect(files.json().line.contains(#""a: 1\nb: 2\n""#))
    #expect(
      files.save("a.yaml", "a: 1\nb: 3\n", version: version("a: 1\r\nb: 2\r\n"))
        == .saved(version: version("a: 1\r\nb: 3\r\n")))
    #expect(try Array(text().utf8) == Array("a: 1\r\nb: 3\r\n".utf8))
    // Text that has CR LF already, as after moving a knob, stays as it is.
    _ = files.save("a.yaml", "a: 4\r\n", version: nil)
    #expect(try Array(text().utf8) == Array("a: 4\r\n".utf8))
    // A file with both takes the line ends of the editor.
    try put("a: 1\r\nb: 2\n")
    _ = files.save("a.yaml", "c\n", version: nil)
    #expect(try Array(text().utf8) == Array("c\n".utf8))
  }

  @Test("Mode and owner stay", arguments: [0o600, 0o640, 0o644, 0o755])
  func access(mode: Int) throws {
    try put("x")
    #expect(chmod(path("a.yaml"), mode_t(mode)) == 0)
    let owner: uid_t = geteuid() == 0 ? 12345 : geteuid()
    #expect(chown(path("a.yaml"), owner, getegid()) == 0)
    _ = files.save("a.yaml", "y", version: nil)
    var status = stat()
    #expect(lstat(path("a.yaml"), &status) == 0)
    #expect(Int(status.st_mode & 0o7777) == mode)
    #expect(status.st_uid == owner)
  }

  @Test("A version differs for different texts, and is the same in each run") func versions() {
    #expect(version("") == "cbf29ce484222325-0")
    #expect(version("a") == "af63dc4c8601ec8c-1")
    #expect(version("ab") != version("ba"))
  }
}
