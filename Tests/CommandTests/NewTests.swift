@testable import Controls
import Foundation
import Layout
import LayoutFile
import Raster
import Testing

@testable import PanelApplication
@testable import knobpanel

/// The layouts that `knobpanel new` prints.
@Suite struct NewTests {
  private static let element = ControlSuggestion(
    name: "Master", value: "{alsa: {card: default, element: Master}}")
  /// Names as drivers report them: duplicates, with YAML syntax, and without a letter.
  private static let elements = [
    "Master", "Headphone", "Master", "PCM,1", "all", "Line \"Out\": #2", "№", "main", "Bass",
    "Treble",
  ].map { name in
    ControlSuggestion(
      name: name,
      value: "{alsa: {card: Test, element: \(MixerText.scalar(name))}}")
  }

  private enum MixerText {
    static func scalar(_ name: String) -> String {
      "\"\(name.replacing("\"", with: "\\\""))\""
    }
  }

  private static func outcome(_ layout: StartingLayout) throws -> LayoutReader.Outcome {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "new-\(UUID().uuidString).yaml")
    defer { try? FileManager.default.removeItem(at: file) }
    try layout.text.write(to: file, atomically: true, encoding: .utf8)
    return try Files.outcome(file.path)
  }

  @Test(
    "each layout is valid, without warnings, on every display and with any mixers",
    arguments: StartingLayout.Kind.allCases,
    [
      nil, (480, 320), (800, 480), (1280, 800), (1920, 1080), (3840, 2160), (720, 720), (480, 800),
      (1080, 1920),
    ] as [(Int, Int)?])
  func isValid(kind: StartingLayout.Kind, size: (Int, Int)?) throws {
    let mixers = [[], [Self.element], Array(Self.elements.prefix(5)), Self.elements]
    let layouts = mixers.map { controls in
      StartingLayout(
        kind: kind, size: size.map { PixelSize(width: $0.0, height: $0.1) }, controls: controls)
    }
    try Knobpanel.inFolder { folder in
      for (index, layout) in layouts.enumerated() {
        try Data(layout.text.utf8).write(to: folder.appending(path: "\(index).yaml"))
      }
      let names = layouts.indices.map { "\($0).yaml" }
      let outcome = try Knobpanel.run(["check"] + names, in: folder)
      #expect(outcome.status == 0 && outcome.errors == "")
      #expect(outcome.output == names.map { "\($0): valid\n" }.joined())
    }
    let read = try #require(try Self.outcome(layouts[3]).layout)
    #expect(read.panel.width == Double(size?.0 ?? 800))
    #expect(read.panel.height == Double(size?.1 ?? 480))
  }

  @Test("the volumes are those of this machine, up to six")
  func volumes() throws {
    for (controls, names) in [
      ([], ["Volume"]), ([Self.element], ["Master"]),
      (Self.elements, ["Master", "Headphone", "Master", "PCM,1", "all", "Line \"Out\": #2"]),
    ] {
      let layout = try #require(
        try Self.outcome(StartingLayout(kind: .volume, size: nil, controls: controls)).layout)
      #expect(layout.knobs.map(\.name) == names)
      #expect(layout.knobs.allSatisfy { ($0.control?.settings != nil) == !controls.isEmpty })
    }
  }

  @Test("missing displays and mixers are named") func missing() {
    let text = StartingLayout(kind: .volume, size: nil, controls: []).text
    #expect(text.contains("no display found") && text.contains("no mixer found"))
    let found = StartingLayout(
      kind: .volume, size: PixelSize(width: 800, height: 480), controls: [Self.element])
    #expect(!found.text.contains(" found"))
  }

  @Test(
    "display mode names become sizes",
    arguments: [
      ("1280x720", (1280, 720)), ("1920x1080i", (1920, 1080)), ("1024x768@75", (1024, 768)),
      ("", nil), ("preferred", nil), ("x", nil), ("0x0", nil),
    ] as [(String, (Int, Int)?)])
  func modes(name: String, size: (Int, Int)?) {
    #expect(PixelSize(modeName: name) == size.map { PixelSize(width: $0.0, height: $0.1) })
  }

  @Test(
    "the command prints a valid layout; an unknown kind lists the known ones")
  func command() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let made = try Knobpanel.run(["new", "bar", "--size", "1024x600"], in: folder)
    #expect(made.status == 0 && made.errors == "")
    try made.output.write(
      to: folder.appending(path: "bar.yaml"), atomically: true, encoding: .utf8)
    let check = try Knobpanel.run(["check", "bar.yaml"], in: folder)
    #expect(check.status == 0 && check.output == "bar.yaml: valid\n")
    let wrong = try Knobpanel.run(["new", "tapestry"], in: folder)
    #expect(wrong.status == 2)
    for kind in StartingLayout.Kind.allCases { #expect(wrong.errors.contains(kind.rawValue)) }
  }
}
