internal import JSON

/// An entity in the answer to `get_states`, for commands.
struct ListedEntity: Equatable, Sendable {
  /// The maximum number of entities; others are ignored.
  static let countLimit = 10_000

  var id: String
  var name: String
  var state: String
  /// The numbers of its range and its step; nil if it reports none.
  var range: [Double]?
  var step: Double?
  /// The words of its list.
  var options: [String] = []
  /// What it can do, and how a number of it is to be understood.
  var abilities = EntityState(state: "")

  /// Reads one state; nil if it is none.
  init?(_ json: JSONValue) {
    guard let id = json["entity_id"]?.string, let state = json["state"]?.string,
      EntityFeature.isID(id), state.utf8.count <= EntityState.textByteLimit
    else { return nil }
    (self.id, self.state) = (id, state)
    let attributes = json["attributes"]
    name = attributes?["friendly_name"]?.string ?? id
    for attribute in Self.abilityAttributes {
      abilities.attributes[attribute] = attributes?[attribute].flatMap(EntityState.Value.init)
    }
    for feature in EntityFeature.all(of: domain)?.prefix(1).map(\.feature) ?? [] {
      switch feature {
      case .number(let number):
        let limits = number.limits.compactMap { attributes?[$0]?.number }
        if limits.count == 2, limits[0] < limits[1] { range = limits }
        step = number.stepAttribute.flatMap { attributes?[$0]?.number }
      case .choice(let choice):
        if let options = attributes?[choice.options]?.array {
          self.options = options.prefix(EntityState.listLimit).compactMap(\.string)
        }
      case .onOff, .reading, .press: break
      }
    }
  }

  private static let abilityAttributes = [
    "supported_features", "supported_color_modes", "unit_of_measurement", "device_class",
  ]

  /// Reads the answer to `get_states`.
  static func all(_ json: JSONValue) -> [ListedEntity] {
    (json.array ?? []).prefix(countLimit).compactMap(ListedEntity.init)
  }

  var domain: String { EntityFeature.domain(of: id) }

  /// The control of an item, as in a layout.
  var control: String { "{homeassistant: {entity: \(id)}}" }

  /// The line for a layout; nil for an entity that no item of a panel uses.
  var line: String? {
    if EntityFeature.all(of: domain) != nil {
      return ["switch", "input_boolean"].contains(domain)
        ? "kind: toggle, send: \(control)" : keys + "control: \(control)"
    }
    if EntityFeature.press(of: domain) != nil { return "send: \(control)" }
    let shown = ["sensor", "binary_sensor", "weather", "person", "sun", "device_tracker"]
    return shown.contains(domain) ? "value: \(control)" : nil
  }

  /// The keys of a knob that the entity determines, each with a comma.
  private var keys: String {
    var keys = ""
    if let range {
      keys += "range: [\(range.map { JSONText.number($0) }.joined(separator: ", "))], "
    }
    if let step, range != nil { keys += "step: \(JSONText.number(step)), " }
    if !options.isEmpty {
      keys += "sectors: [\(options.map(JSONText.quoted).joined(separator: ", "))], "
    }
    return keys
  }
}
