import Foundation
import Gesture
import Layout
import Panel
import Testing

@testable import PanelApplication

/// What a panel goes on with after its end or a power cut.
@Suite struct StateTests {
  private static let sample: SavedState = {
    var state = SavedState()
    state.page = "rooms"
    state.brightness = 40
    state.values = ["light": 42.5, "a \"b\"": -3]
    return state
  }()

  @Test("what is written is read again")
  func roundTrip() throws {
    #expect(SavedState(bytes: Self.sample.bytes) == Self.sample)
    #expect(SavedState(bytes: SavedState().bytes) == SavedState())
  }

  @Test("half a file, or something else, is nothing at all")
  func torn() {
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

  @Test("what makes no sense is left out")
  func nonsense() throws {
    let text = """
      {"version": 1, "page": 7, "brightness": 1000, "knobs": {"a": "loud", "b": 5}}
      """
    let state = try #require(SavedState(bytes: Array(text.utf8)))
    #expect(state.page == nil && state.brightness == nil && state.values == ["b": 5])
  }

  @Test("a knob that controls something is not kept, and keeps to its target")
  func controlled() throws {
    let rig = try ApplicationRig()
    defer { rig.application.stop() }
    try rig.application.start()
    #expect(rig.application.savedState.values.isEmpty)
    var state = SavedState()
    state.values = ["left": 90]
    rig.application.restore(state)
    #expect(rig.stage.panel.value(ofKnob: 0) == 20)
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

  @Test("values, page and brightness are as they were when it was ended, and when it was killed")
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

  @Test("a limit, a locked page and another layout count more than what was kept")
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

  @Test("a folder that cannot be written is told once, and nothing is lost but that")
  func unwritable() throws {
    try Knobpanel.inFolder { folder in
      let panel = try RunningPanel(
        Self.text, in: folder,
        options: ["--socket", "socket", "--state", folder.appending(path: "none/state").path])
      _ = try get(folder, ["set", "light", "42"])
      try panel.wait("told") { $0.contains("is not kept: ") }
      #expect(try get(folder, ["get", "light"]) == "42")
      try panel.expectToEnd()
      #expect(panel.log.components(separatedBy: "is not kept").count == 2)
    }
  }
}
