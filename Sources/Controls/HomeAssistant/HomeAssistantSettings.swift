internal import JSON
internal import Layout
internal import LayoutFile

/// What one knob, label or button uses of a Home Assistant, as read from the layout.
struct HomeAssistantSettings: ControlSettings {
  static let backEnd = "homeassistant"

  /// The connection to use; its settings are a `HomeAssistantServer`.
  var server = ConnectionLayout.unknown
  /// The entity's ID; empty for a service without one.
  var entity = ""
  /// As written: the part of the entity that is used, if not its usual one.
  var attribute: String?
  /// As written: the service that a press calls.
  var service: String?
  /// The data of the service, as a JSON object.
  var data = ""
  var feature = EntityFeature.reading(attribute: nil)
  var use = ControlUse.knob
  /// Whether the knob's range or sectors are still to be read from the entity.
  var awaitsDescription = false
  /// Whether the knob's numbers are a hundredth of everything, such as of the full brightness.
  var isPercentage = false
  /// The entity's numbers for the knob's ends, or the words of its sectors.
  var text = ValueText()

  var connection: ConnectionLayout? { server }

  var isReadOnly: Bool {
    if case .reading = feature { true } else { false }
  }

  /// What a thermostat measures, beside the temperature that is wanted.
  var reading: (any ControlSettings)? {
    guard case .number(let number) = feature, let attribute = number.measured else { return nil }
    var reading = HomeAssistantSettings()
    (reading.server, reading.entity, reading.use) = (server, entity, .readOut)
    (reading.attribute, reading.feature) = (attribute, .reading(attribute: attribute))
    reading.text.range.isLimited = false
    return reading
  }

  /// The keys and values of `data`; nil if it is not a JSON object.
  var dataPairs: [(key: String, value: JSONValue)]? {
    data.isEmpty ? [] : JSONValue(parsing: Array(data.utf8))?.pairs
  }
}
