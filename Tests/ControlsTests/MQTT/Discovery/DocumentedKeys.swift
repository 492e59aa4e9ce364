import JSON
import Testing

/// The discovery keys documented by Home Assistant (home-assistant.io,
/// `_integrations/*.mqtt.markdown`), limited to those that a panel could use.
enum DocumentedKeys {
  enum Kind { case text, number, list, device, origin, availability }

  /// The keys of all components.
  private static let common: [String: Kind] = [
    "name": .text, "unique_id": .text, "availability": .availability, "availability_mode": .text,
    "device": .device, "origin": .origin, "icon": .text, "qos": .number,
    "entity_category": .text, "state_topic": .text, "command_topic": .text,
  ]
  private static let own: [String: [String: Kind]] = [
    "number": [
      "min": .number, "max": .number, "step": .number, "mode": .text, "unit_of_measurement": .text,
      "payload_reset": .text,
    ],
    "select": ["options": .list],
    "sensor": ["unit_of_measurement": .text, "state_class": .text, "device_class": .text],
    "button": ["payload_press": .text],
    "switch": ["payload_on": .text, "payload_off": .text],
    "image": [
      "image_topic": .text, "content_type": .text, "image_encoding": .text, "url_topic": .text,
    ],
  ]
  private static let required: [String: [String]] = [
    "number": ["command_topic"], "select": ["command_topic", "options"], "sensor": ["state_topic"],
    "button": ["command_topic"], "switch": ["command_topic"], "image": ["image_topic"],
  ]
  private static let device: Set<String> = [
    "identifiers", "name", "manufacturer", "model", "sw_version", "hw_version",
    "configuration_url", "suggested_area", "serial_number",
  ]

  /// Returns everything about a message that the documentation does not allow.
  static func errors(in message: JSONValue, component: String) -> [String] {
    guard case .object(let pairs) = message else { return ["not an object"] }
    guard let own = own[component] else { return ["unknown component \(component)"] }
    var errors = pairs.compactMap { pair -> String? in
      guard let kind = common[pair.key] ?? own[pair.key] else { return "unknown \(pair.key)" }
      return isValid(pair.value, kind) ? nil : "invalid \(pair.key)"
    }
    for key in ["unique_id", "device"] + (required[component] ?? [])
    where !pairs.contains(where: { $0.key == key }) {
      errors.append("missing \(key)")
    }
    if ["button", "image"].contains(component), message["state_topic"] != nil {
      errors.append("state_topic")
    }
    if ["sensor", "image"].contains(component), message["command_topic"] != nil {
      errors.append("command_topic")
    }
    if case (.number(let least)?, .number(let most)?, .number(let step)?) = (
      message["min"], message["max"], message["step"]
    ) {
      if least >= most { errors.append("min is not below max") }
      if step < 0.001 { errors.append("step") }
    }
    return errors
  }

  private static func isValid(_ value: JSONValue, _ kind: Kind) -> Bool {
    switch (kind, value) {
    case (.text, .string(let text)): !text.isEmpty
    case (.number, .number): true
    case (.list, .array(let values)):
      !values.isEmpty && Set(values.map(\.line)).count == values.count
    case (.device, .object(let pairs)):
      value["identifiers"] != nil && pairs.allSatisfy { device.contains($0.key) }
    case (.origin, .object(let pairs)):
      value["name"] != nil
        && pairs.allSatisfy { ["name", "sw_version", "support_url"].contains($0.key) }
    case (.availability, .array(let values)):
      values.allSatisfy {
        guard case .object(let pairs) = $0 else { return false }
        return $0["topic"] != nil
          && pairs.allSatisfy {
            ["topic", "payload_available", "payload_not_available"].contains($0.key)
          }
      }
    default: false
    }
  }
}
