internal import Diagnostics
internal import JSON
internal import Knobs
internal import Layout

extension KnobDraft {
  /// What the knob drives, checked against the knob and the layout's connections; nil if it is
  /// nothing, or after the reason was appended.
  func controlled(
    scale: Scale, value: Double, connections: inout Connections,
    _ diagnostics: inout DiagnosticList
  ) -> ControlLayout? {
    guard let (draft, keySpan, _) = control.written else { return nil }
    switch draft {
    case .alsa(let alsa):
      return alsa.element.value.map { .alsa(card: alsa.card.value ?? "default", element: $0) }
    case .group(let group): return .group(group.layout)
    case .mqtt(let mqtt):
      let connection = connections.connection(mqtt.connection, of: keySpan, &diagnostics)
      mqtt.check(&diagnostics)
      guard let connection, let topic = mqtt.commandTopic.value else { return nil }
      var layout = MQTTControlLayout(
        connection: connection, commandTopic: topic, believedLevel: scale.level(ofValue: value))
      mqtt.fill(&layout, scale: scale)
      return .mqtt(layout)
    }
  }
}

extension MQTTControlDraft {
  fileprivate func check(_ diagnostics: inout DiagnosticList) {
    let readers = [("value", value.keySpan), ("power", power.keySpan), ("get", request.keySpan)]
    for case (let key, let span?) in readers where !stateTopic.isWritten {
      diagnostics.error(
        "`\(key)` means nothing without a `state`", at: span,
        hint: "add `state:` with the topic where it tells its value, or remove `\(key)`")
    }
    if let power = power.keySpan, stateTopic.isWritten, !value.isWritten {
      diagnostics.error(
        "`power` means nothing without a `value`", at: power,
        hint: "add `value:` with the key of the number in the same message")
    }
    if let (range, _, span) = range.written, range.first == range.second {
      diagnostics.error(
        "both ends of this range are \(NumberText.shown(range.first))", at: span,
        hint: "write what stands for the knob's lowest and highest value, such as [0, 255]")
    }
    if let (template, _, span) = payload.written, let first = template.first,
      first == "{" || first == "[", template != .placeholder, !template.isJSONWithNumber
    {
      diagnostics.warning(
        "this looks like JSON, and is none once a number stands for {value}", at: span,
        hint: "write it like '{\"brightness\": {value}}', in single quotes")
    }
  }

  fileprivate func fill(_ layout: inout MQTTControlLayout, scale: Scale) {
    layout.payload = payload.value ?? layout.payload
    layout.lowest = range.value?.first ?? scale.range.lowerBound
    layout.highest = range.value?.second ?? scale.range.upperBound
    layout.decimals =
      decimals.value.flatMap { Int(exactly: $0) }
      ?? Self.decimals(
        width: abs(layout.highest - layout.lowest), step: range.isWritten ? 0 : scale.step)
    layout.stateTopic = stateTopic.value
    layout.valuePath = value.value ?? []
    layout.powerPath = power.value ?? []
    layout.request = request.value.flatMap { draft in
      draft.topic.value.map { .init(topic: $0, payload: draft.payload.value ?? "") }
    }
    layout.availability = availability.value.flatMap { draft in
      guard let topic = draft.topic.value else { return nil }
      var availability = MQTTControlLayout.Availability(topic: topic)
      availability.online = draft.online.value ?? availability.online
      availability.offline = draft.offline.value ?? availability.offline
      return availability
    }
    layout.quality = quality.value.flatMap { Int(exactly: $0) } ?? 0
    layout.isRetained = retain.value ?? false
  }

  /// Enough digits to tell the knob's steps apart, or where there are none, fifty places.
  private static func decimals(width: Double, step: Double) -> Int {
    var unit = 1.0
    for decimals in 0..<6 {
      let scaled = step / unit
      let isEnough = step > 0 ? abs(scaled - scaled.rounded()) < 1e-9 * scaled : width / unit >= 50
      if isEnough { return decimals }
      unit /= 10
    }
    return 6
  }
}

extension String {
  /// Whether it is JSON with a number instead of each placeholder.
  fileprivate var isJSONWithNumber: Bool {
    var text: [UInt8] = []
    var rest = self[...]
    while let character = rest.first {
      if rest.hasPrefix(String.placeholder) {
        text.append(UInt8(ascii: "0"))
        rest = rest.dropFirst(String.placeholder.count)
      } else {
        text += character.utf8
        rest = rest.dropFirst()
      }
    }
    return JSONValue(parsing: text) != nil
  }
}
