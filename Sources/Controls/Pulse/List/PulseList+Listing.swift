internal import JSON

extension PulseList {
  /// The listing for `knobpanel devices`, and for the knobs of a new layout.
  var listing: DeviceListing {
    var listing = DeviceListing(title: "Sound server", key: "pulse")
    if let problem { listing.lines.append(problem) }
    if let server { listing.lines.append(server) }
    for item in items {
      if item.isDefault { listing.lines.append(item.line(item.standardTarget)) }
      listing.lines.append(item.line(item.target))
      listing.objects.append(item.object)
    }
    listing.suggestions = suggestions
    return listing
  }

  /// The default sink, the other sinks, and the streams; not the inputs, which are rarely
  /// controlled.
  private var suggestions: [ControlSuggestion] {
    let sinks = items.filter { if case .sink = $0.target { true } else { false } }
    let streams = items.filter { if case .stream = $0.target { true } else { false } }
    let standard = sinks.filter(\.isDefault).map {
      ControlSuggestion(name: $0.description, value: $0.standardTarget.text)
    }
    return standard
      + (sinks.filter { !$0.isDefault }).map {
        ControlSuggestion(name: $0.description, value: $0.target.text)
      }
      + streams.map { ControlSuggestion(name: $0.applicationName, value: $0.target.text) }
  }
}

extension PulseList.Item {
  /// The default target of the same kind.
  fileprivate var standardTarget: PulseTarget {
    switch target {
    case .sink: .sink(PulseTarget.defaultName)
    case .source: .source(PulseTarget.defaultName)
    case .stream: target
    }
  }

  fileprivate var applicationName: String {
    if case .stream(let application) = target { application } else { description }
  }

  fileprivate func line(_ target: PulseTarget) -> String {
    let percent = JSONText.number(level * 100, decimals: 0)
    return "  control: \(target.text)  \(description), \(percent) %" + (isMuted ? ", muted" : "")
  }

  fileprivate var object: JSONValue {
    [
      "kind": .string(target.noun), "description": .string(description),
      "default": .bool(isDefault), "level": .number(level), "muted": .bool(isMuted),
      "layout": .string("control: \(target.text)"),
    ]
  }
}

extension PulseTarget {
  /// The value of a knob's `control` key.
  var text: String {
    switch self {
    case .sink(let name): "{pulse: {sink: \(MixerList.scalar(name))}}"
    case .source(let name): "{pulse: {source: \(MixerList.scalar(name))}}"
    case .stream(let application):
      "{pulse: {stream: {application: \(MixerList.scalar(application))}}}"
    }
  }
}
