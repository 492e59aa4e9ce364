internal import JSON

extension HomeAssistantSettings {
  /// How a number is written.
  enum Writing {
    case call(ServiceCall)
    /// The entity does not accept the number, but only these.
    case beyond(limits: String)
    /// A number that must be written along with it is unknown.
    case unknownOther(attribute: String)
    case none
  }

  /// Returns how to write a number of the exchange; see `EntityGrid`.
  func call(for number: Double, _ state: EntityState?) -> Writing {
    switch feature {
    case .number(let feature): call(feature, number, state)
    case .choice(let choice):
      .call(
        ServiceCall(
          choice.service, [(choice.field, .string(words.payload(for: number)))], of: entity))
    case .onOff: .call(ServiceCall(onOffService(isOn: number > 0.5), of: entity))
    case .press(let service):
      .call(ServiceCall(service, dataPairs ?? [], of: entity.isEmpty ? nil : entity))
    case .reading: .none
    }
  }

  private func call(
    _ feature: NumberFeature, _ number: Double, _ state: EntityState?
  ) -> Writing {
    guard let state else { return .none }
    if let limits = feature.limits(of: state), !limits.contains(number) {
      return .beyond(limits: NumberFeature.text(limits))
    }
    var data: [(key: String, value: JSONValue)] = [(feature.field, .number(number))]
    switch feature.kind {
    case .plain, .speed: break
    case .brightness:
      if number < 1 { return .call(ServiceCall("light.turn_off", of: entity)) }
      if feature.isOnOffLight(state) { data = [] }
    case .hue:
      var saturation = 100.0
      if case .numbers(let pair)? = state["hs_color"], pair.count == 2 { saturation = pair[1] }
      data = [(feature.field, .array([.number(number), .number(saturation)]))]
    case .end(let other):
      // Home Assistant requires both.
      guard let end = state.number(other) else { return .unknownOther(attribute: other) }
      data.append((other, .number(end)))
    case .position where !state.supports(NumberFeature.setPosition):
      return .call(ServiceCall(number < 50 ? "cover.close_cover" : "cover.open_cover", of: entity))
    case .position: break
    }
    return .call(ServiceCall(feature.service, data, of: entity))
  }

  private func onOffService(isOn: Bool) -> String {
    let domain = EntityFeature.domain(of: entity)
    return switch domain {
    case "cover": isOn ? "cover.open_cover" : "cover.close_cover"
    case "lock": isOn ? "lock.lock" : "lock.unlock"
    case "media_player": isOn ? "media_player.media_play" : "media_player.media_pause"
    case "group": isOn ? "homeassistant.turn_on" : "homeassistant.turn_off"
    default: isOn ? "\(domain).turn_on" : "\(domain).turn_off"
    }
  }
}
