import Display
import Foundation
import Gesture
import GoldenPictures
import Knobs
import Layout
import LayoutFile
import Panel
import Raster
import Testing

@testable import PanelApplication
@testable import knobpanel

/// Every layout in docs/recipes.md is valid, looks like its picture, and works.
@Suite struct RecipeTests {
  private static let isRecording = getenv("RECORD") != nil
  private static let docs = Knobpanel.project.appending(path: "docs")

  struct Recipe: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var testDescription: String { name }
  }

  /// The YAML blocks, each of which begins with its file name.
  static let recipes: [Recipe] = {
    let file = docs.appending(path: "recipes.md")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "```yaml\n").dropFirst().map { block in
      let text = block.components(separatedBy: "```")[0]
      let line = String(text.prefix { $0 != "\n" })
      return Recipe(
        name: line.replacing("# recipes/", with: "").replacing(".yaml", with: ""), text: text)
    }
  }()

  /// The recipes with a picture.
  static let shown: [Recipe] = {
    let text = (try? String(contentsOf: docs.appending(path: "recipes.md"), encoding: .utf8)) ?? ""
    return recipes.filter { text.contains("(recipes/\($0.name).png)") }
  }()

  @Test("All recipes are found, and each picture belongs to one") func count() throws {
    #expect(Self.recipes.count >= 12)
    #expect(Self.shown.count >= 12)
    let pictures = try FileManager.default.contentsOfDirectory(
      atPath: Self.docs.appending(path: "recipes").path)
    #expect(Set(pictures) == Set(Self.shown.map { $0.name + ".png" }))
  }

  /// A folder with the files of the recipes and the shipped pictures.
  private static let folder = Result {
    let folder = Knobpanel.project.appending(path: ".build/recipes")
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Knobpanel.project.appending(path: "layouts/skin"), to: folder.appending(path: "skin"))
    for recipe in recipes {
      let file = folder.appending(path: recipe.name + ".yaml")
      try recipe.text.write(to: file, atomically: true, encoding: .utf8)
    }
    return folder
  }

  /// Returns the layout, read beside the other recipes and the shipped pictures.
  private static func layout(of recipe: Recipe) throws -> LayoutDocument {
    let folder = try folder.get()
    let outcome = try Files.outcome(folder.appending(path: recipe.name + ".yaml").path)
    #expect(outcome.text == "")
    return try #require(outcome.layout)
  }

  @Test(arguments: recipes) func isValid(_ recipe: Recipe) throws {
    #expect(recipe.text.hasPrefix("# recipes/\(recipe.name).yaml\n"))
    _ = try Self.layout(of: recipe)
  }

  @Test(arguments: shown) func matchesItsPicture(_ recipe: Recipe) throws {
    var layout = try Self.layout(of: recipe)
    // Not rotated, as people see it.
    layout.panel.rotate = 0
    let size = PixelSize(width: Int(layout.panel.width), height: Int(layout.panel.height))
    let scene = try PanelScene(
      layout: layout, displaySize: size, typesetter: PinnedFonts.typesetter())
    for (index, knob) in layout.knobs.enumerated() where knob.reading != nil {
      scene.panel.handleLevel(
        (knob.value - 1.5) / 100, of: .reading(index), at: Timestamp(microseconds: 0))
    }
    scene.update()
    _ = scene.draw()
    ReferenceTests.coarsen(scene.frame)
    let golden = GoldenPicture(file: Self.docs.appending(path: "recipes/\(recipe.name).png").path)
    let mismatch = try golden.mismatch(of: scene.frame)
    #expect(mismatch == nil, "\(mismatch?.message ?? "")")
  }

  @Test("The page behind the PIN is shown once the PIN is entered") func entersPIN() throws {
    let recipe = try #require(Self.recipes.first { $0.name == "behind-a-pin" })
    let layout = try Self.layout(of: recipe)
    let size = PixelSize(width: Int(layout.panel.width), height: Int(layout.panel.height))
    let panel = PanelController(
      layout: layout, viewport: Viewport(panel: layout.panel, displaySize: size))
    let tabs = try #require(TabBar(layout))
    let pad = PINPadLayout(layout.panel)
    let keys = try [4, 7, 1, 1].map { digit in
      pad.center(ofKey: try #require(PINPadLayout.keys.firstIndex(of: .digit(digit))))
    }
    for (step, point) in ([tabs.center(ofTab: 1)] + keys).enumerated() {
      #expect(panel.shownPage == 0)
      let contact = ContactID(device: 0, slot: 0)
      let position = panel.viewport.displayFraction(designPoint: point)
      for (time, change) in [
        (0, ContactChange.down(contact, position)), (50_000, .up(contact)),
      ] {
        panel.handle(
          TouchFrame(
            time: Timestamp(microseconds: Int64(step) * 200_000 + Int64(time)), changes: [change]))
      }
    }
    #expect(panel.shownPage == 1)
  }

  /// A finger taps each knob, or rests on it to unlock it, turns it up and down, and presses each
  /// button.
  @Test(arguments: recipes) func plays(_ recipe: Recipe) throws {
    let layout = try Self.layout(of: recipe)
    let size = PixelSize(width: Int(layout.panel.width), height: Int(layout.panel.height))
    let scene = try PanelScene(layout: layout, displaySize: size, typesetter: Files.typesetter)
    let panel = scene.panel
    var time: Int64 = 0
    func touch(_ change: (ContactID, DisplayFraction) -> ContactChange, _ point: DesignPoint) {
      time += 20_000
      let position = panel.viewport.displayFraction(designPoint: point)
      panel.handle(
        TouchFrame(
          time: Timestamp(microseconds: time),
          changes: [change(ContactID(device: 0, slot: 0), position)]))
    }
    func tap(_ point: DesignPoint) {
      touch({ .down($0, $1) }, point)
      touch({ contact, _ in .up(contact) }, point)
      time += 1_000_000
    }
    func rest(_ point: DesignPoint) {
      touch({ .down($0, $1) }, point)
      time += Lock.holdMicroseconds
      panel.tick(at: Timestamp(microseconds: time))
      touch({ contact, _ in .up(contact) }, point)
      time += 1_000_000
    }
    for page in 0..<max(layout.pages.count, 1) {
      for (index, knob) in layout.knobs.enumerated() where knob.page ?? page == page {
        panel.set(page: page)
        if knob.guards.lock == .hold { rest(knob.center) } else { tap(knob.center) }
        panel.events.removeAll()
        for way in [1.0, -1] {
          func point(_ degrees: Double) -> DesignPoint {
            let radians = Angle.radians(fromDegrees: degrees)
            let radius = knob.diameter * 0.4
            return DesignPoint(
              x: knob.center.x + radius * sin(radians), y: knob.center.y - radius * cos(radians))
          }
          touch({ .down($0, $1) }, point(0))
          for step in 1...40 { touch({ .moved($0, $1) }, point(way * Double(step) * 3)) }
          touch({ contact, _ in .up(contact) }, point(way * 120))
          time += 1_000_000
        }
        let kinds = panel.events.compactMap(\.knob).filter { $0.knob == index }.map(\.kind)
        #expect(kinds.contains(.changed), "\(knob.id) does not turn")
        if let limit = knob.guards.limit { #expect(panel.value(ofKnob: index) <= limit) }
      }
      for (index, button) in layout.buttons.enumerated() where button.page ?? page == page {
        panel.set(page: page)
        panel.events.removeAll()
        tap(button.center)
        let isPressed = panel.events.contains { event in
          if case .button(let event) = event { event.button == index } else { false }
        }
        #expect(isPressed, "\(button.id) cannot be pressed")
      }
    }
  }
}
