import Display
import Foundation
import Layout
import Linux
import Panel
import Raster
import Testing

@testable import PanelApplication
@testable import knobpanel

/// The display rows of the case table in `Reloader`.
@Suite struct DisplayChangeTests {
  /// Sets the width of the 200-pixel display in millimetres; nil if it is unknown.
  private static func display(_ millimetres: Double?) -> (FakeDisplay) -> Void {
    { display in
      display.physicalSize = millimetres.map { PhysicalSize(width: $0, height: $0 / 2) }
    }
  }

  private static let text = """
    version: 1
    panel: {size: [200, 100]}
    knobs:
      left: {center: [50, 50], diameter: 10 mm, value: 20}

    """

  /// An application that shows a layout file on a display that can change.
  private struct Scene {
    let rig: ApplicationRig
    let reloader: Reloader
    let path: URL

    init(_ text: String, in folder: URL, millimetres: Double?) throws {
      path = folder.appending(path: "panel.yaml")
      try Data(text.utf8).write(to: path)
      rig = try ApplicationRig([], DisplayChangeTests.display(millimetres))
      let reading = LayoutReading(path.path, for: DisplayMeasure(of: rig.display))
      switch reading.result {
      case .success(let layout): try rig.application.show(layout)
      case .failure(let fault): rig.application.show(fault)
      }
      try rig.application.start()
      reloader = Reloader(
        path: path.path, reading: reading, application: rig.application, watches: false)
    }

    func change(_ body: @escaping (FakeDisplay) -> Void) throws {
      try rig.round {
        body(rig.display)
        rig.display.onEvent(.changed)
      }
    }

    func save(_ text: String) throws { try Data(text.utf8).write(to: path) }

    var diameter: Double? { rig.scene.layout.knobs.first?.diameter }
  }

  private func inScene(
    _ text: String = text, millimetres: Double? = 100, _ body: (Scene) throws -> Void
  ) throws {
    try Knobpanel.inFolder { folder in
      let scene = try Scene(text, in: folder, millimetres: millimetres)
      defer { scene.rig.application.stop() }
      try body(scene)
    }
  }

  @Test("row 6: millimetres follow the connected screen, and knobs keep their values")
  func measuredAgain() throws {
    try inScene { scene in
      #expect(scene.diameter == 20)
      scene.rig.scene.panel.set(value: 70, ofKnob: 0)
      try scene.change { $0.physicalSize = PhysicalSize(width: 40, height: 20) }
      #expect(scene.diameter == 50)
      #expect(scene.rig.scene.panel.value(ofKnob: 0) == 70)
      try scene.change {
        $0.size = PixelSize(width: 800, height: 400)
        $0.physicalSize = PhysicalSize(width: 100, height: 50)
      }
      // The design is shown four times as large.
      #expect(scene.diameter == 20)
      #expect(scene.rig.scene.frame.size == PixelSize(width: 800, height: 400))
    }
  }

  @Test("row 5: an unchanged screen causes no reading")
  func unchangedScreen() throws {
    try inScene { scene in
      let panel = scene.rig.scene.panel
      try scene.change { _ in }
      #expect(scene.rig.scene.panel === panel)
    }
  }

  @Test("row 5: without millimetres, another size causes no reading either")
  func resizedWindow() throws {
    try inScene(Self.text.replacing("10 mm", with: "10"), millimetres: nil) { scene in
      let count = scene.rig.scene.layout.knobs.count
      try scene.save("version: 1\n")
      try scene.change { $0.size = PixelSize(width: 400, height: 200) }
      #expect(scene.rig.scene.frame.size == PixelSize(width: 400, height: 200))
      #expect(count == 1 && scene.rig.scene.layout.knobs.count == 1)
      #expect(DisplayMeasure(of: scene.rig.display).size == nil)
    }
  }

  @Test("row 6: a screen that appears later makes a layout valid that needs its size")
  func screenAppears() throws {
    try inScene(millimetres: nil) { scene in
      #expect(scene.diameter == nil)
      try scene.change { $0.physicalSize = PhysicalSize(width: 100, height: 50) }
      #expect(scene.diameter == 20)
    }
  }

  @Test("row 7: a screen of unknown size changes nothing until a known one appears")
  func sizeUnknown() throws {
    try inScene { scene in
      try scene.change { $0.physicalSize = nil }
      #expect(scene.diameter == 20)
      try scene.change { $0.physicalSize = PhysicalSize(width: 40, height: 20) }
      #expect(scene.diameter == 50)
    }
  }

  @Test("another screen does not load changes saved meanwhile")
  func notRead() throws {
    try inScene { scene in
      try scene.save(Self.text.replacing("10 mm", with: "20 mm"))
      try scene.change { $0.physicalSize = PhysicalSize(width: 40, height: 20) }
      #expect(scene.diameter == 50)
      try scene.reloader.reload(on: scene.rig.loop)
      #expect(scene.diameter == 100)
    }
  }

  @Test("row 6: after a reload, another screen shows the reloaded layout")
  func reloaded() throws {
    try inScene { scene in
      try scene.save(Self.text.replacing("left:", with: "right:").replacing("10 mm", with: "20 mm"))
      try scene.reloader.reload(on: scene.rig.loop)
      #expect(scene.diameter == 40)
      try scene.change { $0.physicalSize = PhysicalSize(width: 80, height: 40) }
      #expect(scene.rig.scene.layout.knobs.map(\.id) == ["right"])
      #expect(scene.diameter == 50)
      // Another output, with another size and resolution.
      try scene.change {
        $0.size = PixelSize(width: 800, height: 400)
        $0.physicalSize = PhysicalSize(width: 200, height: 100)
      }
      #expect(scene.rig.scene.layout.knobs.map(\.id) == ["right"])
      #expect(scene.diameter == 20)
      #expect(scene.rig.scene.frame.size == PixelSize(width: 800, height: 400))
      // The same once the file has become invalid.
      try scene.save("version: 1\nknobs: {a: {centre: [1, 1]}}\n")
      try scene.reloader.reload(on: scene.rig.loop)
      try scene.change { $0.physicalSize = PhysicalSize(width: 100, height: 50) }
      #expect(scene.rig.scene.layout.knobs.map(\.id) == ["right"])
      #expect(scene.diameter == 40)
    }
  }

  @Test("row 7: while the file is invalid, the current layout is laid out again")
  func broken() throws {
    try inScene { scene in
      try scene.save("version: 1\nknobs: {a: {centre: [1, 1]}}\n")
      try scene.reloader.reload(on: scene.rig.loop)
      #expect(scene.diameter == 20)
      try scene.change { $0.physicalSize = PhysicalSize(width: 40, height: 20) }
      #expect(scene.diameter == 50)
    }
  }

  @Test("row 6: included files are laid out again too, as they were")
  func included() throws {
    try Knobpanel.inFolder { folder in
      let part = folder.appending(path: "part.yaml")
      try Data("knobs: {left: {center: [50, 50], diameter: 10 mm}}\n".utf8).write(to: part)
      let text = "version: 1\npanel: {size: [200, 100]}\ninclude: part.yaml\n"
      let scene = try Scene(text, in: folder, millimetres: 100)
      defer { scene.rig.application.stop() }
      #expect(scene.diameter == 20)
      try FileManager.default.removeItem(at: part)
      try scene.change { $0.physicalSize = PhysicalSize(width: 40, height: 20) }
      #expect(scene.diameter == 50)
    }
  }
}
