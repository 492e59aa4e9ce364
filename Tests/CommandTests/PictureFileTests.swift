import Foundation
import Layout
import LayoutFile
import Linux
import PNG
import Raster
import Testing

@testable import PanelApplication
@testable import knobpanel

/// The files that layouts name, as the program finds them.
@Suite struct PictureFileTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func png(_ width: Int, _ height: Int) throws -> [UInt8] {
    try PNGPicture.encode(try #require(PixelBuffer(size: PixelSize(width: width, height: height))))
  }

  private func problem(_ name: String, _ files: PictureFiles = PictureFiles())
    -> LayoutAssets.Problem?
  {
    guard case .failure(let problem) = files.load(folder.path + "/" + name) else { return nil }
    return problem
  }

  @Test func sizesAreRead() throws {
    try folder.put(png(7, 5), "a.png")
    let files = PictureFiles()
    #expect(files.load(folder.path + "/a.png") == .success(PixelSize(width: 7, height: 5)))
    #expect(files.image(folder.path + "/a.png")?.size == PixelSize(width: 7, height: 5))
    // Decoded once: later calls return the same image.
    #expect(files.image(folder.path + "/a.png") === files.image(folder.path + "/a.png"))
  }

  @Test func missingFilesListSimilarOnes() throws {
    try folder.put(png(2, 2), "knob.png")
    try folder.put([1], "notes.txt")
    #expect(problem("knbo.png") == .missing(others: ["knob.png"]))
    #expect(problem("nowhere/knob.png") == .missing(others: []))
    #expect(problem("knob.png/x.png") == .missing(others: []))
  }

  @Test func invalidPicturesAreReported() throws {
    let whole = try png(9, 9)
    try folder.put([0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3], "photo.png")
    try folder.put(Array(whole[..<40]), "half.png")
    try folder.put([], "empty.png")
    let reasons = ["photo.png", "half.png", "empty.png", "."].map { name -> String in
      guard case .unusable(let reason, _)? = problem(name) else { return "" }
      return reason
    }
    #expect(reasons[0] == "is a JPEG, not a PNG")
    #expect(reasons[1].hasPrefix("is not a complete PNG ("))
    #expect(reasons[2].hasPrefix("is not a complete PNG ("))
    #expect(reasons[3] == "is a directory")
    guard case .failure(.unusable("is a device", _)) = PictureFiles().load("/dev/zero") else {
      Issue.record("a device was accepted")
      return
    }
  }

  /// A changed file is read again on loading; an invalid one leaves the last valid picture in use.
  @Test func changesAreLoadedAndInvalidFilesIgnored() throws {
    let files = PictureFiles()
    let path = folder.path + "/a.png"
    try folder.put(png(7, 5), "a.png")
    #expect(files.load(path) == .success(PixelSize(width: 7, height: 5)))
    try folder.put(png(31, 8), "a.png")
    #expect(files.image(path)?.size.width == 7, "a picture that is shown does not change")
    #expect(files.load(path) == .success(PixelSize(width: 31, height: 8)))
    #expect(files.image(path)?.size.width == 31)
    try folder.put(Array("rubbish".utf8), "a.png")
    #expect(problem("a.png", files) != nil)
    #expect(files.image(path)?.size.width == 31)
    unlink(path)
    #expect(problem("a.png", files) == .missing(others: []))
    #expect(files.image(path)?.size.width == 31)
    files.keep([])
    #expect(files.image(path) == nil)
  }

  /// The limit applies to all pictures of one reading.
  @Test func picturesOfALayoutShareOneLimit() throws {
    let names = ["a.png", "b.png", "c.png"]
    for name in names { try folder.put(png(10, 10), name) }
    let paths = names.map { folder.path + "/" + $0 }
    let valid = Result<PixelSize, LayoutAssets.Problem>.success(
      PixelSize(width: 10, height: 10))
    let files = PictureFiles()
    let reading = PictureReading(of: files, areaLimit: 250)
    #expect(reading.load(paths[0]) == valid && reading.load(paths[1]) == valid)
    // Named again, it counts once.
    #expect(reading.load(paths[0]) == valid)
    guard case .failure(.unusable(let reason, _)) = reading.load(paths[2]) else {
      Issue.record("the third is beyond the limit")
      return
    }
    #expect(
      reason == "has 10 x 10 px; the limit for all pictures of a layout together is "
        + "\(PictureFiles.areaLimit)")
    #expect(files.image(paths[0]) != nil)
    // Also for pictures that are decoded already, like those of the previous layout.
    let exact = PictureReading(of: files, areaLimit: 200)
    #expect(exact.load(paths[1]) == valid && exact.load(paths[0]) == valid)
    let small = PictureReading(of: files, areaLimit: 199)
    #expect(small.load(paths[1]) == valid)
    #expect(small.load(paths[0]) != valid)
  }

  /// An invalid layout is saved again and again, with other pictures each time.
  @Test func picturesOfEarlierReadingsAreReleased() throws {
    let names = ["shown.png", "one.png", "two.png"]
    for name in names { try folder.put(png(3, 3), name) }
    let paths = names.map { folder.path + "/" + $0 }
    let files = PictureFiles()
    func read(_ path: String) {
      let reading = PictureReading(of: files)
      _ = reading.load(path)
      reading.end()
    }
    read(paths[0])
    files.keep([paths[0]])
    read(paths[1])
    let first = try #require(files.image(paths[1]))
    read(paths[1])
    #expect(files.image(paths[1]) === first, "a file read twice is decoded once")
    read(paths[2])
    for path in paths { unlink(path) }
    #expect(files.image(paths[0]) != nil, "it is shown")
    #expect(files.image(paths[1]) == nil)
    #expect(files.image(paths[2]) != nil)
  }

  @Test func pipesAreRefusedWithoutWaiting() throws {
    try #require(mkfifo(folder.path + "/a.png", 0o600) == 0)
    defer { unlink(folder.path + "/a.png") }
    #expect(problem("a.png") == .unusable("is a pipe", hint: "name a file"))
  }

  /// `check` reports a missing file at its location, and `render` draws a valid one, from any
  /// folder.
  @Test func filesBesideTheLayoutAreFound() throws {
    try folder.put(png(40, 40), "logo.png")
    let valid = """
      version: 1
      panel: {size: [64, 64]}
      knobs: {k: {center: [32, 32], diameter: 50}}
      images: [{file: logo.png, at: [0, 0]}]
      """
    try folder.put(Array(valid.utf8), "good.yaml")
    try folder.put(
      Array(valid.replacingLogo(with: "lgoo.png").utf8), "bad.yaml")
    let checked = try Knobpanel.run(["check", "good.yaml"], in: folder.url)
    #expect(checked.status == 0, "\(checked.errors)\(checked.output)")
    let drawn = folder.path + "/drawn.png"
    let rendered = try Knobpanel.run(
      ["render", "\(folder.path)/good.yaml", "-o", drawn], in: folder.url)
    #expect(rendered.status == 0, "\(rendered.errors)")
    let picture = try PNGPicture.image(WholeFile.read(drawn, limit: 1 << 20))
    #expect(picture.size == PixelSize(width: 64, height: 64))
    let corner = try #require(PixelBuffer(size: PixelSize(width: 1, height: 1)))
    corner.pixels[0] = 0xFFFF_FFFF
    Canvas(corner).draw(picture, x: 0, y: 0)
    #expect(corner.mean == Color(0), "the logo is black")
    let refused = try Knobpanel.run(
      ["check", "\(folder.path)/bad.yaml"], in: URL(filePath: "/tmp"))
    #expect(refused.status == 1)
    #expect(refused.output.contains("bad.yaml:4:17: error: there is no file `lgoo.png`"))
    #expect(refused.output.contains("did you mean `logo.png`?"))
  }

  /// Files that a layout can name: a password that others can read, a link that leads out of the
  /// folder, and pipes, which must not block.
  @Test func filesNamedByALayoutAreChecked() throws {
    try folder.put(Array("hunter2".utf8), "open")
    try #require(chmod(folder.path + "/open", 0o644) == 0)
    try #require(symlink("/etc/passwd", folder.path + "/away") == 0)
    try #require(mkfifo(folder.path + "/pipe", 0o600) == 0)
    defer { for name in ["away", "pipe"] { unlink("\(folder.path)/\(name)") } }
    let text = """
      version: 1
      knobs: {k: {center: [400, 240], diameter: 200, control: {mqtt: {set: a}}}}
      connections: {home: {mqtt: {host: a, username: b, password: {file: open}, tls: {ca: away}}}}
      """
    try folder.put(Array(text.utf8), "a.yaml")
    let output = try Knobpanel.run(["check", "a.yaml"], in: folder.url).output
    #expect(output.contains("a.yaml:3:68: warning: this file holds a secret, but others"))
    #expect(output.contains("hint: chmod 600 open"))
    #expect(output.contains("`away` leads out of the folder of the layout, to `/etc/passwd`"))
    for text in ["include: pipe", "panel: {background: pipe}", "panel: {font: ./pipe}"] {
      try folder.put(Array("version: 1\nknobs: {}\n\(text)\n".utf8), "b.yaml")
      let outcome = try Knobpanel.run(["check", "b.yaml"], in: folder.url)
      #expect(outcome.status == 1)
      #expect(outcome.output.contains("is a pipe"), "\(outcome.output)")
    }
  }
}

extension String {
  fileprivate func replacingLogo(with name: String) -> String {
    replacingOccurrences(of: "logo.png", with: name)
  }
}

/// A temporary folder for one test, removed on deinit.
final class ScratchFolder {
  let path: String
  private var names: Set<String> = []
  var url: URL { URL(filePath: path) }

  init() throws {
    var template = Array("/tmp/knobpanel-files-XXXXXX".utf8CString)
    path = try #require(mkdtemp(&template).map { String(cString: $0) })
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    unlink("\(path)/drawn.png")
    rmdir(path)
  }

  func put(_ bytes: [UInt8], _ name: String) throws {
    names.insert(name)
    let file = try #require(fopen("\(path)/\(name)", "w"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
