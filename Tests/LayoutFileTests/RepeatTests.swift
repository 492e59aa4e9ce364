import Controls
import Gesture
import Testing

import Layout
import Raster
@testable import LayoutFile

/// How a repeat is expanded.
@Suite struct RepeatTests {
  private func layout(_ lines: String...) throws -> LayoutDocument {
    let outcome = parse("version: 1\n" + lines.joined(separator: "\n"))
    #expect(outcome.text == "")
    return try #require(outcome.layout)
  }

  @Test(
    "Ids contain the number or the name",
    arguments: [
      ("channel: {repeat: 3,", ["channel-1", "channel-2", "channel-3"]),
      ("channel: {repeat: 1,", ["channel-1"]),
      ("ch{nn}: {repeat: 2,".quotedKey, ["ch01", "ch02"]),
      ("ch{n-1}: {repeat: 2,".quotedKey, ["ch0", "ch1"]),
      ("{n}: {repeat: 2,", ["1", "2"]),
      ("room: {repeat: [Living room, Küche 2],", ["room-living-room", "room-küche-2"]),
      ("{name}: {repeat: [Kitchen, Bath],", ["Kitchen", "Bath"]),
      ("{n}-{name}: {repeat: [Kitchen, Bath],".quotedKey, ["1-Kitchen", "2-Bath"]),
    ])
  func ids(_ start: String, ids: [String]) throws {
    let layout = try layout("knobs:", "  \(start) center: [100, 240], diameter: 90, by: [100, 0]}")
    #expect(layout.knobs.map(\.id) == ids)
  }

  @Test("Each copy has its own values, in texts, alone and as lists") func values() throws {
    let layout = try layout(
      "knobs:", "  k:",
      "    repeat: [{name: Hall, color: teal, at: [100, 240], low: 5}, "
        + "{name: Bath, color: \"#fa0\", at: [300, 240], low: -5}]",
      "    name: \"{name} {n}, {low}\"", "    center: {at}", "    diameter: 90",
      "    range: [-10, 100]", "    default: {low}",
      "    look: {ticks: {color: \"{color}\"}}")
    #expect(layout.knobs.map(\.id) == ["k-hall", "k-bath"])
    #expect(layout.knobs.map(\.name) == ["Hall 1, 5", "Bath 2, -5"])
    #expect(layout.knobs.map(\.center.x) == [100, 300])
    #expect(layout.knobs.map(\.defaultValue) == [5, -5])
    #expect(layout.knobs.map(\.look.ticks.color) == [Color(0x008080), Color(0xFFAA00)])
  }

  @Test("Numbers are replaced in quoted and plain texts and in values") func texts() throws {
    let layout = try layout(
      "knobs:", "  k:", "    repeat: [Kitchen, Bath]", "    name: \"{name} {n}\"",
      "    value: {n}", "    default: \"{n}0\"", "    center: [\"{n}00\", 240]",
      "    diameter: 90",
      "    control: {alsa: {card: hw:{n-1}, element: \"Line {nnn+8}\"}}"
        .split(separator: "hw:{n-1}").joined(separator: "\"hw:{n-1}\""))
    #expect(layout.knobs.map(\.name) == ["Kitchen 1", "Bath 2"])
    #expect(layout.knobs.map(\.value) == [1, 2])
    #expect(layout.knobs.map(\.defaultValue) == [10, 20])
    #expect(layout.knobs.map(\.center.x) == [100, 200])
    #expect(
      layout.knobs.map(\.control) == [
        .backEnd(ALSASettings(card: "hw:0", element: "Line 009")),
        .backEnd(ALSASettings(card: "hw:1", element: "Line 010")),
      ])
  }

  @Test("A style's texts are numbered for each item that uses it") func styles() throws {
    let layout = try layout(
      "styles: {s: {name: 'Channel {n}', center: [100, 240], by: [100, 0]}}",
      "knobs: {k: {repeat: 2, use: s, diameter: 90}}")
    #expect(layout.knobs.map(\.name) == ["Channel 1", "Channel 2"])
    #expect(layout.knobs.map(\.center.x) == [100, 200])
  }

  @Test(
    "Braces without a number stay as they are",
    arguments: ["{value}", "{ n }", "{}", "{n", "n}", "{n*2}", "{n+}", "{\"state\": 1}", "{nN}"])
  func plain(text: String) throws {
    let written = text.replacingQuotes
    let layout = try layout(
      "knobs: {}", "labels: [{repeat: 1, text: '\(written)', at: [400, 240]}]")
    #expect(layout.labels.map(\.text) == [text])
  }

  @Test("Negative numbers have their sign before all digits") func negative() throws {
    let layout = try layout(
      "knobs: {}",
      "labels: [{repeat: 2, text: '{n-5} {nn-5} {nnn-12}', at: [400, 240], by: [0, 40]}]")
    #expect(layout.labels.map(\.text) == ["-4 -04 -011", "-3 -03 -010"])
  }

  @Test("Outside of a repeat, nothing is replaced") func outside() throws {
    let layout = try layout("knobs: {}", "labels: [{text: '{n} {name} {m}', at: [400, 240]}]")
    #expect(layout.labels.map(\.text) == ["{n} {name} {m}"])
  }

  @Test(
    "Free positions move by the given distance",
    arguments: [
      ("[100, 50], by: [10, 20]", DesignPoint(x: 120, y: 90)),
      ("[10%, 50%], by: [10%, 0]", DesignPoint(x: 240, y: 240)),
      ("[10%, 100], by: [0.5%, 12.5]", DesignPoint(x: 88, y: 125)),
      ("[700, 50], by: [-100, 0]", DesignPoint(x: 500, y: 50)),
      ("[50mm, 50], by: [5mm, 0]", DesignPoint(x: 300, y: 50)),
    ])
  func moved(_ position: String, third: DesignPoint) throws {
    let outcome = parse(
      "version: 1\nknobs: {}\nlabels: [{repeat: 3, text: A, at: \(position)}]",
      environment: LayoutEnvironment(pixelsPerMillimetre: 5))
    #expect(outcome.text == "")
    #expect(outcome.layout?.labels.last?.at == third)
  }

  @Test(
    "Cells continue to the right and then down, or by the given step",
    arguments: [
      ("cell: [1, 1], repeat: 6", [[1, 1], [2, 1], [3, 1], [4, 1], [1, 2], [2, 2]]),
      ("cell: [3, 1], repeat: 4", [[3, 1], [4, 1], [3, 2], [4, 2]]),
      ("cell: [1, 1], span: [2, 1], repeat: 4", [[1, 1], [3, 1], [1, 2], [3, 2]]),
      ("cell: [4, 1], span: [1, 2], repeat: 2", [[4, 1], [4, 3]]),
      ("cell: [1, 1], by: [0, 1], repeat: 3", [[1, 1], [1, 2], [1, 3]]),
      ("cell: [4, 1], by: [-1, 1], repeat: 3", [[4, 1], [3, 2], [2, 3]]),
    ])
  func cells(_ lines: String, cells: [[Int]]) throws {
    // Cells of 100 px without gaps.
    let layout = try layout(
      "panel: {size: [400, 400]}", "grid: {columns: 4, rows: 4}",
      "knobs: {k: {\(lines), diameter: 44, align: top-left}}")
    let reach = 44 * Dial.defaultReach / 2
    let found = layout.knobs.map { knob in
      [Int((knob.center.x - reach) / 100) + 1, Int((knob.center.y - reach) / 100) + 1]
    }
    #expect(found == cells)
  }

  @Test("An aliased item is repeated at its own position, not at that of its anchor")
  func aliases() throws {
    let layout = try layout(
      "knobs:", "  a: &k {repeat: 2, name: 'A{n}', center: [100, 100], by: [100, 0], diameter: 90}",
      "  b: {<<: *k, center: [100, 300]}")
    #expect(layout.knobs.map(\.id) == ["a-1", "a-2", "b-1", "b-2"])
    #expect(layout.knobs.map(\.center.y) == [100, 100, 300, 300])
    #expect(layout.knobs.map(\.name) == ["A1", "A2", "A1", "A2"])
  }

  @Test("The values that all repeats expand to are limited") func bounded() {
    let names = String(repeating: "x", count: 20)
    let sectors = (0..<36).map { "\(names)\($0)" }.joined(separator: ", ")
    let knobs = (0..<256).map {
      "  k\($0): {repeat: 256, center: [1, 1], by: [1, 1], sectors: [\(sectors)]}\n"
    }.joined()
    let outcome = parse("version: 1\nknobs:\n\(knobs)")
    #expect(outcome.layout == nil)
    #expect(outcome.diagnostics.count == 1)
    #expect(outcome.text.contains("expand to more than 200000 values"))
  }

  @Test("Repeats count as the knobs that they expand to", arguments: [(128, true), (129, false)])
  func limit(count: Int, isGood: Bool) {
    let knobs = (0..<8).map {
      "  k\($0): {repeat: \(count), center: [60, \($0 * 60 + 60)], by: [60, 0], diameter: 50}\n"
    }.joined()
    let outcome = parse("version: 1\npanel: {size: [8000, 4000]}\nknobs:\n\(knobs)")
    #expect((outcome.layout?.knobs.count == 1024) == isGood)
    #expect(outcome.text.contains("there are 1032 knobs; the limit is 1024") == !isGood)
  }
}

extension String {
  /// The line with its key in quotes, as YAML requires for braces within a key.
  fileprivate var quotedKey: String {
    guard let colon = firstIndex(of: ":") else { return self }
    return "\"\(self[..<colon])\"" + self[colon...]
  }

  fileprivate var replacingQuotes: String { split(separator: "'").joined(separator: "''") }
}
