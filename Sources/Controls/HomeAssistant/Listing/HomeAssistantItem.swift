internal import JSON

/// An item of a new panel for an entity of a Home Assistant, for `knobpanel new homeassistant`.
package struct HomeAssistantItem: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case knob
    /// A button that switches on and off.
    case toggle
    /// A button that does something once.
    case push
    /// A label with a room's temperature; the name is the text after the number.
    case temperature
  }

  package var kind: Kind
  /// The entity's ID.
  package var entity: String
  /// What to call it: one line of at most `nameLimit` characters.
  package var name: String
  /// The lines of its keys, as in a layout, without its name and its control.
  package var keys: [String] = []
  /// The control, as in a layout.
  package var control: String
  /// Its group of similar items: the lowest one first.
  package var group: Int

  /// The maximum length of a name, in Unicode scalars.
  package static let nameLimit = 40
  /// The lines of a knob for shares of everything, such as a brightness.
  static let share = ["range: [0, 100]", "step: 1", "unit: \"%\""]

  /// Returns a text as one line without characters that YAML or a panel does not accept, cut after
  /// `limit` Unicode scalars.
  static func line(_ text: String, limit: Int = nameLimit) -> String {
    var line = ""
    var isCut = false
    // Nobody reads more, and a server could send megabytes.
    for scalar in text.unicodeScalars.prefix(1000) {
      let isBlank =
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
        || scalar.properties.isNoncharacterCodePoint || scalar == "\u{FEFF}"
      if isBlank, line.isEmpty || line.hasSuffix(" ") { continue }
      if line.unicodeScalars.count == limit {
        isCut = true
        break
      }
      line.unicodeScalars.append(isBlank ? " " : scalar)
    }
    if isCut {
      line.unicodeScalars.removeLast()
      line.unicodeScalars.append("…")
    }
    return line.hasSuffix(" ") ? String(line.dropLast()) : line
  }
}

extension HomeAssistantItem {
  /// The same as a knob: a switch with two ends, or the position of what is open or closed; nil for
  /// what only a button can do.
  package var asKnob: HomeAssistantItem? {
    guard kind == .toggle else { return kind == .knob ? self : nil }
    var knob = self
    knob.kind = .knob
    switch EntityFeature.domain(of: entity) {
    case "light", "cover": knob.keys = Self.share
    case "switch", "input_boolean": knob.keys = ["sectors: [\"off\", \"on\"]", "sweep: [-45, 45]"]
    default: return nil
    }
    return knob
  }
}

extension ListedEntity {
  private var hasRange: Bool { range?.allSatisfy { abs($0) <= 1e6 } == true }

  /// The item for a new panel; nil for an entity of other domains, or without what the item needs.
  ///
  /// - Parameter temperatureUnit: The unit of climates.
  /// - Returns: The item.
  func item(temperatureUnit: String) -> HomeAssistantItem? {
    func item(
      _ kind: HomeAssistantItem.Kind, group: Int, _ keys: [String] = [], attribute: String? = nil
    ) -> HomeAssistantItem {
      let control =
        attribute.map { "{homeassistant: {entity: \(id), attribute: \($0)}}" } ?? self.control
      let name = HomeAssistantItem.line(self.name)
      return HomeAssistantItem(
        kind: kind, entity: id, name: name.isEmpty ? id : name, keys: keys, control: control,
        group: group)
    }
    switch domain {
    case "light":
      return NumberFeature.brightness.isOnOffLight(abilities)
        ? item(.toggle, group: 1) : item(.knob, group: 0, HomeAssistantItem.share)
    case "climate":
      // One temperature, or else the lower one of a range.
      let hasOne = abilities.supports(1)
      guard hasRange, hasOne || abilities.supports(2) else { return nil }
      return item(
        .knob, group: 1,
        numberKeys(unit: temperatureUnit, step: temperatureUnit == "°F" ? 1 : 0.5) + [
          "report: release"
        ],
        attribute: hasOne ? nil : "target_temp_low")
    case "cover":
      return abilities.supports(NumberFeature.setPosition)
        ? item(.knob, group: 2, HomeAssistantItem.share + ["report: release"])
        : item(.toggle, group: 2)
    case "media_player":
      return abilities.supports(4) ? item(.knob, group: 3, HomeAssistantItem.share) : nil
    case "fan":
      return abilities.supports(1)
        ? item(.knob, group: 4, HomeAssistantItem.share) : item(.toggle, group: 3)
    case "number", "input_number":
      return hasRange ? item(.knob, group: 5, numberKeys(unit: unit)) : nil
    case "scene": return item(.push, group: 0)
    case "switch", "input_boolean": return item(.toggle, group: 4)
    case "sensor":
      guard abilities["device_class"] == .text("temperature"), ["°C", "°F"].contains(unit) else {
        return nil
      }
      var label = item(.temperature, group: 0)
      label.name = unit
      return label
    default: return nil
    }
  }

  private var unit: String {
    guard case .text(let unit)? = abilities["unit_of_measurement"] else { return "" }
    return HomeAssistantItem.line(unit, limit: 12)
  }

  /// Returns the keys of a knob with the entity's own numbers; `usualStep` for one without a step.
  private func numberKeys(unit: String, step usualStep: Double? = nil) -> [String] {
    guard let range else { return [] }
    var keys = ["range: [\(range.map { JSONText.number($0) }.joined(separator: ", "))]"]
    if let step = step ?? usualStep,
      let step = NumberFeature.fingerStep(step, for: range[1] - range[0])
    {
      keys.append("step: \(JSONText.number(step, decimals: 6))")
    }
    if !unit.isEmpty { keys.append("unit: \(JSONText.quoted(unit))") }
    return keys
  }
}
