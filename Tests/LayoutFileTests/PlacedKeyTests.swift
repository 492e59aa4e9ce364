import Controls
import Layout
import Testing

@testable import LayoutFile

/// Every key that depends on more than a knob changes the model: keys of the panel, connections,
/// controls, grids, skins, labels, images and buttons.
///
/// `KeyTests` covers the other keys of a knob; styles, repeats, included files and conditions have
/// their own tests.
@Suite struct PlacedKeyTests {
  /// A key with its path and its documented example.
  struct Key: Sendable, CustomTestStringConvertible {
    var path: [String]
    var example: String
    var testDescription: String { path.joined(separator: ".") }
  }

  /// Expanded before any record is read, or tested in `WhenKeyTests`; `version` has only one value.
  private static let expanded: Set<String> = [
    "version", "include", "styles", "use", "repeat", "by", "when",
  ]
  /// Keys of a knob that `KeyTests` leaves to this suite.
  private static let ofKnobs: Set<String> = [
    "center", "diameter", "cell", "span", "align", "control", "skin",
  ]

  static let keys: [Key] = {
    var keys: [Key] = []
    func visit(_ descriptions: [KeyDescription], _ path: [String]) {
      for key in descriptions where !expanded.contains(key.key) {
        if path == ["knobs"], !ofKnobs.contains(key.key) { continue }
        keys.append(Key(path: path + [key.key], example: key.example))
        visit(key.keys, path + [key.key])
      }
    }
    visit(ControlRegistry.standard.language.keys, [])
    return keys
  }()

  @Test("Every section is covered") func count() {
    #expect(Self.keys.count > 110)
    let sections = Set(Self.keys.compactMap(\.path.first))
    #expect(sections.count == 13)
  }

  @Test(arguments: keys) func keyChangesTheModel(_ key: Key) throws {
    let name = key.testDescription
    let with = Self.text(key.path, value: Self.values[name] ?? Self.present(key.example))
    let without = Self.text(key.path, value: Self.alternatives[name])
    #expect(with != without)
    let (one, other) = (parse(with), parse(without))
    let model = try #require(one.layout, "\(with)\n\(one.text)")
    let plain = try #require(other.layout, "\(without)\n\(other.text)")
    #expect(String(reflecting: model) != String(reflecting: plain), "\(with)")
  }

  private func parse(_ text: String) -> LayoutReader.Outcome {
    LayoutReader.parse(
      bytes: Array(text.utf8), path: "test.yaml", environment: TestAssets.environment)
  }

  /// The example, with pictures that exist in the tests.
  private static func present(_ example: String) -> String {
    switch example {
    case "\"cap-locked.png\"", "\"cap-grey.png\"": "cap-held.png"
    case "\"knob.png\"": "strip.png"
    case "\"welcome.png\"": "logo.png"
    default: example
    }
  }

  // MARK: Layouts

  /// A layout with a key, or without it if `value` is nil.
  ///
  /// Each section is on its own line, and the key's section is last, so that the locations of knobs
  /// and connections, which are part of the model, are the same.
  private static func text(_ path: [String], value: String?) -> String {
    let name = path.joined(separator: ".")
    var lines = sections(of: path).filter { !$0.hasPrefix(path[0] + ":") }
    if let entry = entry(at: 0, of: path, name, value) { lines.append(entry) }
    return "version: 1\n" + lines.joined(separator: "\n") + "\n"
  }

  /// The key at this depth and its contents; nil if there are none.
  private static func entry(
    at depth: Int, of path: [String], _ name: String, _ value: String?
  ) -> String? {
    let key = path[depth]
    guard depth + 1 < path.count else {
      return value.map { $0.hasPrefix("=") ? String($0.dropFirst()) : "\(key): \($0)" }
    }
    let parent = path[...depth].joined(separator: ".")
    let inner = entry(at: depth + 1, of: path, name, value)
    let beside = (companions[name]?[parent] ?? needed[parent] ?? []).filter {
      !$0.hasPrefix(path[depth + 1] + ":")
    }
    if inner == nil, beside.isEmpty, tagged.contains(parent) { return nil }
    let mapping = "{" + (beside + [inner].compactMap { $0 }).joined(separator: ", ") + "}"
    if parent == "buttons.do" { return "do: [{mute: volume}, \(mapping), {mute: kitchen}]" }
    return "\(key): " + (depth == 0 ? wrapped(mapping, in: key) : mapping)
  }

  /// Names an item or puts it into a list, as its section requires.
  private static func wrapped(_ mapping: String, in section: String) -> String {
    switch section {
    case "knobs": "{\(others), k: \(mapping)}"
    case "buttons": "{press: \(mapping)}"
    case "pages": "{baths: {}, rooms: \(mapping)}"
    case "connections": "{home: \(mapping)}"
    case "labels", "images": "[\(mapping)]"
    default: mapping
    }
  }

  private static let others =
    "volume: {center: [600, 100], diameter: 90, default: 10}, "
    + "kitchen: {center: [600, 300], diameter: 90, default: 10}, "
    + "bath: {center: [400, 400], diameter: 60}"

  private static func sections(of path: [String]) -> [String] {
    let kind = path.dropFirst(path[0] == "knobs" ? 2 : 1).first ?? ""
    let service = services[kind] ?? services["mqtt"] ?? ""
    let shop = path.last == "connection" ? ", shop: {\(service)}" : ""
    return switch path[0] {
    case "connections":
      [
        "knobs: {k: {center: [300, 200], diameter: 200, control: "
          + "{\(clients[kind] ?? clients["mqtt"] ?? "")}}}"
      ]
    case "grid": ["knobs: {\(others), k: {cell: [1, 1]}}"]
    case "buttons":
      [
        "grid: {columns: 4, rows: 4}", "knobs: {\(others)}", "pages: {rooms: {}, baths: {}}",
        "texts: {de: {}}",
      ]
    default:
      [
        "grid: {columns: 4, rows: 4}", "connections: {home: {\(service)}\(shop)}",
        "knobs: {\(others)}",
      ] + (path.starts(with: ["panel"]) ? ["pages: {rooms: {}, baths: {}}"] : [])
        + (path[0] == "language" ? ["texts: {de: {}}"] : [])
        + (path == ["pages", "lock"] ? ["panel: {pin: {file: /etc/knobpanel/pin}}"] : [])
    }
  }

  /// A connection of each kind, and a control that uses it.
  private static let services = [
    "mqtt": "mqtt: {host: 10.0.0.9}", "osc": "osc: {host: 10.0.0.9, port: 9000}",
    "snapcast": "snapcast: {host: 10.0.0.9}",
    "homeassistant": "homeassistant: {url: \"http://10.0.0.9:8123\", token: {file: /a}}",
  ]
  private static let clients = [
    "mqtt": "mqtt: {set: t, connection: home}", "osc": "osc: {address: /a, connection: home}",
    "snapcast": "snapcast: {client: a, connection: home}",
    "homeassistant": "homeassistant: {entity: light.a, connection: home}",
  ]

  /// Mappings that cannot be empty.
  private static let tagged: Set<String> = [
    "presence", "presence.input", "connections.mqtt.password", "panel.pin", "knobs.control",
    "knobs.control.group",
    "knobs.control.mpd.password", "connections.homeassistant.token",
  ]

  /// Entries that a mapping needs besides the key, by the mapping's path.
  private static let needed: [String: [String]] = [
    "connections.mqtt": ["host: 10.0.0.9", "username: wall"],
    "grid": ["columns: 2", "rows: 2"],
    "knobs": ["center: [300, 200]", "diameter: 200"],
    "knobs.control.alsa": ["element: PCM"],
    "knobs.control.mqtt": ["set: t", "state: s", "value: v"],
    "knobs.control.mqtt.get": ["topic: a"],
    "knobs.control.mqtt.availability": ["topic: a"],
    "knobs.control.group": ["members: [kitchen, bath]"],
    "knobs.skin": ["rotating: cap.png"],
    "knobs.skin.background": ["normal: plate.png"],
    "knobs.skin.rotating": ["normal: plate.png"],
    "knobs.skin.foreground": ["normal: plate.png"],
    "knobs.skin.filmstrip": ["file: strip.png", "frames: 2"],
    "knobs.skin.filmstrip.file": ["normal: strip.png"],
    "knobs.control.mqtt.mute": ["set: m"],
    "connections.osc": ["host: 10.0.0.9", "port: 9000"],
    "connections.snapcast": ["host: 10.0.0.9"],
    "knobs.control.osc": ["address: /a"],
    "knobs.control.osc.mute": ["address: /m", "muted: 0"],
    "knobs.control.snapcast": ["client: a"],
    "knobs.control.upnp": ["speaker: a"],
    "knobs.control.midi": ["port: a", "controller: 3"],
    "knobs.control.file": ["path: /a"],
    "knobs.control.pulse": ["sink: a"],
    "knobs.control.mpd": ["host: 10.0.0.9"],
    "knobs.control.homeassistant": ["entity: number.a"],
    "connections.homeassistant": ["url: \"https://10.0.0.9\"", "token: {file: /a}"],
    "knobs.control.pulse.stream": ["application: a"],
    "knobs.control.command": ["set: [a, '{value}']"],
    "knobs.control.command.mute": ["set: [a, '{muted}']"],
    "labels": ["text: Hall", "at: [100, 100]"],
    "images": ["file: cap.png", "at: [30, 30]"],
    "buttons": ["center: [300, 300]", "size: [100, 80]", "mute: volume"],
    "panel.background": ["file: plate.png"],
    "panel.screen.dim": ["after: 60"], "presence.input": ["device: gpio-keys"],
    "light": ["sensor: {file: /a}"],
    "panel.screen.idle": ["after: 60"], "panel.screen.idle.picture": ["file: plate.png"],
  ]

  private static let inCell: [String: [String: [String]]] = Dictionary(
    uniqueKeysWithValues: [
      ("knobs", ["cell: [1, 1]"]), ("labels", ["text: Hall", "cell: [1, 1]"]),
      ("images", ["file: cap.png", "cell: [1, 1]"]), ("buttons", ["cell: [1, 1]", "mute: volume"]),
    ].flatMap { section, entries in
      [
        ("\(section).cell", [section: entries]), ("\(section).span", [section: entries]),
        (
          "\(section).align",
          [section: entries + (sizes[section].map { [$0] } ?? [])]
        ),
      ]
    })
  private static let sizes = [
    "knobs": "diameter: 50", "images": "size: 20", "buttons": "size: [50, 40]",
  ]

  /// The same for single keys.
  private static let companions: [String: [String: [String]]] = inCell.merging([
    "knobs.control.mqtt.state": ["knobs.control.mqtt": ["set: t"]],
    "knobs.skin.rotating": ["knobs.skin": ["background: plate.png"]],
    "labels.span": ["labels": ["text: Hall", "cell: [1, 1]", "align: right"]],
    "panel.idle.after": ["panel.idle": ["page: rooms"]],
    "panel.idle.values": ["panel.idle": ["after: 60", "page: rooms"]],
    "panel.idle.language": ["panel.idle": ["after: 60"]],
    "panel.idle.page": ["panel.idle": ["after: 60", "values: default"]],
    "panel.screen.night.brightness": ["panel.screen.night": ["at: [1, 2]"]],
    "panel.screen.night.from": ["panel.screen.night": ["brightness: 10", "to: \"7:00\""]],
    "panel.screen.night.to": ["panel.screen.night": ["brightness: 10", "from: \"21:00\""]],
    "panel.screen.night.at": ["panel.screen.night": ["brightness: 10"]],
    "panel.screen.idle.clock": ["panel.screen.idle": ["after: 60"]],
    "panel.screen.idle.date": ["panel.screen.idle": ["after: 60"]],
    "panel.screen.idle.picture": ["panel.screen.idle": ["after: 60"]],
    "panel.screen.dim.to": ["panel.screen.dim": ["after: 60"]],
    "panel.screen.off.by": ["panel.screen.off": ["after: 60"]],
    "panel.screen.off.guard": ["panel.screen.off": ["after: 60"]],
    "panel.lock": ["panel": ["pin: {file: /etc/knobpanel/pin}"]],
    "panel.pin_unlocked": ["panel": ["pin: {file: /etc/knobpanel/pin}"]],
    "knobs.control.mqtt.payloads": [
      "knobs.control.mqtt": ["set: t"],
      "knobs": ["center: [300, 200]", "diameter: 200", "sectors: [a, b, c]"],
    ],
    "knobs.control.file.payloads": [
      "knobs": ["center: [300, 200]", "diameter: 200", "sectors: [a, b]"]
    ],
    "knobs.control.command.payloads": [
      "knobs": ["center: [300, 200]", "diameter: 200", "sectors: [a, b]"]
    ],
    "knobs.control.homeassistant.payloads": [
      "knobs": ["center: [300, 200]", "diameter: 200", "sectors: [a, b]"],
      "knobs.control.homeassistant": ["entity: select.a"],
    ],
    "knobs.control.homeassistant.attribute": ["knobs.control.homeassistant": ["entity: light.a"]],
    "knobs.control.homeassistant.data": [
      "knobs.control.homeassistant": ["entity: light.a", "service: light.turn_on"]
    ],
    "connections.homeassistant.tls.certificate": ["connections.homeassistant.tls": ["key: k.pem"]],
    "connections.homeassistant.tls.key": [
      "connections.homeassistant.tls": ["certificate: c.pem"]
    ],
    "knobs.control.osc.law": [
      "knobs": ["center: [300, 200]", "diameter: 200", "range: [-90, 10]"]
    ],
    "connections.osc.model": ["connections.osc": ["host: 10.0.0.9"]],
    "knobs.control.snapcast.client": ["knobs.control.snapcast": ["connection: home"]],
    "knobs.control.snapcast.group": ["knobs.control.snapcast": ["connection: home"]],
    "knobs.control.snapcast.stream": ["knobs.control.snapcast": ["connection: home"]],
    "knobs.control.upnp.room": ["knobs.control.upnp": []],
    "knobs.control.midi.nrpn": ["knobs.control.midi": ["port: a"]],
    "knobs.control.pulse.sink": ["knobs.control.pulse": ["server: a"]],
    "knobs.control.pulse.stream.application": [
      "knobs.control.pulse": ["server: a"], "knobs.control.pulse.stream": [],
    ],
    "knobs.control.pulse.source": ["knobs.control.pulse": ["server: a"]],
    "knobs.control.pulse.stream": ["knobs.control.pulse": ["server: a"]],
    "labels.value": ["labels": ["text: \"{value}\"", "at: [100, 100]"]],
    "labels.decimals": [
      "labels": ["text: \"{value}\"", "at: [100, 100]", "value: {alsa: {element: PCM}}"]
    ],
    "knobs.control.mqtt.mute.value": ["knobs.control.mqtt.mute": ["set: m", "state: s"]],
    "buttons.send": ["buttons": ["center: [300, 300]", "size: [100, 80]"]],
    "labels.fit": ["labels": ["text: Hall", "at: [100, 100]", "width: 20"]],
    "images.center": ["images": ["file: cap.png"]],
    "buttons.mute": ["buttons": ["center: [300, 300]", "size: [100, 80]"]],
    "buttons.reset": ["buttons": ["center: [300, 300]", "size: [100, 80]"]],
    "buttons.preset": ["buttons": ["center: [300, 300]", "size: [100, 80]"]],
    "buttons.change": ["buttons": ["center: [300, 300]", "size: [100, 80]"]],
    "buttons.page": ["buttons": ["center: [300, 300]", "size: [100, 80]"]],
    "buttons.clean": ["buttons": ["center: [300, 300]", "size: [100, 80]"]],
    "buttons.language": ["buttons": ["center: [300, 300]", "size: [100, 80]"]],
    "buttons.screen": ["buttons": ["center: [300, 300]", "size: [100, 80]"]],
    "buttons.screen.dim": ["buttons": ["center: [300, 300]", "size: [100, 80]"]],
    "buttons.do": ["buttons": ["center: [300, 300]", "size: [100, 80]"]],
    "buttons.do.wait": ["buttons": ["center: [300, 300]", "size: [100, 80]"]],
    "buttons.keypad": ["buttons": ["center: [300, 300]", "size: [100, 80]"]],
    "buttons.keypad.send": ["buttons": ["center: [300, 300]", "size: [100, 80]"]],
    "buttons.keypad.length": [
      "buttons": ["center: [300, 300]", "size: [100, 80]"],
      "buttons.keypad": ["send: {command: {set: [b]}}"],
    ],
    "buttons.only": [
      "buttons": ["center: [300, 300]", "size: [100, 80]", "preset: {volume: 3}"]
    ],
    "connections.mqtt.tls.certificate": ["connections.mqtt.tls": ["key: k.pem"]],
    "connections.mqtt.tls.key": ["connections.mqtt.tls": ["certificate: c.pem"]],
  ]) { $1 }

  /// Values to use where the example equals the default, or needs more than the layout has.
  private static let values: [String: String] = [
    "knobs.skin.filmstrip": "{file: strip.png, frames: 2}", "knobs.skin.filmstrip.frames": "5",
    "knobs.skin.filmstrip.direction": "horizontal",
    "panel": "{size: [640, 480]}", "pages": "{rooms: {name: Rooms}}",
    "connections.mqtt.port": "1884", "knobs.control.mqtt.retain": "true",
    "knobs.control.mqtt.availability.online": "up",
    "knobs.control.mqtt.availability.offline": "down",
    "knobs.control.osc.type": "int", "knobs.control.osc.values": "[0, 50]",
    "connections.osc.query": "true",
    "connections.osc.renew": "5", "connections.snapcast.port": "1706",
    "connections.osc.port": "10023", "knobs.control.osc.connection": "home",
    "knobs.control.snapcast.connection": "home", "knobs.control.osc.mute.muted": "1",
    "knobs.control.homeassistant.connection": "home",
    "connections.homeassistant.tls.insecure": "true",
    "knobs.control.midi.channel": "2", "knobs.control.midi.values": "[0, 50]",
    "knobs.control.mpd.port": "6601",
    "knobs.control.command.timeout": "2s", "knobs.control.command.mute.muted": "mute",
    "knobs.control.command.mute.unmuted": "loud",
    "panel.fit": "stretch", "labels.size": "24", "connections.mqtt.keepalive": "60",
    "connections.mqtt.tls.insecure": "true",
    "buttons.keypad": "{send: {command: {set: [b]}}}",
    "buttons.keypad.send": "{command: {set: [b]}}",
  ]

  /// Values to compare with, where the key cannot be omitted; after an equals sign, another key to
  /// use instead, where the key has only one value.
  private static let alternatives: [String: String] = [
    "knobs": "{}", "connections.mqtt": "{host: 10.0.0.7}", "connections.mqtt.host": "10.0.0.7",
    "connections": "{home: {mqtt: {host: 10.0.0.7}}}", "light.sensor": "{file: /other}",
    "connections.mqtt.tls.certificate": "other.pem", "connections.mqtt.tls.key": "other.pem",
    "knobs.center": "[310, 200]", "knobs.diameter": "150", "knobs.cell": "[3, 3]",
    "knobs.control.alsa.element": "PCM", "knobs.control.mqtt.set": "other",
    "knobs.control.mqtt.get.topic": "other", "knobs.control.mqtt.availability.topic": "other",
    "knobs.control.group.members": "[kitchen]",
    "knobs.skin.background.normal": "logo.png", "knobs.skin.rotating.normal": "logo.png",
    "knobs.skin.foreground.normal": "logo.png",
    "grid": "{columns: 2}", "knobs.skin.filmstrip.file": "cap-held.png",
    "knobs.skin.filmstrip.file.normal": "cap-held.png",
    "panel.screen.night.brightness": "30", "panel.screen.night.from": "21:00",
    "panel.screen.night.to": "7:00", "panel.screen.night.at": "[1, 2]",
    "panel.screen.idle.after": "30",
    "panel.screen.idle.picture.file": "plate.png",
    "panel.screen.dim.after": "30", "panel.screen.off.after": "30",
    "panel.idle.after": "30", "panel.background.file": "plate.png",
    "knobs.control.mqtt.connection": "shop",
    "labels.text": "Hall", "labels.at": "[100, 100]", "labels.cell": "[3, 3]",
    "images.file": "cap.png", "images.at": "[30, 30]", "images.center": "[30, 30]",
    "images.cell": "[3, 3]",
    "buttons.center": "[310, 300]", "buttons.size": "[100, 80]", "buttons.cell": "[3, 3]",
    "buttons.do": "[{mute: volume}]", "buttons.do.wait": "3s", "buttons.screen.dim": "30",
    "buttons.keypad": "=mute: volume", "buttons.keypad.send": "{command: {set: [a]}}",
    "buttons.mute": "volume", "buttons.reset": "volume", "buttons.preset": "{volume: 3}",
    "connections.osc": "{host: 10.0.0.7, port: 7}", "connections.osc.host": "10.0.0.7",
    "connections.osc.port": "7", "connections.osc.model": "xair",
    "connections.snapcast": "{host: 10.0.0.7}", "connections.snapcast.host": "10.0.0.7",
    "knobs.control.osc.address": "/other", "knobs.control.osc.connection": "shop",
    "knobs.control.osc.mute.address": "/other", "knobs.control.osc.mute.muted": "0",
    "knobs.control.snapcast.connection": "shop", "knobs.control.snapcast.client": "other",
    "knobs.control.snapcast.group": "other", "knobs.control.snapcast.stream": "other",
    "knobs.control.homeassistant.connection": "shop",
    "knobs.control.homeassistant.entity": "light.other",
    "connections.homeassistant": "{url: \"http://10.0.0.7\", token: {file: /a}}",
    "connections.homeassistant.url": "https://10.0.0.7",
    "connections.homeassistant.token": "{file: /b}",
    "connections.homeassistant.token.file": "/b",
    "connections.homeassistant.token.environment": "B",
    "connections.homeassistant.tls.certificate": "other.pem",
    "connections.homeassistant.tls.key": "other.pem",
    "knobs.control.file": "/other", "knobs.control.file.path": "/other",
    "knobs.control.midi.port": "other", "knobs.control.midi.controller": "8",
    "knobs.control.midi.nrpn": "301", "knobs.control.upnp.room": "other",
    "knobs.control.upnp.speaker": "other", "knobs.control.pulse.sink": "other",
    "knobs.control.pulse.source": "other", "knobs.control.pulse.stream": "{application: other}",
    "knobs.control.pulse.stream.application": "other", "knobs.control.mpd.host": "10.0.0.7",
    "knobs.control.command.set": "[b, '{value}']", "knobs.control.command.get": "[b]",
    "knobs.control.command.watch": "[b]", "knobs.control.command.mute.set": "[b, '{muted}']",
    "labels.value": "{alsa: {element: PCM}}", "buttons.send": "{alsa: {element: PCM}}",
    "knobs.control.mqtt.mute.set": "other",
    "buttons.clean": "60", "buttons.screen": "=clean: 60", "buttons.language": "en",
    "panel.idle.language": "=page: rooms",
    "buttons.change": "{volume: -3}", "buttons.page": "baths",
  ]
}
