internal import Glibc
internal import JSON

/// The messages between an entity and Home Assistant; pure functions.
///
/// Each entity has its own configuration, rather than one for the whole device: every version of
/// Home Assistant reads these, while those before 2024.11 do not support device configurations. The
/// keys are from the documentation of "MQTT Number", "MQTT Select", "MQTT Sensor", "MQTT Button",
/// "MQTT Switch" and "MQTT Image".
enum DiscoveryMessages {
  static let online = Array("online".utf8)
  static let offline = Array("offline".utf8)
  /// The size limit of a command; longer ones are ignored.
  static let commandByteLimit = 1000
  /// Home Assistant rejects longer states.
  static let wordLimit = 255

  /// Returns the configuration of an entity.
  static func configuration(
    of entity: PanelEntity, _ topics: DiscoveryTopics, deviceName: String
  ) -> JSONValue {
    let object = entity.object
    let id = "knobpanel_\(topics.panel)"
    var pairs: [(key: String, value: JSONValue)] = [
      ("name", .string(entity.name)),
      ("unique_id", .string("\(id)_\(object)")),
    ]
    var availability: [JSONValue] = [["topic": .string(topics.availability)]]
    if entity.canBeUnavailable {
      availability.append(["topic": .string(topics.availability(object))])
    }
    pairs += [("availability", .array(availability)), ("availability_mode", "all")]
    switch entity.kind {
    case .push: break
    case .picture: pairs.append(("image_topic", .string(topics.state(object))))
    default: pairs.append(("state_topic", .string(topics.state(object))))
    }
    if entity.kind.acceptsCommands {
      pairs.append(("command_topic", .string(topics.command(object))))
    }
    if let category = entity.target.category {
      pairs.append(("entity_category", .string(category)))
    }
    if !entity.unit.isEmpty { pairs.append(("unit_of_measurement", .string(entity.unit))) }
    switch entity.kind {
    case .number(let range, let step):
      pairs += [
        ("min", .number(range.lowerBound)), ("max", .number(range.upperBound)),
        ("step", .number(step)), ("mode", "slider"),
      ]
    case .choice(let words): pairs.append(("options", .array(words.map { .string($0) })))
    case .reading: pairs.append(("state_class", "measurement"))
    case .word: break
    case .moment: pairs.append(("device_class", "timestamp"))
    case .picture: pairs += [("content_type", "image/png"), ("image_encoding", "b64")]
    case .push: pairs.append(("payload_press", "PRESS"))
    case .toggle: pairs += [("payload_on", "ON"), ("payload_off", "OFF")]
    }
    pairs += [
      (
        "device",
        [
          "identifiers": [.string(id)], "name": .string(deviceName),
          "manufacturer": "knobpanel", "model": "Touch panel",
        ]
      ), ("origin", ["name": "knobpanel"]),
    ]
    return .object(pairs)
  }

  /// Returns the payload of a state.
  static func payload(of state: PanelEntity.State) -> [UInt8] {
    switch state {
    case .number(let value): Array(JSONText.number(value, decimals: 4).utf8)
    case .word(let word): word.unicodeScalars.count > wordLimit ? cut(word) : Array(word.utf8)
    case .moment(let seconds): Array(date(seconds).utf8)
    case .picture(let text): Array(text.utf8)
    case .on(let isOn): Array((isOn ? "ON" : "OFF").utf8)
    case .none: []
    }
  }

  private static func cut(_ word: String) -> [UInt8] {
    Array((String(String.UnicodeScalarView(word.unicodeScalars.prefix(wordLimit - 1))) + "…").utf8)
  }

  /// Formats a time in ISO 8601, such as `2026-11-24T00:40:05+00:00`.
  private static func date(_ seconds: Int64) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
      + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))+00:00"
  }

  /// Parses a command to an entity; nil if the entity does not support it.
  static func command(_ payload: [UInt8], to kind: PanelEntity.Kind) -> PanelEntity.Command? {
    guard payload.count <= commandByteLimit, let text = String(validating: payload, as: UTF8.self)
    else { return nil }
    switch kind {
    case .number:
      guard !text.isEmpty, text.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) }),
        let value = Double(text), value.isFinite
      else { return nil }
      return .number(value)
    case .choice(let words): return words.firstIndex(of: text).map { .choice($0) }
    case .push: return text == "PRESS" ? .press : nil
    case .toggle: return text == "ON" ? .on(true) : text == "OFF" ? .on(false) : nil
    case .reading, .word, .moment, .picture: return nil
    }
  }
}

extension PanelEntity.Target {
  /// The category of entities that are not for daily use; nil for the others.
  fileprivate var category: String? {
    switch self {
    case .knob, .reading, .button, .page, .screen, .brightness, .lastTouch: nil
    case .layout, .screenshot, .takeScreenshot: "diagnostic"
    case .reload: "config"
    }
  }
}

extension PanelEntity.Kind {
  /// Home Assistant's name for the kind of entity.
  var component: String {
    switch self {
    case .number: "number"
    case .choice: "select"
    case .reading, .word, .moment: "sensor"
    case .picture: "image"
    case .push: "button"
    case .toggle: "switch"
    }
  }

  /// Whether it accepts commands.
  var acceptsCommands: Bool {
    switch self {
    case .number, .choice, .push, .toggle: true
    case .reading, .word, .moment, .picture: false
    }
  }
}
