internal import JSON
internal import Layout

/// What an entity's state is for a knob, label or button.
enum EntityReading: Equatable {
  /// A number of the exchange; see `EntityGrid`.
  case number(Double)
  /// A text for a label.
  case text(String)
  case unknown(reason: String)
  case unreadable(Complaints.Kind, reason: String)
}

extension HomeAssistantSettings {
  /// The words of a choice.
  var words: LevelWords { LevelWords(payloads: text.words, names: text.names) }

  /// Whether the entity can be muted apart from its level (`VOLUME_MUTE`).
  func hasMute(_ state: EntityState?) -> Bool {
    feature == .number(.volume) && use == .knob && state?.supports(8) == true
  }

  /// Reads the state of an entity that is available.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - rounding: How far rounding can push the numbers sent beyond an end of the range.
  /// - Returns: The reading.
  func reading(of state: EntityState, rounding: Double = 0) -> EntityReading {
    switch feature {
    case .number(let feature): reading(feature, state, rounding)
    case .choice(let choice): reading(choice, state)
    case .onOff: onOff(state)
    case .reading(let attribute): reading(attribute: attribute, state)
    case .press: .number(0)
    }
  }

  private func reading(
    _ feature: NumberFeature, _ state: EntityState, _ rounding: Double
  ) -> EntityReading {
    var number: Double?
    switch (feature.attribute, feature.attribute.flatMap { state[$0] }) {
    case (nil, _):
      if state.state == "unknown" { return .unknown(reason: "its state is unknown") }
      number = JSONValue.string(state.state).asNumber
      if number == nil { return unreadable(state.state, "a number") }
    case (_, .number(let reported)?): number = reported
    case (_, .numbers(let pair)?) where feature.kind == .hue: number = pair.first
    case (let name?, .some): return unreadable(name, "an attribute with a number")
    case (_, nil): number = feature.substitute(for: state)
    }
    guard let number else {
      let name = feature.attribute ?? "value"
      return .unknown(reason: "it has no \(name) now, its state is \(state.shown)")
    }
    guard text.range.level(ofReported: number, rounding: rounding) != nil else {
      return .unreadable(.outOfRange, reason: "it reports \(text.range.excess(number))")
    }
    return .number(number)
  }

  private func reading(_ choice: ChoiceFeature, _ state: EntityState) -> EntityReading {
    let word: String
    switch choice.attribute {
    case nil: word = state.state
    case let name?:
      guard case .text(let reported)? = state[name] else {
        return .unknown(reason: "it has no \(name) now, its state is \(state.shown)")
      }
      word = reported
    }
    if let level = words.level(of: word) { return .number(level) }
    if word == "unknown" { return .unknown(reason: "its state is unknown") }
    return unreadable(word, "one of " + text.words.joined(separator: ", "))
  }

  private func onOff(_ state: EntityState) -> EntityReading {
    let domain = EntityFeature.domain(of: entity)
    let isOn: Bool? =
      switch (domain, state.state) {
      case (_, "unknown"): nil
      case ("cover", "open"), ("cover", "opening"), ("lock", "locked"),
        ("media_player", "playing"), ("media_player", "buffering"):
        true
      case ("cover", "closed"), ("cover", "closing"), ("lock", "unlocked"), ("media_player", _),
        ("climate", "off"):
        false
      case ("climate", _), (_, "on"): true
      case (_, "off"): false
      default: nil
      }
    if let isOn { return .number(isOn ? 1 : 0) }
    return .unknown(reason: "its state is \(state.shown)")
  }

  private func reading(attribute: String?, _ state: EntityState) -> EntityReading {
    let value: EntityState.Value
    switch attribute {
    case nil:
      if state.state == "unknown" { return .unknown(reason: "its state is unknown") }
      value = .text(state.state)
    case let name?:
      guard let reported = state[name] else {
        return .unknown(reason: "it has no \(name) now, its state is \(state.shown)")
      }
      value = reported
    }
    let shown = value.shownText
    if let number = shown.flatMap({ JSONValue.string($0).asNumber }) {
      guard let level = text.range.level(ofReported: number) else {
        return .unreadable(.outOfRange, reason: "it reports \(text.range.excess(number))")
      }
      return .number(level)
    }
    guard use == .readOut, let shown else { return unreadable(shown ?? "a list", "a number") }
    return .text(shown)
  }

  private func unreadable(_ text: String, _ expected: String) -> EntityReading {
    .unreadable(
      .unreadable,
      reason: "its \(StateReader.excerpt(Array(text.utf8))) is not \(expected)")
  }
}

extension NumberFeature {
  /// The bit of `supported_features` of covers that have positions (`SET_POSITION`).
  static let setPosition = 4

  /// Whether a light has no brightness.
  func isOnOffLight(_ state: EntityState) -> Bool {
    state.texts("supported_color_modes") == ["onoff"]
  }

  /// The number of an entity that does not report the attribute in its state; nil if there is none.
  fileprivate func substitute(for state: EntityState) -> Double? {
    switch (kind, state.state) {
    case (.brightness, "off"), (.position, "closed"), (.speed, "off"): 0
    case (.brightness, "on") where isOnOffLight(state): 255
    case (.position, "open") where !state.supports(Self.setPosition): 100
    default: nil
    }
  }

  /// The numbers that an entity accepts; nil if it does not report them.
  func limits(of state: EntityState) -> ClosedRange<Double>? {
    guard limits.count == 2, let lowest = state.number(limits[0]),
      let highest = state.number(limits[1]), lowest < highest
    else { return nil }
    return lowest...highest
  }

  /// The limits for messages.
  static func text(_ limits: ClosedRange<Double>) -> String {
    "\(JSONText.number(limits.lowerBound)) to \(JSONText.number(limits.upperBound))"
  }
}

extension EntityState {
  /// The beginning of the state, on one line, for messages.
  fileprivate var shown: String { Array(state.utf8).shownText(limit: 60) }
}
