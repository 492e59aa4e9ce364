internal import Layout

extension HomeAssistantSettings {
  /// Whether the entity says what its knob is.
  var describesKnob: Bool { use == .knob }

  /// The attributes that are read.
  var attributes: [String] { feature.attributes + (describesKnob ? Self.namingAttributes : []) }

  private static let namingAttributes = ["friendly_name", "unit_of_measurement"]

  /// The attributes on which the description depends.
  var describingAttributes: [String] {
    switch feature {
    case .number(let number):
      Self.namingAttributes + number.limits + [number.stepAttribute].compactMap { $0 }
    case .choice(let choice): Self.namingAttributes + [choice.options]
    case .onOff, .reading, .press: Self.namingAttributes
    }
  }

  /// Returns what the entity says about its knob.
  func description(of state: EntityState) -> KnobDescription {
    var description = KnobDescription()
    if case .text(let text)? = state["friendly_name"] {
      let name = HomeAssistantItem.line(text)
      if !name.isEmpty { description.name = name }
    }
    switch feature {
    case .number(let number):
      description.range = number.range(of: state)
      description.step = number.fingerStep(of: state)
      description.unit = number.full == nil ? number.unit ?? state.unit : isPercentage ? "%" : nil
    case .choice(let choice): description.sectors = choice.sectors(of: state)
    case .onOff: description.sectors = ["off", "on"]
    case .reading: description.unit = state.unit
    case .press: break
    }
    return description
  }
}

extension NumberFeature {
  /// The ends of a knob for an entity; nil for 0…100, or if the entity does not say.
  fileprivate func range(of state: EntityState) -> ClosedRange<Double>? {
    guard full == nil else { return nil }
    if kind == .hue { return 0...360 }
    // No finger can set anything in a smaller or larger one.
    return limits(of: state).flatMap {
      max(abs($0.lowerBound), abs($0.upperBound)) <= 1e6 && $0.upperBound - $0.lowerBound >= 1e-3
        ? $0 : nil
    }
  }

  /// The steps of a knob for an entity.
  fileprivate func fingerStep(of state: EntityState) -> Double? {
    if full != nil { return 1 }
    guard let range = range(of: state) else { return nil }
    let step = stepAttribute.flatMap { state.number($0) } ?? step
    return Self.fingerStep(step, for: range.upperBound - range.lowerBound)
  }

  /// Returns the smallest multiple of a step that a finger can set on a small knob; nil for none.
  static func fingerStep(_ step: Double, for width: Double) -> Double? {
    guard step >= 1e-5, step <= width else { return nil }
    let factors = [1.0, 10, 100, 1000, 10_000, 100_000].flatMap { [$0, 2 * $0, 5 * $0] }
    return factors.lazy.map { $0 * step }.first { width / $0 <= 100.001 }
  }
}

extension ChoiceFeature {
  /// The most words that are sectors of a wheel.
  private static let sectorLimit = 36

  /// The sectors of a knob for an entity; empty if its words cannot be sectors.
  fileprivate func sectors(of state: EntityState) -> [String] {
    let words = state.texts(options)
    let areSectors =
      2...Self.sectorLimit ~= words.count && Set(words).count == words.count
      && words.allSatisfy { !$0.isEmpty && HomeAssistantItem.line($0, limit: 100) == $0 }
    return areSectors ? words : []
  }
}

extension EntityState {
  /// The unit of its number: one line; nil if it has none.
  fileprivate var unit: String? {
    guard case .text(let text)? = self["unit_of_measurement"] else { return nil }
    let unit = HomeAssistantItem.line(text, limit: 12)
    return unit.isEmpty ? nil : unit
  }
}
