/// What a knob, label or button uses of an entity.
enum EntityFeature: Hashable, Sendable {
  /// A number that a service sets.
  case number(NumberFeature)
  /// A word out of a list that a service sets.
  case choice(ChoiceFeature)
  /// Whether the entity is on, open, locked or playing.
  case onOff
  /// The state, or an attribute, which is only read.
  case reading(attribute: String?)
  /// A service that a button calls, which has no value.
  case press(service: String)

  /// The domain of an entity's ID.
  static func domain(of entity: String) -> String { String(entity.prefix { $0 != "." }) }

  /// Whether a text has the form of an entity's ID.
  static func isID(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return text.utf8.count <= 255 && parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789_".utf8.contains($0) }
      }
  }

  /// The attributes that the feature reads.
  var attributes: [String] {
    switch self {
    case .number(let number): number.attributes
    case .choice(let choice): [choice.attribute, choice.options].compactMap { $0 }
    case .reading(let attribute): attribute.map { [$0] } ?? []
    case .onOff, .press: []
    }
  }

  /// The features of a domain by the `attribute` of layouts; the one without a name is the default.
  ///
  /// Nil for a domain whose entities are only read.
  static func all(of domain: String) -> [(attribute: String?, feature: EntityFeature)]? {
    switch domain {
    case "light":
      [
        (nil, .number(.brightness)), ("brightness", .number(.brightness)),
        ("color_temp_kelvin", .number(.colorTemperature)), ("hue", .number(.hue)),
        ("effect", .choice(.effect)),
      ]
    case "media_player":
      [
        (nil, .number(.volume)), ("volume_level", .number(.volume)), ("source", .choice(.source)),
        ("sound_mode", .choice(.soundMode)),
      ]
    case "climate":
      [
        (nil, .number(.temperature)), ("temperature", .number(.temperature)),
        ("target_temp_low", .number(.targetLow)), ("target_temp_high", .number(.targetHigh)),
        ("hvac_mode", .choice(.hvacMode)), ("preset_mode", .choice(.presetMode(of: domain))),
        ("fan_mode", .choice(.fanMode)),
      ]
    case "cover":
      [
        (nil, .number(.position)), ("position", .number(.position)), ("tilt", .number(.tilt)),
      ]
    case "fan":
      [
        (nil, .number(.percentage)), ("percentage", .number(.percentage)),
        ("preset_mode", .choice(.presetMode(of: domain))),
      ]
    case "number", "input_number": [(nil, .number(.value(of: domain)))]
    case "select", "input_select": [(nil, .choice(.option(of: domain)))]
    case "switch", "input_boolean": [(nil, .onOff)]
    default: nil
    }
  }

  /// The service of a press without a `service`; nil for a domain that has no obvious one.
  static func press(of domain: String) -> String? {
    switch domain {
    case "scene", "script": "\(domain).turn_on"
    case "button", "input_button": "\(domain).press"
    case "automation": "automation.trigger"
    case "media_player": "media_player.media_play_pause"
    case "light", "switch", "input_boolean", "fan", "cover", "humidifier", "siren", "group":
      domain == "group" ? "homeassistant.toggle" : "\(domain).toggle"
    default: nil
    }
  }

  /// Returns the service that takes a code; nil if there is no obvious one.
  static func code(of domain: String) -> String? {
    switch domain {
    case "alarm_control_panel": "alarm_control_panel.alarm_disarm"
    case "lock": "lock.unlock"
    default: nil
    }
  }

  /// The domains whose entities a button switches between on and off.
  static func hasOnOff(_ domain: String) -> Bool {
    [
      "light", "switch", "input_boolean", "fan", "cover", "humidifier", "siren", "group", "lock",
      "media_player", "climate", "automation", "remote",
    ].contains(domain)
  }
}
