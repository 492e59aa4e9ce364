import Foundation
import JSON
import Knobs
import Layout
import Linux
import Panel
import PanelApplication
import Randomness
import Raster
import Testing
import WebServer

@testable import Preview

/// The effects that browsers can have, however many messages they send.
@Suite struct SessionTests {
  @Test("Of many views requested at once, one is shown, and the next only after a pause")
  func views() throws {
    let rig = try SessionRig()
    let display = rig.session.display
    try rig.loop.advance(byMicroseconds: 100_000)
    let before = display.frames.sequence
    for index in 0..<60 {
      try rig.handle("{\"type\":\"view\",\"size\":[4096,\(4096 - index % 2)]}")
    }
    #expect(display.frames.sequence == before)
    try rig.loop.advance(byMicroseconds: 0)
    #expect(display.size == PixelSize(width: 4096, height: 4095))
    // The picture of the new size, and none of those before.
    #expect(display.frames.sequence - before <= 2)
    try rig.handle("{\"type\":\"view\",\"size\":[640,480]}")
    try rig.handle("{\"type\":\"view\",\"size\":[320,240]}")
    try rig.loop.advance(byMicroseconds: 1_000_000)
    #expect(display.size == PixelSize(width: 4096, height: 4095))
    try rig.loop.advance(byMicroseconds: 200_000)
    #expect(display.size == PixelSize(width: 320, height: 240))
  }

  @Test("A turn handles 64 messages, and one that reads files ends it")
  func turns() throws {
    let rig = try SessionRig(isEditable: true)
    _ = rig.sentMessages()
    let unknown = Array("{}".utf8)
    let check = Array(#"{"type":"check","name":"panel.yaml","request":1,"text":"x"}"#.utf8)
    for message in [unknown, check] {
      for _ in 0..<200 { rig.session.receive(message, of: SessionRig.client) }
      rig.session.handleMessages()
      var turns: [Int] = []
      while turns.last != 0 {
        turns.append(rig.sentMessages().components(separatedBy: "\"type\": ").count - 1)
        try rig.loop.runOnce(timeoutMilliseconds: 0)
      }
      #expect(turns.max() == (message == check ? 1 : PreviewSession.turnMessageLimit))
      #expect(turns.reduce(0, +) == 200)
    }
    // Long messages, the last of which may exceed the byte limit of a turn.
    let long = Array("{\"x\": \"\(String(repeating: "x", count: 40_000))\"}".utf8)
    for _ in 0..<5 { rig.session.receive(long, of: SessionRig.client) }
    rig.session.handleMessages()
    #expect(rig.sentMessages().components(separatedBy: "\"refused\"").count - 1 == 2)
  }

  /// Values of any kind, and at the limits of number types.
  private static let values: [JSONValue] = [
    .null, .bool(true), .bool(false), 0, 1, -1, 0.5, 2, 32, 90, 400, 1e9, -1e9, 1e300, -1e300,
    2_147_483_647, -2_147_483_648, 4_294_967_295, 9.3e18, "", "a", "b", "low", "hifi", "round",
    "panel.yaml", "\u{0}", [], [16, 16], [1e300, 2], ["down", 0, 0.25, 0.3], ["move", 0, 0.3, 0.2],
    ["up", 0], [["down", 1, 0.7, 0.3]], .object([]),
  ]

  private static let keys: [String: [String]] = [
    "drawn": ["sequence"], "touch": ["frames"], "wheel": ["x", "y", "notches"],
    "turn": ["knob", "notches"], "press": ["button"], "page": ["page"],
    "view": ["size", "rotation", "theme", "shape", "diagonal"], "outside": ["knob", "level"],
    "simulate": ["knob", "delay", "steps", "loss", "online"], "save": ["name", "version", "text"],
    "check": ["name", "text", "request"], "move": ["knob", "x", "y"],
  ]

  @Test("Whatever a page sends, the panel continues, with its values in range")
  func anything() throws {
    let rig = try SessionRig()
    var generator = SeededGenerator(seed: 5)
    let types = Self.keys.keys.sorted()
    var readCount = 0
    for _ in 0..<20_000 {
      let type = try #require(types.randomElement(using: &generator))
      var pairs: [(key: String, value: JSONValue)] = [("type", .string(type))]
      for key in Self.keys[type] ?? [] where Int.random(in: 0..<8, using: &generator) > 0 {
        var value = Self.values.randomElement(using: &generator) ?? .null
        if key == "frames", Bool.random(using: &generator) {
          value = .array([["age": value, "changes": Self.changes(&generator)]])
        }
        // Large pictures take long, and have a test of their own.
        if type == "view", key == "size" { value = [64, 48] }
        pairs.append((key, value))
      }
      guard let message = BrowserMessage(Array(JSONValue.object(pairs).line.utf8)) else { continue }
      readCount += 1
      rig.session.handle(message, of: SessionRig.client)
      try rig.loop.advance(byMicroseconds: Int64.random(in: 0...50_000, using: &generator))
      _ = rig.sentMessages()
      let panel = rig.session.scene.panel
      for index in panel.layout.knobs.indices {
        let value = panel.value(ofKnob: index)
        try #require(panel.layout.knobs[index].scale.range.contains(value), "\(pairs)")
      }
    }
    #expect(readCount > 1000)
  }

  private static func changes(_ generator: inout SeededGenerator) -> JSONValue {
    let kinds: [JSONValue] = ["down", "move", "up", "cancel"]
    return .array(
      (0..<Int.random(in: 0...4, using: &generator)).map { _ in
        .array([
          kinds.randomElement(using: &generator) ?? "up",
          .number(Double(Int.random(in: -1...33, using: &generator))),
          .number(Double.random(in: -0.2...1.2, using: &generator)),
          .number(Double.random(in: -0.2...1.2, using: &generator)),
        ])
      })
  }
}

/// The files that a browser can reach if it may edit the layout.
@Suite struct EditingScopeTests {
  private static let secret = "hunter2"

  private func rig(_ text: String = SessionRig.text) throws -> SessionRig {
    try SessionRig(isEditable: true, text: text) { folder in
      let outside = folder.deletingLastPathComponent()
      for name in ["private", "private.yaml"] {
        try Data("SECRET: \(Self.secret)\n".utf8).write(to: outside.appending(path: name))
      }
      try Data("SECRET=\(Self.secret)\n".utf8).write(to: folder.appending(path: "password"))
      for name in ["link.yaml", "link.png"] {
        try FileManager.default.createSymbolicLink(
          atPath: folder.appending(path: name).path, withDestinationPath: "../private.yaml")
      }
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: "up"), withDestinationURL: outside)
      try Data("styles: {}\n".utf8).write(to: folder.appending(path: "part.yaml"))
    }
  }

  /// Ways to name a file that the layout did not name.
  private static let ways = [
    "include: ../private", "include: ../private.yaml", "include: link.yaml",
    "include: up/private.yaml", "include: PARENT/private.yaml", "include: password",
    "include: [part.yaml, ../private.yaml]", "include: /etc/passwd",
  ]

  @Test(
    "A file that the layout did not name is neither shown, checked nor saved", arguments: ways)
  func includes(_ way: String) throws {
    let rig = try rig()
    let outside = rig.folder.deletingLastPathComponent().path
    let text = SessionRig.text + way.replacing("PARENT", with: outside) + "\n"
    try rig.handle([
      ("type", "check"), ("name", "panel.yaml"), ("request", 1), ("text", .string(text)),
    ])
    #expect(rig.sentMessages().contains("neither in the folder of the layout nor named"))
    try rig.handle([("type", "save"), ("name", "panel.yaml"), ("text", .string(text))])
    try rig.reload()
    let messages = rig.sentMessages()
    #expect(!messages.contains(Self.secret) && !messages.contains("root:"), "\(messages)")
    #expect(messages.contains("\"saved\""))
    for name in ["../private", "../private.yaml", "link.yaml", "up/private.yaml", "password"] {
      try rig.handle([("type", "save"), ("name", .string(name)), ("text", "owned")])
    }
    #expect(!rig.sentMessages().contains("\"saved\""))
    for name in ["../private", "../private.yaml", "password"] {
      let path = rig.folder.appending(path: name).path
      #expect(try String(contentsOfFile: path, encoding: .utf8).contains(Self.secret))
    }
  }

  @Test(
    "Messages do not reveal which files exist elsewhere",
    arguments: [
      "images: [{file: WHERE, at: [0, 0]}]", "panel: {font: WHERE}",
      "panel: {pin: {file: WHERE}}", "include: WHERE",
    ])
  func existence(_ line: String) throws {
    let rig = try rig("version: 1\n")
    _ = rig.sentMessages()
    var messages: [String] = []
    for name in ["private", "missing", "private.ttf", "link.png"] {
      let path = name == "link.png" ? name : "../\(name)"
      let text = "version: 1\n" + line.replacing("WHERE", with: path) + "\n"
      try rig.handle([
        ("type", "check"), ("name", "panel.yaml"), ("request", 1), ("text", .string(text)),
      ])
      messages.append(
        rig.sentMessages().replacing(path, with: "WHERE").replacing("/\(name)`", with: "/NAME`"))
    }
    #expect(messages[0].contains("WHERE"))
    #expect(!messages.contains { $0.contains(Self.secret) })
    #expect(messages[0] == messages[1])
  }

  @Test("Files that the layout named at the start, and layouts beside it, can be edited")
  func named() throws {
    let rig = try rig(SessionRig.text + "include: [../private.yaml]\n")
    #expect(rig.sentMessages().contains(Self.secret))
    let text = SessionRig.text + "include: [part.yaml]\n"
    try rig.handle([("type", "save"), ("name", "panel.yaml"), ("text", .string(text))])
    try rig.reload()
    #expect(rig.sentMessages().contains("part.yaml"))
    try rig.handle([("type", "save"), ("name", "part.yaml"), ("text", "styles: {x: {}}\n")])
    #expect(rig.sentMessages().contains("\"saved\""))
    // A link that replaces it later is not followed.
    try FileManager.default.removeItem(at: rig.folder.appending(path: "part.yaml"))
    try FileManager.default.createSymbolicLink(
      atPath: rig.folder.appending(path: "part.yaml").path, withDestinationPath: "/etc/passwd")
    try rig.handle([("type", "save"), ("name", "part.yaml"), ("text", "owned")])
    #expect(rig.sentMessages().contains("not a file of this layout"))
    try rig.reload()
    #expect(!rig.sentMessages().contains("root:"))
  }
}
