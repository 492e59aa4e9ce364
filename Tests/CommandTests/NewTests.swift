@testable import Controls
import Foundation
import JSON
import Layout
import LayoutFile
import Raster
import Testing

@testable import PanelApplication
@testable import knobpanel

/// The layouts that `knobpanel new` prints.
@Suite struct NewTests {
  private static let element = ControlSuggestion(
    name: "Master", value: "{alsa: {card: default, element: Master}}")
  /// Names as drivers report them: duplicates, with YAML syntax, and without a letter.
  private static let elements = [
    "Master", "Headphone", "Master", "PCM,1", "all", "Line \"Out\": #2", "№", "main", "Bass",
    "Treble",
  ].map { name in
    ControlSuggestion(
      name: name,
      value: "{alsa: {card: Test, element: \(MixerText.scalar(name))}}")
  }

  /// Rooms with up to this many items of each kind, with names as people and devices choose them.
  static let rooms = [1, 2, 5, 300].map { count in
    let names = [
      "Ceiling", "Lamp \"2\": #1", "all", "Deckenlampe Bad",
      "{value}", "№ 1", "- x", "'", "null", "@a: b",
    ]
    func item(
      _ kind: HomeAssistantItem.Kind, _ index: Int, _ domain: String, _ group: Int,
      _ keys: [String] = []
    ) -> HomeAssistantItem {
      let entity = "\(domain).\(["null", "true", "1", "__", "a_b"][index % 5])\(index / 5)"
      return HomeAssistantItem(
        kind: kind, entity: entity, name: names[index % names.count], keys: keys,
        control: "{homeassistant: {entity: \(entity)}}", group: group)
    }
    var items = (0..<count).flatMap { index in
      [
        item(.knob, index, "light", 0, HomeAssistantItem.share),
        item(.knob, index, "climate", 1, ["range: [7, 35]", "step: 0.5", "unit: \"°C\""]),
        item(.toggle, index, "switch", 4), item(.push, index, "scene", 0),
      ]
    }
    if count == 2 { items.removeAll { $0.kind == .push } }
    if count == 5 { items.removeAll { $0.kind != .knob } }
    items.append(
      HomeAssistantItem(
        kind: .temperature, entity: "sensor.t", name: "°C",
        control: "{homeassistant: {entity: sensor.t}}", group: 0))
    return HomeAssistantRoom(
      areas: count == 300 ? names : ["Living room"], items: items)
  }

  private enum MixerText {
    static func scalar(_ name: String) -> String {
      "\"\(name.replacing("\"", with: "\\\""))\""
    }
  }

  private static func outcome(_ layout: StartingLayout) throws -> LayoutReader.Outcome {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "new-\(UUID().uuidString).yaml")
    defer { try? FileManager.default.removeItem(at: file) }
    try layout.text.write(to: file, atomically: true, encoding: .utf8)
    return try Files.outcome(file.path)
  }

  @Test(
    "each layout is valid, without warnings, on every display and with any mixers",
    arguments: StartingLayout.Kind.allCases,
    [
      nil, (480, 320), (800, 480), (1280, 800), (1920, 1080), (3840, 2160), (720, 720), (480, 800),
      (1080, 1920),
    ] as [(Int, Int)?])
  func isValid(kind: StartingLayout.Kind, size: (Int, Int)?) throws {
    let mixers = [[], [Self.element], Array(Self.elements.prefix(5)), Self.elements]
    let layouts = zip(mixers, Self.rooms).map { controls, room in
      StartingLayout(
        kind: kind, size: size.map { PixelSize(width: $0.0, height: $0.1) }, controls: controls,
        room: room)
    }
    try Knobpanel.inFolder { folder in
      for (index, layout) in layouts.enumerated() {
        try Data(layout.text.utf8).write(to: folder.appending(path: "\(index).yaml"))
      }
      let names = layouts.indices.map { "\($0).yaml" }
      let outcome = try Knobpanel.run(["check"] + names, in: folder)
      #expect(outcome.status == 0 && outcome.errors == "")
      #expect(outcome.output == names.map { "\($0): valid\n" }.joined())
    }
    let read = try #require(try Self.outcome(layouts[3]).layout)
    #expect(read.panel.width == Double(size?.0 ?? 800))
    #expect(read.panel.height == Double(size?.1 ?? 480))
  }

  @Test("the volumes are those of this machine, up to six")
  func volumes() throws {
    for (controls, names) in [
      ([], ["Volume"]), ([Self.element], ["Master"]),
      (Self.elements, ["Master", "Headphone", "Master", "PCM,1", "all", "Line \"Out\": #2"]),
    ] {
      let layout = try #require(
        try Self.outcome(StartingLayout(kind: .volume, size: nil, controls: controls)).layout)
      #expect(layout.knobs.map(\.name) == names)
      #expect(layout.knobs.allSatisfy { ($0.control?.settings != nil) == !controls.isEmpty })
    }
  }

  @Test("each kind of device of a room has a knob before any has another") func room() throws {
    let layout = try #require(
      try Self.outcome(
        StartingLayout(
          kind: .homeassistant, size: PixelSize(width: 1280, height: 800), controls: [],
          room: Self.rooms[3])
      ).layout)
    #expect(layout.knobs.count == 6 && layout.buttons.count == 6)
    #expect(
      layout.knobs.map(\.name)
        == Self.rooms[3].items.filter { $0.kind == .knob }
        .prefix(6).sorted { $0.group < $1.group }.map(\.name))
    #expect(layout.buttons.count { $0.kind == .toggle } == 3)
    #expect(layout.labels.count == 2)
  }

  @Test("what the areas of a Home Assistant are called is the text of the file")
  func hostileNames() throws {
    let texts = [
      "a\nb: c", "\u{0}\u{1}\u{1B}[31m", "\u{2028}x\u{85}y\u{FEFF}\u{FFFE}z", "\"}, {x: \"",
      "# no comment", "%TAG", "\\", "\\u0041\\n", "{value} {}", "*a &b !c", "\u{202E}abc",
      String(repeating: "👩‍👩‍👧", count: 100), String(repeating: " ", count: 5000), "---\n", "...",
      "\t|", "? a", "é\u{301}",
    ]
    for text in texts {
      let states = JSONValue.array([
        [
          "entity_id": "light.a", "state": "on", "attributes": ["friendly_name": .string(text)],
        ],
        [
          "entity_id": "number.b", "state": "1",
          "attributes": [
            "friendly_name": .string(text), "unit_of_measurement": .string(text), "min": 0,
            "max": .number(9.007199254740993e15), "step": 1e-300,
          ],
        ],
        [
          "entity_id": "input_number.c", "state": "1",
          "attributes": [
            "unit_of_measurement": .string(text), "min": -1e-7, "max": 999999.5,
            "step": 1e-7,
          ],
        ],
        ["entity_id": "scene.d", "state": "", "attributes": ["friendly_name": .string(text)]],
      ])
      let house = HomeAssistantHouse(
        configuration: [:], areas: [["area_id": "a", "name": .string("A" + text)]], devices: [],
        entities: [
          "entities": .array(
            ["light.a", "number.b", "input_number.c", "scene.d"].map {
              ["ei": .string($0), "ai": "a"]
            })
        ], states: states)
      let room = try house.room(of: [])
      let new = StartingLayout(kind: .homeassistant, size: nil, controls: [], room: room)
      let outcome = try Self.outcome(new)
      let layout = try #require(outcome.layout, "\(new.text)\n\(outcome.text)")
      #expect(layout.knobs.count == 2, "\(text.debugDescription)")
      #expect(layout.knobs.map(\.name) == room.items.filter { $0.kind == .knob }.map(\.name))
      #expect(layout.buttons.map(\.text) == room.items.filter { $0.kind == .push }.map(\.name))
      #expect(room.items.allSatisfy { $0.name.unicodeScalars.count <= HomeAssistantItem.nameLimit })
    }
  }

  @Test("missing displays and mixers are named") func missing() {
    let text = StartingLayout(kind: .volume, size: nil, controls: []).text
    #expect(text.contains("no display found") && text.contains("no mixer found"))
    let found = StartingLayout(
      kind: .volume, size: PixelSize(width: 800, height: 480), controls: [Self.element])
    #expect(!found.text.contains(" found"))
  }

  @Test(
    "display mode names become sizes",
    arguments: [
      ("1280x720", (1280, 720)), ("1920x1080i", (1920, 1080)), ("1024x768@75", (1024, 768)),
      ("", nil), ("preferred", nil), ("x", nil), ("0x0", nil),
    ] as [(String, (Int, Int)?)])
  func modes(name: String, size: (Int, Int)?) {
    #expect(PixelSize(modeName: name) == size.map { PixelSize(width: $0.0, height: $0.1) })
  }

  @Test(
    "the command prints a valid layout; an unknown kind lists the known ones")
  func command() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let made = try Knobpanel.run(["new", "bar", "--size", "1024x600"], in: folder)
    #expect(made.status == 0 && made.errors == "")
    try made.output.write(
      to: folder.appending(path: "bar.yaml"), atomically: true, encoding: .utf8)
    let check = try Knobpanel.run(["check", "bar.yaml"], in: folder)
    #expect(check.status == 0 && check.output == "bar.yaml: valid\n")
    let other = try Knobpanel.run(["new", "bar", "--area", "Kitchen"], in: folder)
    #expect(other.status == 2 && other.errors.contains("--area belongs to"))
    let lost = try Knobpanel.run(["new", "homeassistant"], in: folder)
    #expect(lost.status == 1 && lost.output == "")
    #expect(lost.errors.contains("HOMEASSISTANT_URL does not say where Home Assistant is"))
    let wrong = try Knobpanel.run(["new", "tapestry"], in: folder)
    #expect(wrong.status == 2)
    for kind in StartingLayout.Kind.allCases { #expect(wrong.errors.contains(kind.rawValue)) }
  }
}
