/// A number of an entity, in Home Assistant's own unit.
struct NumberFeature: Hashable, Sendable {
  /// The kinds that differ from a plain number in an attribute.
  enum Kind: Hashable, Sendable {
    case plain
    /// 0 while the light is off, and 0 switches it off.
    case brightness
    /// The first of two numbers.
    case hue
    /// One of the two ends of a range, which are set together; the other attribute.
    case end(other: String)
    /// Covers without a position open and close.
    case position
    /// 0 while the fan is off.
    case speed
  }

  var kind = Kind.plain
  /// The attribute with the number; nil for the state.
  var attribute: String?
  var service: String
  /// The key of the number in the service's data.
  var field: String
  /// The numbers for the knob's ends; nil for those of its `range`.
  var full: Double?
  /// The steps of the entity: a constant, or an attribute.
  var step: Double
  var stepAttribute: String?
  /// The attributes with the lowest and highest number that the service accepts.
  var limits: [String] = []
  /// Whether the service accepts whole numbers only.
  var isWhole = false

  /// The attribute with the actual value, beside the wanted one; nil for none.
  var measured: String? {
    service == Self.thermostatService ? "current_temperature" : nil
  }

  /// The unit of a knob with the entity's numbers; nil for the one that the entity reports.
  var unit: String? {
    if kind == .hue { return "°" }
    if service == Self.thermostatService {
      // The server knows whether it is Celsius or Fahrenheit; the entity does not say.
      return "°"
    }
    return field == "color_temp_kelvin" ? "K" : nil
  }

  private static let thermostatService = "climate.set_temperature"

  /// The attributes that the feature reads.
  var attributes: [String] {
    var all = [attribute, stepAttribute].compactMap { $0 } + limits
    switch kind {
    case .plain, .hue, .speed: break
    case .brightness: all += ["supported_color_modes"]
    case .end(let other): all += [other]
    case .position: all += ["supported_features"]
    }
    return attribute == "volume_level" ? all + ["is_volume_muted", "supported_features"] : all
  }

  static let brightness = NumberFeature(
    kind: .brightness, attribute: "brightness", service: "light.turn_on", field: "brightness",
    full: 255, step: 1, isWhole: true)
  static let colorTemperature = NumberFeature(
    attribute: "color_temp_kelvin", service: "light.turn_on", field: "color_temp_kelvin",
    step: 1, limits: ["min_color_temp_kelvin", "max_color_temp_kelvin"], isWhole: true)
  static let hue = NumberFeature(
    kind: .hue, attribute: "hs_color", service: "light.turn_on", field: "hs_color", step: 1)
  static let volume = NumberFeature(
    attribute: "volume_level", service: "media_player.volume_set", field: "volume_level", full: 1,
    step: 0.01)
  static let temperature = climate("temperature")
  static let targetLow = climate("target_temp_low", other: "target_temp_high")
  static let targetHigh = climate("target_temp_high", other: "target_temp_low")
  static let position = NumberFeature(
    kind: .position, attribute: "current_position", service: "cover.set_cover_position",
    field: "position", full: 100, step: 1, isWhole: true)
  static let tilt = NumberFeature(
    attribute: "current_tilt_position", service: "cover.set_cover_tilt_position",
    field: "tilt_position", full: 100, step: 1, isWhole: true)
  static let percentage = NumberFeature(
    kind: .speed, attribute: "percentage", service: "fan.set_percentage", field: "percentage",
    full: 100,
    step: 1, stepAttribute: "percentage_step", isWhole: true)

  static func value(of domain: String) -> NumberFeature {
    NumberFeature(
      service: "\(domain).set_value", field: "value", step: 1, stepAttribute: "step",
      limits: ["min", "max"])
  }

  private static func climate(_ attribute: String, other: String? = nil) -> NumberFeature {
    NumberFeature(
      kind: other.map { .end(other: $0) } ?? .plain, attribute: attribute,
      service: thermostatService, field: attribute, step: 0.1,
      stepAttribute: "target_temp_step", limits: ["min_temp", "max_temp"])
  }
}

/// A word of an entity out of a list.
struct ChoiceFeature: Hashable, Sendable {
  /// The attribute with the word; nil for the state.
  var attribute: String?
  /// The attribute with the words that the service accepts.
  var options: String
  var service: String
  /// The key of the word in the service's data.
  var field: String

  static let effect = ChoiceFeature(
    attribute: "effect", options: "effect_list", service: "light.turn_on", field: "effect")
  static let source = ChoiceFeature(
    attribute: "source", options: "source_list", service: "media_player.select_source",
    field: "source")
  static let soundMode = ChoiceFeature(
    attribute: "sound_mode", options: "sound_mode_list",
    service: "media_player.select_sound_mode", field: "sound_mode")
  static let hvacMode = ChoiceFeature(
    options: "hvac_modes", service: "climate.set_hvac_mode", field: "hvac_mode")
  static let fanMode = ChoiceFeature(
    attribute: "fan_mode", options: "fan_modes", service: "climate.set_fan_mode",
    field: "fan_mode")

  static func presetMode(of domain: String) -> ChoiceFeature {
    ChoiceFeature(
      attribute: "preset_mode", options: "preset_modes", service: "\(domain).set_preset_mode",
      field: "preset_mode")
  }

  static func option(of domain: String) -> ChoiceFeature {
    ChoiceFeature(options: "options", service: "\(domain).select_option", field: "option")
  }
}
