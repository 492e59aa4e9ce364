internal import JSON

extension MixerList {
  /// The mixers for `knobpanel devices`.
  package var listing: DeviceListing {
    var listing = DeviceListing(title: "Mixers", key: "mixers")
    for card in cards {
      listing.lines += card.lines
      listing.objects.append(card.object)
    }
    // The default card's first, then those of the others.
    for card in cards.filter(\.isDefault) + cards.filter({ !$0.isDefault }) {
      listing.suggestions += card.elements.filter { !$0.isCapture && $0.stepCount > 1 }
        .map { ControlSuggestion(name: $0.name, value: $0.controlText) }
    }
    if !denied.isEmpty {
      listing.lines.append("\(ALSAError.permissionDenied(devices: denied))")
    }
    return listing
  }
}

extension MixerList.Card {
  fileprivate var lines: [String] {
    var lines = ["\(name)" + (isDefault ? "  (card: default)" : "")]
    if let problem { lines.append("  \(problem)") }
    for element in elements {
      let level = element.level.map { "\(JSONText.number($0 * 100, decimals: 0)) %" } ?? "?"
      let muted = element.isMuted == true ? ", muted" : ""
      lines.append("  \(element.layoutText)  \(level)\(muted)")
    }
    return lines
  }

  fileprivate var object: JSONValue {
    [
      "card": .string(id), "name": .string(name), "default": .bool(isDefault),
      "trouble": problem.map { .string($0) } ?? .null,
      "elements": .array(elements.map(\.object)),
    ]
  }
}

extension MixerList.Element {
  fileprivate var object: JSONValue {
    [
      "name": .string(name), "capture": .bool(isCapture),
      "channels": .number(Double(channelCount)), "steps": .number(Double(stepCount)),
      "level": level.map { .number($0) } ?? .null,
      "muted": isMuted.map { .bool($0) } ?? .null,
      "layout": .string(layoutText),
    ]
  }
}
