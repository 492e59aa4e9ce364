internal import Diagnostics
internal import Layout

extension Node {
  /// The keys that a knob leaves to its target.
  var keysLeftOut: KnobDescription.Keys {
    func has(_ key: String) -> Bool { self[key] != nil }
    var keys: KnobDescription.Keys = has("name") ? [] : .name
    guard !has("sectors") else { return keys }
    if !has("unit") { keys.insert(.unit) }
    // The points of a taper have a range.
    if !has("range"), self["taper"]?["piecewise"] == nil {
      keys.insert(.range)
      if !has("step") { keys.insert(.step) }
    }
    if !Self.keysOfNumbers.contains(where: has) { keys.insert(.sectors) }
    return keys
  }

  /// The keys that a wheel of sectors cannot have.
  private static let keysOfNumbers = [
    "range", "step", "taper", "format", "turns", "endless", "reading", "limit",
  ]

  /// Returns a knob with the keys that it leaves out from the description of its target.
  ///
  /// Errors about these keys are at the knob's name.
  func described(by description: KnobDescription, at span: SourceSpan) -> Node {
    guard case .mapping(let own) = content else { return self }
    func entry(_ key: String, _ value: Content) -> Entry {
      Entry(key: key, keySpan: span, value: Node(content: value, span: span))
    }
    func text(_ text: String) -> Content { .scalar(text: text, isPlain: false) }
    func number(_ number: Double) -> Content {
      .scalar(text: NumberText.shown(number), isPlain: true)
    }
    let found = description.limited(to: keysLeftOut)
    var entries: [Entry] = []
    if let name = found.name { entries.append(entry("name", text(name))) }
    if found.sectors.isEmpty {
      if let range = found.range {
        let ends = [range.lowerBound, range.upperBound]
        entries.append(
          entry("range", .sequence(ends.map { Node(content: number($0), span: span) })))
      }
      if let step = found.step { entries.append(entry("step", number(step))) }
      if let unit = found.unit { entries.append(entry("unit", text(unit))) }
    } else {
      let names = found.sectors.map { Node(content: text($0), span: span) }
      entries.append(entry("sectors", .sequence(names)))
    }
    var node = self
    node.content = .mapping(own + entries)
    node.weight += entries.reduce(0) { $0 + $1.value.weight + 1 }
    return node
  }
}
