import Foundation
import Knobs
import Layout
import Testing

@testable import PanelApplication

/// Rows 8 and 9 of the case table in `Reloader`.
@Suite struct DescribedKnobTests {
  private struct Scene {
    let rig: ApplicationRig
    let reloader: Reloader
    let path: URL

    init(in folder: URL, _ text: String) throws {
      path = folder.appending(path: "panel.yaml")
      rig = try ApplicationRig([])
      try Data(text.utf8).write(to: path)
      let reading = LayoutReading(path.path, for: DisplayMeasure(of: rig.display))
      try rig.application.show(try reading.result.get())
      try rig.application.start()
      reloader = Reloader(
        path: path.path, reading: reading, application: rig.application, watches: false)
    }

    /// Advances time, and shows what was read meanwhile.
    func pass(milliseconds: Int64) throws {
      try rig.pass(milliseconds: milliseconds)
      try reloader.finishReading(on: rig.loop)
    }

    func describe(_ range: ClosedRange<Double>, knob id: String = "a") {
      var description = KnobDescription()
      (description.range, description.unit, description.name) = (range, "°C", "Hall")
      if let knob = knob(id) { reloader.describe(knob, as: description) }
    }

    func knob(_ id: String = "a") -> KnobLayout? {
      rig.application.layout.knobs.first { $0.id == id }
    }
  }

  /// Two knobs of entities.
  private static func text(_ buttons: String = "", keys: String = "") -> String {
    """
    version: 1
    connections: {home: {homeassistant: {url: "http://127.0.0.1:9", token: {environment: HOME}}}}
    knobs:
      a: {center: [200, 200], diameter: 200, \(keys)control: {homeassistant: {entity: climate.a}}}
      b: {center: [500, 200], diameter: 200, control: {homeassistant: {entity: number.b}}}
    \(buttons)
    """
  }

  private func inScene(_ text: String, _ body: (Scene) throws -> Void) throws {
    try Knobpanel.inFolder { folder in
      let scene = try Scene(in: folder, text)
      defer { scene.rig.application.stop() }
      try body(scene)
    }
  }

  @Test("Row 8: the layout is shown with what a target says; its file is not read again")
  func described() throws {
    try inScene(Self.text()) { scene in
      try Data("saved meanwhile".utf8).write(to: scene.path)
      scene.describe(7...35)
      try scene.pass(milliseconds: 1)
      #expect(scene.knob()?.scale.range == 7...35)
      #expect(scene.knob()?.unit == "°C")
      #expect(scene.knob("b")?.scale.range == 0...100)
      scene.reloader.preferences.theme = .paper
      #expect(scene.knob()?.scale.range == 7...35)
      #expect(scene.reloader.fault == nil)
    }
  }

  @Test("Row 8: what does not fit the rest of the layout is a fault, and the last layout stays")
  func fault() throws {
    let preset = "buttons: {low: {center: [400, 400], size: [80, 60], text: Low, preset: {a: 5}}}"
    try inScene(Self.text(preset)) { scene in
      scene.describe(7...35)
      try scene.pass(milliseconds: 1)
      #expect(scene.reloader.fault?.message == "5 is outside of the range of `a`, 7 to 35")
      #expect(scene.knob()?.scale.range == 0...100)
      try Data(Self.text().utf8).write(to: scene.path)
      try scene.reloader.reload(on: scene.rig.loop)
      #expect(scene.reloader.fault == nil)
      #expect(scene.knob()?.scale.range == 7...35)
    }
  }

  @Test("Row 9: many descriptions are one reading, and those of the next second another")
  func together() throws {
    try inScene(Self.text()) { scene in
      var count = 0
      scene.reloader.onReading = { _, _ in count += 1 }
      scene.describe(7...35)
      scene.describe(0...1, knob: "b")
      try scene.pass(milliseconds: 1)
      #expect(count == 1)
      #expect(scene.knob("b")?.scale.range == 0...1)
      // The same again is no change.
      scene.describe(7...35)
      try scene.pass(milliseconds: 1)
      for highest in 40..<90 {
        scene.describe(7...Double(highest))
        try scene.pass(milliseconds: 10)
      }
      #expect(count == 1)
      try scene.pass(milliseconds: 1000)
      #expect(count == 2)
      #expect(scene.knob()?.scale.range == 7...89)
    }
  }

  @Test("Keys that are removed from the file are the target's, which says nothing again")
  func removedKeys() throws {
    try inScene(Self.text(keys: "name: Room, range: [10, 30], unit: K, ")) { scene in
      var count = 0
      scene.reloader.onReading = { _, _ in count += 1 }
      scene.describe(7...35)
      try scene.pass(milliseconds: 2000)
      #expect(count == 0)
      #expect(scene.knob()?.name == "Room")
      try Data(Self.text(keys: "range: [10, 30], ").utf8).write(to: scene.path)
      try scene.reloader.reload(on: scene.rig.loop)
      #expect(scene.knob()?.name == "Hall")
      #expect(scene.knob()?.unit == "°C")
      #expect(scene.knob()?.scale.range == 10...30)
      #expect(count == 1)
    }
  }

  @Test("A knob that drives something else has no range from its former target")
  func forgotten() throws {
    try inScene(Self.text()) { scene in
      scene.describe(7...35)
      try scene.pass(milliseconds: 1)
      let other = "version: 1\nknobs: {a: {center: [200, 200], diameter: 200}}"
      try Data(other.utf8).write(to: scene.path)
      try scene.reloader.reload(on: scene.rig.loop)
      try scene.pass(milliseconds: 2000)
      #expect(scene.knob()?.scale.range == 0...100)
      #expect(scene.knob()?.unit == "")
    }
  }
}
