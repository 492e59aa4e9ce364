import Gesture
import Testing

import Diagnostics
import Layout
@testable import LayoutFile

/// How `images`, `skin`, `background` and `font` are read.
@Suite struct AssetKeyTests {
  private static func layout(
    _ text: String, path: String = "panel.yaml",
    _ location: Testing.SourceLocation = #_sourceLocation
  ) throws -> LayoutDocument {
    let outcome = LayoutReader.parse(
      bytes: Array(("version: 1\n" + text).utf8), path: path, environment: TestAssets.environment)
    #expect(outcome.text == "", sourceLocation: location)
    return try #require(outcome.layout, sourceLocation: location)
  }

  private static let knob = "knobs: {k: {center: [400, 240], diameter: 200}}\n"

  @Test func imagesHavePositionsAndSizes() throws {
    let layout = try Self.layout(
      Self.knob + """
        images:
          - {file: logo.png, at: [10, 20]}
          - {file: logo.png, center: [50%, 50%], size: 80, opacity: 0.25}
          - {file: wood.png, at: [0, 0], size: [100%, 10%]}
        """)
    #expect(
      layout.images == [
        ImageLayout(file: "logo.png", position: .init(x: 10, y: 20)),
        ImageLayout(
          file: "logo.png", position: .init(x: 400, y: 240), anchor: .center, size: .longest(80),
          opacity: 0.25),
        ImageLayout(
          file: "wood.png", position: .init(x: 0, y: 0), size: .exact(width: 800, height: 48)),
      ])
  }

  /// In a cell of 200 × 240 px, an image is as large as fits, unless its size is given.
  @Test func imagesFitIntoCells() throws {
    let layout = try Self.layout(
      Self.knob + """
        grid: {columns: 4, rows: 2}
        images:
          - {file: logo.png, cell: [1, 2]}
          - {file: logo.png, cell: [3, 1], span: [2, 1], size: 40}
        """)
    #expect(
      layout.images == [
        ImageLayout(
          file: "logo.png", position: DesignPoint(x: 100, y: 360), anchor: .center,
          size: .within(width: 200, height: 240)),
        ImageLayout(
          file: "logo.png", position: DesignPoint(x: 600, y: 120), anchor: .center,
          size: .longest(40)),
      ])
    let fitted = layout.images[0].size.resolved(width: 160, height: 100)
    #expect(fitted.width == 200 && fitted.height == 125)
  }

  @Test(arguments: [
    (ImageLayout.Size.natural, 160.0, 100.0), (.longest(80), 80, 50),
    (.exact(width: 7, height: 9), 7, 9),
  ])
  func oneNumberKeepsTheAspectRatio(size: ImageLayout.Size, width: Double, height: Double) {
    let resolved = size.resolved(width: 160, height: 100)
    #expect(resolved.width == width && resolved.height == height)
    let upright = size.resolved(width: 100, height: 160)
    #expect(size != .longest(80) || upright == (50, 80))
  }

  @Test func pathsAreRelativeToTheLayout() throws {
    let text = Self.knob + "images: [{file: logo.png, at: [0, 0]}]"
    #expect(try Self.layout(text, path: "folder/panel.yaml").images[0].file == "folder/logo.png")
    let outcome = LayoutReader.parse(
      bytes: Array("version: 1\n\(Self.knob)images: [{file: /a/b.png, at: [0, 0]}]".utf8),
      path: "folder/panel.yaml")
    #expect(outcome.layout?.images[0].file == "/a/b.png")
  }

  @Test func skinsHavePicturesForStates() throws {
    let layout = try Self.layout(
      """
      knobs:
        k:
          center: [400, 240]
          diameter: 200
          skin:
            background: plate.png
            rotating: {normal: cap.png, held: cap-held.png, disabled: logo.png}
            foreground: gloss.png
            value: below
            name: none
      """)
    let skin = try #require(layout.knobs[0].skin)
    #expect(skin.value == .below && skin.name == .none)
    let rotating = try #require(skin.rotating)
    let shown = SkinLayout.State.allCases.map { rotating.file(for: $0).path }
    #expect(shown == ["cap.png", "cap-held.png", "cap.png", "logo.png", "logo.png", "logo.png"])
    #expect(SkinLayout.State.allCases.allSatisfy { skin.background?.file(for: $0).of == .normal })
  }

  @Test(arguments: [
    ("strip.png", 64, 640, SkinLayout.Filmstrip.Direction.vertical, 10),
    ("{file: strip.png, frames: 5}", 128, 640, .vertical, 5),
    ("{file: strip.png, frames: 32, direction: horizontal}", 2, 64, .horizontal, 32),
  ])
  func filmstripsAreCutIntoFrames(
    written: String, length: Int, total: Int, direction: SkinLayout.Filmstrip.Direction, count: Int
  ) throws {
    let layout = try Self.layout(
      "knobs: {k: {center: [400, 240], diameter: 200, skin: {filmstrip: \(written)}}}")
    let strip = try #require(layout.knobs[0].skin?.filmstrip)
    let cut = try #require(strip.cut(width: 64, height: 640))
    #expect(cut.count == count && cut.direction == direction && cut.length == length)
    #expect(cut.length * cut.count == total || direction == .vertical)
  }

  @Test func backgroundsAndFonts() throws {
    let plain = try Self.layout(Self.knob)
    #expect(plain.panel.background == nil && plain.panel.font == .family("Inter"))
    #expect(plain.files.isEmpty)
    let short = try Self.layout(Self.knob + "panel: {background: wood.png, font: DejaVu Sans}")
    #expect(short.panel.background == BackgroundLayout(file: "wood.png", fit: .cover))
    #expect(short.panel.font == .family("DejaVu Sans"))
    let long = try Self.layout(
      Self.knob + "panel: {background: {file: wood.png, fit: tile}, font: fonts/Bar.otf}",
      path: "folder/x.yaml")
    #expect(long.panel.background == BackgroundLayout(file: "folder/wood.png", fit: .tile))
    #expect(long.panel.font == .file("folder/fonts/Bar.otf"))
  }

  /// The files to watch, each once.
  @Test func allFilesAreListed() throws {
    let layout = try Self.layout(
      """
      panel: {background: wood.png, font: fonts/Bar.otf}
      knobs:
        a: {center: [200, 240], diameter: 200, skin: {rotating: cap.png, foreground: gloss.png}}
        b: {center: [600, 240], diameter: 200, skin: {filmstrip: {file: {normal: strip.png, held: strip.png}}}}
      images: [{file: logo.png, at: [0, 0]}, {file: cap.png, at: [0, 0]}]
      buttons:
        mute: {center: [60, 440], size: [60, 60], icon: plate.png, mute: a}
        reset: {center: [160, 440], size: [60, 60], icon: speaker, mute: b}
      """)
    #expect(
      layout.files == [
        "cap.png", "fonts/Bar.otf", "gloss.png", "logo.png", "plate.png", "strip.png", "wood.png",
      ])
    #expect(
      layout.buttons.map(\.symbol) == [.picture(file: "plate.png"), .icon(.speaker)])
  }

  /// Without access to files, all names are accepted.
  @Test func namesAreNotCheckedWithoutFileAccess() throws {
    let text = """
      version: 1
      panel: {background: no.png, font: Nobody Knows}
      knobs: {k: {center: [400, 240], diameter: 200, skin: {filmstrip: {file: no.png, frames: 7}}}}
      images: [{file: no.png, at: [0, 0]}]
      """
    let outcome = LayoutReader.parse(bytes: Array(text.utf8), path: "x.yaml")
    #expect(outcome.text == "" && outcome.layout != nil)
  }
}
