import Foundation
import JSON
import Linux
import Panel
import Randomness
import Testing

@testable import PanelApplication

/// Well-formed requests with values of any kind.
@Suite struct SocketAnythingTests {
  private static let keys: [String: [String]] = [
    "get": ["knob"], "set": ["knob", "value"], "press": ["button"], "page": ["page"],
    "screen": ["on", "brightness"], "clean": ["seconds"], "watch": [], "reload": ["check"],
    "none": ["knob"],
  ]

  private static let values: [JSONValue] = [
    .null, .bool(true), .bool(false), 0, 1, -1, 0.5, 40, 100, 600, 1e9, -1e9, 1e300, -1e300, 9.3e18,
    2_147_483_648, "", "a", "+5", "-1e308", "=-20", "50%", "1e999%", "nan", "\u{0}", "next", [],
    [1], .object([]), ["a": 1],
  ]

  @Test("Each is answered with one line of JSON, and the panel continues")
  func anything() throws {
    try Knobpanel.inFolder { folder in
      let rig = try SocketRig(in: folder)
      let peer = try rig.connect()
      var generator = SeededGenerator(seed: 9)
      let commands = Self.keys.keys.filter { $0 != "watch" }.sorted()
      for number in 0..<3000 {
        let command = try #require(commands.randomElement(using: &generator))
        var pairs: [(key: String, value: JSONValue)] = [
          ("command", .string(command)), ("id", .number(Double(number))),
        ]
        for key in Self.keys[command] ?? [] where Int.random(in: 0..<8, using: &generator) > 0 {
          pairs.append((key, Self.values.randomElement(using: &generator) ?? .null))
        }
        let answer = try peer.ask(JSONValue.object(pairs).line)
        try #require(answer["id"]?.line == "\(number)", "\(pairs) \(answer.line)")
        try rig.rig.loop.advance(byMicroseconds: Int64.random(in: 0...100_000, using: &generator))
        let value = rig.rig.scene.panel.value(ofKnob: 0)
        try #require((0...100).contains(value), "\(pairs)")
      }
    }
  }
}
