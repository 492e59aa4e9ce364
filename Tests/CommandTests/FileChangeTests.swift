import Foundation
import Layout
import Linux
import Panel
import Testing

@testable import PanelApplication
@testable import knobpanel

/// The file rows of the case table in `Reloader`, on a manual clock.
///
/// Other tests create and delete files in the temporary folder, which is on the path to the layout;
/// that may start or restart the pause after a change. No row depends on its exact length, which
/// `SettlingTimeTests` covers.
@Suite struct FileChangeTests {
  /// An application that shows a layout file of one knob, which may change.
  private struct Scene {
    let rig: ApplicationRig
    let reloader: Reloader
    let folder: URL
    var path: URL { folder.appending(path: "one/panel.yaml") }

    init(in folder: URL, watches: Bool = true) throws {
      self.folder = folder
      rig = try ApplicationRig([])
      try Self.make(folder.appending(path: "one"))
      let path = folder.appending(path: "one/panel.yaml")
      try Data(RunningPanel.text(value: 10).utf8).write(to: path)
      let reading = LayoutReading(path.path, for: DisplayMeasure(of: rig.display))
      try rig.application.show(try reading.result.get())
      try rig.application.start()
      reloader = Reloader(
        path: path.path, reading: reading, application: rig.application, watches: watches)
    }

    static func make(_ folder: URL) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }

    func save(value: Int) throws {
      try Data(RunningPanel.text(value: value).utf8).write(to: path)
    }

    /// Advances time, and shows what was read meanwhile.
    func pass(milliseconds: Int64) throws {
      try rig.pass(milliseconds: milliseconds)
      try reloader.finishReading(on: rig.loop)
    }

    var value: Double { rig.scene.panel.value(ofKnob: 0) }
  }

  private func inScene(watches: Bool = true, _ body: (Scene) throws -> Void) throws {
    try Knobpanel.inFolder { folder in
      let scene = try Scene(in: folder, watches: watches)
      defer { scene.rig.application.stop() }
      try body(scene)
    }
  }

  @Test("row 1: of several saves only the last is shown, after a pause")
  func save() throws {
    try inScene { scene in
      try scene.save(value: 30)
      #expect(scene.value == 10)
      try scene.pass(milliseconds: 50)
      try scene.save(value: 40)
      try scene.pass(milliseconds: 1000)
      #expect(scene.value == 40)
    }
  }

  @Test("row 1: a file that is written continuously is still read")
  func continuousWrites() throws {
    try inScene { scene in
      for value in 11...40 {
        try scene.save(value: value)
        try scene.pass(milliseconds: 50)
      }
      #expect(scene.value > 10)
    }
  }

  @Test("row 3: a file missing for less than two seconds is no change")
  func missingBriefly() throws {
    try inScene { scene in
      try FileManager.default.removeItem(at: scene.path)
      try scene.pass(milliseconds: 1900)
      #expect(scene.value == 10 && scene.reloader.fault == nil)
      try scene.save(value: 30)
      try scene.pass(milliseconds: 1000)
      #expect(scene.value == 30)
      #expect(scene.rig.warnings.lines == [])
    }
  }

  @Test("row 4: a file missing for longer is reported once, and shown when it is back")
  func missing() throws {
    try inScene { scene in
      try FileManager.default.removeItem(at: scene.path)
      try scene.pass(milliseconds: 1000)
      #expect(scene.reloader.fault == nil)
      try scene.pass(milliseconds: 1900)
      #expect(scene.reloader.fault == nil)
      try scene.pass(milliseconds: 200)
      #expect(scene.reloader.fault?.message.contains("no such file") == true)
      #expect(scene.rig.warnings.lines.count == 1, "\(scene.rig.warnings.lines)")
      try scene.save(value: 30)
      try scene.pass(milliseconds: 1000)
      #expect(scene.value == 30 && scene.reloader.fault == nil)
    }
  }

  @Test("a folder that is deleted and made again is followed, however long each step takes")
  func recreatedFolder() throws {
    try inScene { scene in
      try FileManager.default.removeItem(at: scene.path.deletingLastPathComponent())
      try scene.pass(milliseconds: 300)
      try Scene.make(scene.path.deletingLastPathComponent())
      try scene.pass(milliseconds: 300)
      try scene.save(value: 30)
      try scene.pass(milliseconds: 1000)
      #expect(scene.value == 30)
    }
  }

  @Test("without a watch the file is read only on request")
  func unwatched() throws {
    try inScene(watches: false) { scene in
      try scene.save(value: 30)
      try scene.pass(milliseconds: 60_000)
      #expect(scene.value == 10)
      try scene.reloader.reload(on: scene.rig.loop)
      #expect(scene.value == 30)
    }
  }
}
