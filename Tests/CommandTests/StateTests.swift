import Foundation
import Gesture
import Knobs
import Layout
import Locales
import Linux
import Panel
import Testing

@testable import PanelApplication

/// The state that a panel restores after its end or a power cut.
@Suite struct StateTests {
  private static let sample: SavedState = {
    var state = SavedState()
    state.page = "rooms"
    state.language = "de"
    state.limits = ["light": 60]
    state.brightness = 40
    state.values = ["light": 42.5, "a \"b\"": -3]
    return state
  }()

  @Test("written state is read back")
  func roundTrip() throws {
    #expect(SavedState(bytes: Self.sample.bytes) == Self.sample)
    #expect(SavedState(bytes: SavedState().bytes) == SavedState())
  }

  @Test("a partial or foreign file has no state")
  func partialFile() {
    let bytes = Self.sample.bytes
    // Without the line end it is complete.
    for count in 0..<bytes.count - 1 {
      #expect(SavedState(bytes: Array(bytes.prefix(count))) == nil, "\(count) bytes")
    }
    for text in ["[]", "{}", "{\"version\": 2, \"knobs\": {}}", "\0\0\0\0", "{\"version\": 1}"] {
      #expect(SavedState(bytes: Array(text.utf8)) == nil, "\(text)")
    }
    for count in [0, 1, 7] {
      #expect(SavedState(bytes: Array(repeating: 0xFF, count: count)) == nil)
    }
  }

  @Test("invalid entries are left out")
  func invalidEntries() throws {
    let text = """
      {"version": 1, "page": 7, "language": [], "brightness": 1000, "limits": {"a": {}, "b": 9},
       "knobs": {"a": "loud", "b": 5}}
      """
    let state = try #require(SavedState(bytes: Array(text.utf8)))
    #expect(state.page == nil && state.language == nil && state.brightness == nil)
    #expect(state.values == ["b": 5] && state.limits == ["b": 9])
  }

  @Test("a knob with a control is not saved, and keeps its target's value")
  func controlled() throws {
    let rig = try ApplicationRig()
    defer { rig.application.stop() }
    try rig.application.start()
    #expect(rig.application.savedState.values.isEmpty)
    var state = SavedState()
    state.values = ["left": 90]
    rig.application.restore(state)
    #expect(rig.scene.panel.value(ofKnob: 0) == 20)
  }

  // MARK: The program

  private static let text = """
    version: 1
    pages: {one: {}, two: {}, cellar: {lock: pin}}
    panel: {pin: "1234"}
    knobs:
      light: {center: [200, 240], diameter: 200, value: 10}
      loud: {center: [600, 240], diameter: 200, value: 10, limit: 50}
    """

  private func get(_ folder: URL, _ arguments: [String]) throws -> String {
    let outcome = try Knobpanel.run(arguments + ["--socket", "socket"], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func start(_ folder: URL, text: String = text) throws -> RunningPanel {
    try RunningPanel(
      text, in: folder, options: ["--socket", "socket"],
      environment: ["STATE_DIRECTORY": folder.path])
  }

  @Test("values, page and brightness are restored after a clean end and after a kill")
  func program() throws {
    try Knobpanel.inFolder { folder in
      var panel = try start(folder)
      _ = try get(folder, ["set", "light", "42"])
      _ = try get(folder, ["page", "two"])
      _ = try get(folder, ["screen", "40"])
      try panel.expectToEnd()

      panel = try start(folder)
      #expect(try get(folder, ["get", "light"]) == "42")
      let status = try get(folder, ["status"])
      #expect(status.contains("page two") && status.contains("brightness 40 %"), "\(status)")
      // Power fails a while after a change.
      _ = try get(folder, ["set", "light", "77"])
      let file = folder.appending(path: "state.json")
      try panel.wait("it is kept") { _ in
        try String(contentsOf: file, encoding: .utf8).contains("77")
      }
      panel.send(SIGKILL)
      try panel.waitForEnd()
      panel = try start(folder)
      #expect(try get(folder, ["get", "light"]) == "77")
    }
  }

  @Test("limits, a locked page and a changed layout override the saved state")
  func limits() throws {
    try Knobpanel.inFolder { folder in
      let kept = """
        {"version": 1, "page": "cellar", "knobs": {"light": 400, "loud": 90, "gone": 3}}
        """
      try Data(kept.utf8).write(to: folder.appending(path: "state.json"))
      let panel = try start(folder)
      #expect(try get(folder, ["get", "light"]) == "100")
      #expect(try get(folder, ["get", "loud"]) == "50")
      #expect(try get(folder, ["status"]).contains("page one"))
      try panel.expectToEnd()
    }
  }

  @Test("the language and the last known limit are restored, until the limit is known")
  func language() throws {
    var layout = ApplicationRig.layout(["bar", "late"])
    layout.languages = [Locale("en"), Locale("de")].compactMap { $0.map { PanelLanguage($0) } }
    layout.knobs[0].guards.limitKnob = "late"
    let rig = try ApplicationRig()
    try rig.application.start()
    defer { rig.application.stop() }
    try rig.application.show(layout)
    var state = SavedState()
    state.language = "de"
    state.limits = ["bar": 40, "late": 50]
    rig.application.restore(state)
    #expect(rig.scene.panel.language == 1 && rig.application.shownLanguage == "de")
    #expect(rig.scene.panel.limit(ofKnob: 0) == 40)
    #expect(rig.application.savedState.limits == ["bar": 40])
    #expect(rig.application.savedState.language == "de")
    try rig.round { rig.scene.panel.handleLevel(0.7, of: .knob(1), at: rig.loop.now) }
    #expect(rig.scene.panel.limit(ofKnob: 0) == 70)
    state.limits = ["bar": 20]
    state.language = "fr"
    rig.application.restore(state)
    #expect(rig.scene.panel.limit(ofKnob: 0) == 70 && rig.scene.panel.language == 1)
  }

  @Test("a folder that cannot be written is reported once, with no other effect")
  func unwritable() throws {
    try Knobpanel.inFolder { folder in
      let panel = try RunningPanel(
        Self.text, in: folder,
        options: ["--socket", "socket", "--state", folder.appending(path: "none/state").path])
      _ = try get(folder, ["set", "light", "42"])
      try panel.wait("the warning") { $0.contains("cannot save the state") }
      #expect(try get(folder, ["get", "light"]) == "42")
      try panel.expectToEnd()
      #expect(panel.log.components(separatedBy: "cannot save the state").count == 2)
    }
  }

  @Test("A panel that starts with an invalid layout keeps the saved state for a valid one")
  func brokenLayout() throws {
    try Knobpanel.inFolder { folder in
      let file = folder.appending(path: "state.json")
      let kept = Data(#"{"version": 1, "page": "two", "knobs": {"light": 42}}"#.utf8)
      try kept.write(to: file)
      var panel = try start(folder, text: "version: 1\nknops: {}\n")
      try panel.expectToEnd()
      #expect(try Data(contentsOf: file) == kept)
      panel = try start(folder, text: "version: 1\nknops: {}\n")
      try Data(Self.text.utf8).write(to: panel.layout)
      try panel.wait("it is read") { $0.contains("reloaded") }
      #expect(try get(folder, ["get", "light"]) == "42")
      #expect(try get(folder, ["status"]).contains("page two"))
      try panel.expectToEnd()
    }
  }
}

/// When the file is written, with made-up times; the numbers are the rows of the table of
/// `StateFile`.
@Suite struct StateFileTests {
  private let folder: URL
  private let rig: ApplicationRig

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "state-\(UUID())")
    rig = try ApplicationRig([])
    try rig.application.start()
  }

  private var path: String { folder.appending(path: "state.json").path }

  private func show(_ ids: [String]) throws {
    var layout = ApplicationRig.layout(ids)
    for index in layout.knobs.indices { layout.knobs[index].control = nil }
    try rig.application.show(layout)
  }

  private func set(_ id: String, _ value: Double) throws {
    try rig.round { [rig] in
      _ = try? rig.application.set(
        [KnobSetting(knob: id, .number(value))], over: 0, from: .socket)
    }
  }

  private func kept() -> SavedState? {
    FileManager.default.contents(atPath: path).flatMap { SavedState(bytes: Array($0)) }
  }

  private func keep(_ body: (StateFile) throws -> Void) throws {
    let state = StateFile(path, application: rig.application)
    defer {
      state.close()
      rig.application.stop()
      try? FileManager.default.removeItem(at: folder)
    }
    try body(state)
  }

  @Test("5: a failed write is repeated once possible, without another change")
  func fullDisk() throws {
    try show(["a"])
    try keep { _ in
      try set("a", 77)
      try rig.pass(milliseconds: 3000)
      try rig.run { rig.warnings.lines.contains { $0.contains("cannot save the state") } }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try rig.pass(milliseconds: 10_000)
      try rig.run { kept()?.values["a"] == 77 }
      #expect(rig.warnings.lines.count == 1)
    }
  }

  @Test("5: a failed write is repeated at the end")
  func fullDiskAtTheEnd() throws {
    try show(["a"])
    try keep { state in
      try set("a", 77)
      try rig.pass(milliseconds: 3000)
      try rig.run { rig.warnings.lines.contains { $0.contains("cannot save the state") } }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      state.close()
      #expect(kept()?.values["a"] == 77)
    }
  }

  @Test("Unchanged state is not written again")
  func writtenOnce() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try show(["a"])
    try keep { state in
      try set("a", 5)
      try rig.pass(milliseconds: 3000)
      try rig.run { kept() != nil && !state.isWriting }
      let first = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
      try rig.pass(milliseconds: 60_000)
      let second = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
      #expect(first == second)
      #expect(!state.isPending)
    }
  }

  @Test("3, 4: the value of a removed knob is kept, and restored when it is back")
  func removedKnob() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try show(["a", "b"])
    try keep { state in
      try set("b", 33)
      try show(["a"])
      try set("a", 12)
      try show(["a", "b"])
      #expect(rig.scene.panel.value(ofKnob: 1) == 33)
      #expect(rig.scene.panel.value(ofKnob: 0) == 12)
      try show(["a"])
      state.close()
      #expect(kept()?.values == ["a": 12, "b": 33])
    }
  }

  @Test("Partial files left by power cuts are removed, and nothing else")
  func leftovers() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // No process has this id (proc(5), pid_max).
    let names = [
      "state.json.4194999.partial", "state.json.x.partial", "state.json.1.partial",
      "other.json.4194999.partial", "state.json.4194999",
    ]
    for name in names {
      try Data("half".utf8).write(to: folder.appending(path: name))
    }
    try show(["a"])
    try keep { _ in
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(Set(left) == Set(names.dropFirst()))
    }
  }
}
