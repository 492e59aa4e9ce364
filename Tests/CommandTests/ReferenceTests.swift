import Controls
import Display
import Foundation
import Gesture
import KeyReference
import GoldenPictures
import Diagnostics
import Layout
import LayoutFile
import PNG
import Panel
import Raster
import Testing

@testable import PanelApplication
@testable import knobpanel

/// The checked-in reference and schema of the layout language match the program's tables.
///
/// `make docs` records them again.
@Suite struct ReferenceTests {
  private static let isRecording = getenv("RECORD") != nil
  private static let docs = Knobpanel.project.appending(path: "docs")
  private static let keys = docs.appending(path: "keys")
  private static let layouts = Knobpanel.project.appending(path: "layouts")
  /// Everything above this line is written by hand.
  private static let line =
    "<!-- What follows is made from the program's own tables: make docs -->\n"

  @Test("The reference of the language is up to date") func reference() throws {
    let file = Self.docs.appending(path: "layout.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let head = try #require(text.range(of: Self.line)).upperBound
    if Self.isRecording {
      try (text[..<head] + "\n" + languageReference.text).write(
        to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(text[head...] == "\n" + languageReference.text)
    }
  }

  @Test("The list of events in the description of the socket is up to date") func events() throws {
    let file = Self.docs.appending(path: "socket.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let begin = try #require(text.range(of: EventReference.begin)).upperBound
    let end = try #require(text.range(of: EventReference.end)).lowerBound
    let list = "\n" + EventReference.text + "\n"
    if Self.isRecording {
      try (text[..<begin] + list + text[end...]).write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(text[begin..<end] == list)
    }
  }

  @Test("The schema for editors, beside the layouts, is up to date") func schema() throws {
    let file = Self.layouts.appending(path: "knobpanel.schema.json")
    if Self.isRecording {
      try ControlRegistry.standard.language.jsonSchema.write(
        to: file, atomically: true, encoding: .utf8)
    }
    #expect(
      try String(contentsOf: file, encoding: .utf8) == ControlRegistry.standard.language.jsonSchema)
  }

  @Test(
    "Every picture of the reference matches what the program draws",
    arguments: languageReference.pictures)
  func picture(_ entry: LayoutReference.Picture) throws {
    let display = try Self.draw(entry.picture, name: entry.name)
    Self.coarsen(display.contents)
    let golden = GoldenPicture(file: Self.keys.appending(path: "\(entry.name).png").path)
    let mismatch = try golden.mismatch(of: display.contents)
    #expect(mismatch == nil, "\(mismatch?.message ?? "")")
  }

  /// Draws a picture of the reference as the program does.
  private static func draw(_ picture: KeyPicture, name: String) throws -> HeadlessDisplay {
    // Beside the shipped layouts, whose pictures it may use.
    let outcome = LayoutReader.parse(
      bytes: Array(picture.layout.utf8),
      path: Self.layouts.appending(path: "\(name).yaml").path,
      environment: Files.environment(of: nil), language: ControlRegistry.standard.language)
    #expect(outcome.diagnostics.allSatisfy { $0.severity != .error }, "\(outcome.text)")
    let layout = try #require(outcome.layout, "\(picture.layout)")
    let natural = PanelScene.naturalSize(of: layout.panel)
    let size = picture.display ?? (natural.width, natural.height)
    let scene = try PanelScene(
      layout: layout, displaySize: PixelSize(width: size.width, height: size.height),
      typesetter: PinnedFonts.typesetter())
    if let actual = picture.actual {
      scene.panel.handleLevel(actual / 100, of: .reading(0), at: Timestamp(microseconds: 0))
    }
    if let message = picture.message {
      scene.panel.handle(
        try MessageRequest(report: message), at: Timestamp(microseconds: 0), from: .socket)
    }
    if let finger = picture.finger {
      let contact = ContactID(device: 0, slot: 0)
      let (width, height) = (Double(size.width), Double(size.height))
      for step in 0...(picture.turnedDegrees == 0 ? 0 : 10) {
        let turn = Angle.radians(fromDegrees: picture.turnedDegrees * Double(step) / 10)
        let (x, y) = (finger.x - width / 2, finger.y - height / 2)
        let position = DisplayFraction(
          x: 0.5 + (x * cos(turn) - y * sin(turn)) / width,
          y: 0.5 + (x * sin(turn) + y * cos(turn)) / height)
        scene.panel.handle(
          TouchFrame(
            time: Timestamp(microseconds: Int64(step) * 10_000),
            changes: [step == 0 ? .down(contact, position) : .moved(contact, position)]))
      }
      let end = Timestamp(microseconds: picture.restMilliseconds * 1000)
      if picture.restMilliseconds > 0 { scene.panel.tick(at: end) }
      if picture.isLifted {
        scene.panel.handle(TouchFrame(time: end, changes: [.up(contact)]))
      }
    }
    let display = try Files.headlessDisplay(size: scene.panel.viewport.displaySize)
    scene.update()
    display.present(scene.frame, damage: scene.draw(), rotation: scene.rotation)
    return display
  }

  @Test(
    "Each key of `look` changes the drawing",
    arguments: ControlRegistry.standard.language.keys.first { $0.key == "knobs" }?
      .keys.first { $0.key == "look" }?.keys.map(\.key) ?? [])
  func look(key: String) throws {
    let pictures = languageReference.pictures.map(\.picture).filter { picture in
      picture.caption.hasPrefix("look: {\(key):")
    }
    let isSeen = try pictures.contains { picture in
      var plain = picture
      let lines = picture.layout.split(separator: "\n").filter { !$0.hasPrefix("    look:") }
      plain.layout = lines.joined(separator: "\n")
      let shown = try Self.draw(picture, name: key)
      let other = try Self.draw(plain, name: key)
      return withExtendedLifetime((shown, other)) {
        !shown.contents.pixels.elementsEqual(other.contents.pixels)
      }
    }
    #expect(isSeen, "\(pictures.count) pictures")
  }

  /// Reduces each channel to 6 bits, which removes the noise that hides the steps of gradients but
  /// makes files several times as large.
  static func coarsen(_ picture: PixelBuffer) {
    for index in picture.pixels.indices {
      let pixel = picture.pixels[index]
      let parts = [16, 8, 0].map { (shift: UInt32) in
        min(((pixel >> shift & 0xFF) + 2) & ~3, 255) << shift
      }
      picture.pixels[index] = parts.reduce(0xFF00_0000, |)
    }
  }

  @Test("No picture of a removed key is left") func strays() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.keys.path)
    let known = Set(languageReference.pictures.map { $0.name + ".png" })
    #expect(names.filter { !known.contains($0) } == [])
    #expect(languageReference.unknownPictures == [])
  }
}

private let languageReference = LayoutReference(of: ControlRegistry.standard.language)
