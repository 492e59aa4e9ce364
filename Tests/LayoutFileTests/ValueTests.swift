import Controls
import Gesture
import Knobs
import Testing

import Diagnostics
import Layout
import Raster
@testable import LayoutFile

/// Valid files are read into typed values.
@Suite struct ValueTests {
  @Test("A minimal layout has all defaults") func minimal() throws {
    let outcome = parse("version: 1\nknobs: {k: {center: [400, 240], diameter: 300}}\n")
    #expect(outcome.text == "")
    let layout = try #require(outcome.layout)
    #expect(layout.panel.width == 800 && layout.panel.height == 480)
    #expect(layout.panel.fit == .contain && layout.panel.rotate == 0)
    #expect(layout.panel.theme == .graphite)
    let knob = try #require(layout.knobs.first)
    #expect(knob.id == "k" && knob.name == nil && knob.unit == "" && knob.control == nil)
    #expect(knob.center == DesignPoint(x: 400, y: 240) && knob.diameter == 300)
    #expect(knob.scale == Scale() && knob.travel == .standard && knob.turn == .relative)
    #expect(knob.value == 0 && knob.defaultValue == nil)
    #expect(knob.location == SourceLocation(line: 2, column: 9))
  }

  @Test("A full layout sets all its values") func complete() throws {
    let outcome = parse(
      """
      version: 1
      panel:
        size: [1280, 800]             # design size
        fit: stretch
        rotate: 270
        theme: hifi
      knobs:
        volume:
          center: [400, 230]
          diameter: 340
          name: Living room
          range: [-60, 10]
          value: -20
          default: -30.5
          unit: "dB"
          turn: auto
          sweep: [150, -150]
          step: .5
          taper: db
          control: {alsa: {card: hw:0, element: Master}}
      labels:
        - {text: "Rooms: all", at: [50%, 10%], size: 5%, align: center}
      """)
    #expect(outcome.text == "")
    let layout = try #require(outcome.layout)
    #expect(layout.panel.width == 1280 && layout.panel.height == 800)
    #expect(layout.panel.fit == .stretch && layout.panel.rotate == 270)
    #expect(layout.panel.theme == .hifi)
    let knob = try #require(layout.knobs.first)
    #expect(knob.name == "Living room" && knob.unit == "dB" && knob.turn == .auto)
    #expect(knob.scale == Scale(range: -60...10, taper: .decibel, step: 0.5))
    #expect(knob.value == -20 && knob.defaultValue == -30.5)
    #expect(knob.travel == .arc(from: 150, to: -150))
    #expect(knob.control == .backEnd(ALSASettings(card: "hw:0", element: "Master")))
    let label = try #require(layout.labels.first)
    #expect(label.text == "Rooms: all" && label.at == DesignPoint(x: 640, y: 80))
    #expect(label.size == 40 && label.align == .center)
  }

  @Test("Every shipped layout is valid, without warnings") func shipped() throws {
    let names = TestFolder.names(in: TestFolder.layouts, ending: ".yaml")
    #expect(names.contains("volume"))
    for name in names {
      let bytes = try #require(TestFolder.read("\(TestFolder.layouts)/\(name).yaml"))
      let outcome = LayoutReader.parse(bytes: bytes, path: name)
      #expect(outcome.text == "")
      #expect(outcome.layout?.knobs.isEmpty == false)
    }
  }

  @Test("Knobs keep the order of the file, whatever their names") func order() {
    let knob = "{center: [400, 240], diameter: 300}"
    let outcome = parse(
      "version: 1\nknobs:\n  no: \(knob)\n  \"1\": \(knob)\n  Küche: \(knob)\n  a b: \(knob)\n")
    #expect(outcome.layout?.knobs.map(\.id) == ["no", "1", "Küche", "a b"])
  }

  @Test(
    "Text stays text, whatever its type in YAML",
    arguments: [
      ("no", "no"), ("true", "true"), ("1.50", "1.50"), ("0x1F", "0x1F"), ("1_000", "1_000"),
      ("\"null\"", "null"), ("\"\"", ""), ("'It''s'", "It's"), ("2026-01-31", "2026-01-31"),
      ("\"\\u00e4\"", "ä"), ("a # comment", "a"), ("a#b", "a#b"),
    ]) func text(written: String, means: String) throws
  {
    #expect(try knob("name: \(written)").name == means)
  }

  @Test(
    "Numbers are decimal",
    arguments: [
      ("0", 0), ("-0", 0), ("+5", 5), ("5.", 5), (".5", 0.5), ("-.25", -0.25), ("1e2", 100),
      ("1E+2", 100), ("25e-1", 2.5), ("0.1", 0.1), ("1e-400", 0),
    ]) func number(written: String, means: Double) throws
  {
    #expect(try knob("range: [-1000, 1000]", "value: \(written)").value == means)
  }

  @Test("The default value is the lowest one") func lowest() throws {
    #expect(try knob("range: [-60, 0]").value == -60)
  }

  @Test(
    "All tapers are read",
    arguments: [
      ("linear", Taper.linear), ("log", .logarithmic), ("db", .decibel), ("cubic", .cubic),
      ("{power: 2.5}", .power(2.5)),
      (
        "{piecewise: [[0, 1], [0.25, 2], [1, 100]]}",
        .piecewise([
          .init(position: 0, value: 1), .init(position: 0.25, value: 2),
          .init(position: 1, value: 100),
        ])
      ),
    ]) func taper(written: String, means: Taper) throws
  {
    #expect(try knob("range: [1, 100]", "taper: \(written)").scale.taper == means)
  }

  @Test("A taper with 0 at a percentage of the sweep", arguments: ["60", "60%"])
  func zero(_ written: String) throws {
    let knob = try knob("range: [-60, 10]", "taper: {zero_at: \(written)}")
    #expect(knob.scale.taper == .zero(position: 0.6))
  }

  @Test(
    "Colours as in CSS",
    arguments: [
      ("rebeccapurple", 0x663399, 1), ("darkslategrey", 0x2F4F4F, 1), ("\"#fa0\"", 0xFFAA00, 1),
      ("\"#ffaa00\"", 0xFFAA00, 1), ("\"#fa08\"", 0xFFAA00, 136.0 / 255),
      ("\"#ffaa0080\"", 0xFFAA00, 128.0 / 255), ("\"#FFAA00ff\"", 0xFFAA00, 1),
    ] as [(String, UInt32, Float)])
  func color(_ written: String, _ rgb: UInt32, _ opacity: Float) throws {
    let knob = try knob("look: {track: {color: \(written)}}")
    #expect(knob.look.track.color == Color(rgb, opacity: opacity))
  }

  @Test("A format is part of the value's text, and follows the decimals")
  func format() throws {
    let knob = try knob("range: [-50, 50]", "decimals: 1", "format: \"{L|C|R} {abs}\"")
    let format = try #require(knob.format)
    #expect([-12, 0, 12.5].map(format.text) == ["L 12.0", "C 0.0", "R 12.5"])
  }

  @Test("The points of a taper define the range, too") func rangeOfPoints() throws {
    let knob = try knob("taper: {piecewise: [[0, -80], [0.5, -20], [1, 6]]}")
    #expect(knob.scale.range == -80...6 && knob.value == -80)
  }

  @Test("All kinds of travel are read") func travels() throws {
    #expect(try knob("endless: true").travel == .endless)
    #expect(try knob("endless: false", "sweep: [0, 360]").travel == .arc(from: 0, to: 360))
    #expect(try knob("sweep: [-400, 400]").travel == .arc(from: -400, to: 400))
    #expect(try knob("turns: 2.5").travel == .arc(from: 0, to: 900))
    let wheel = try knob("sectors: [Radio, 2, CD]", "value: CD", "default: 2")
    #expect(wheel.travel == .sectors(["Radio", "2", "CD"]))
    #expect(wheel.scale == Scale(range: 0...2, step: 1))
    #expect(wheel.value == 2 && wheel.defaultValue == 1)
  }

  @Test("The default card of an ALSA control is `default`") func card() throws {
    let control = try knob("control: {alsa: {element: PCM}}").control
    #expect(control == .backEnd(ALSASettings(card: "default", element: "PCM")))
  }

  @Test("Anchors, aliases and merge keys are resolved") func merge() throws {
    let outcome = parse(
      """
      version: 1
      knobs:
        a: &small {diameter: 100, center: &place [100, 240], step: 2, unit: "%"}
        b: {<<: *small, center: [300, 240], step: 5}
        c:
          center: [500, 240]
          <<: [{unit: dB}, *small]
      labels: [{text: A, at: *place}]
      """)
    #expect(outcome.text == "")
    let layout = try #require(outcome.layout)
    #expect(layout.knobs.map(\.center.x) == [100, 300, 500])
    #expect(layout.knobs.map(\.scale.step) == [2, 5, 2])
    #expect(layout.knobs.map(\.unit) == ["%", "%", "dB"])
    #expect(layout.labels.first?.at == DesignPoint(x: 100, y: 240))
  }

  @Test("Line endings, a byte-order mark and the end of the file make no difference") func forms() {
    let lines = ["version: 1", "knobs:", "  k: {center: [400, 240], diameter: 300}"]
    for end in ["\n", "\r\n", "\r"] {
      for start in ["", "\u{FEFF}", "---\(end)", "%YAML 1.2\(end)---\(end)"] {
        for last in ["", end, end + end, "\(end)...\(end)", "\(end)# end"] {
          let outcome = parse(start + lines.joined(separator: end) + last)
          #expect(outcome.text == "")
          #expect(outcome.layout?.knobs.count == 1)
        }
      }
    }
  }
}
