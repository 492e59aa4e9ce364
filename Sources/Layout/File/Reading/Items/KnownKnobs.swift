internal import Diagnostics
internal import Knobs
internal import Layout

/// The knobs that buttons can name, for resolving their actions.
struct KnownKnobs {
  let placed: [KnobEntry]
  /// Includes knobs that have errors.
  let names: [String]
  private let known: Set<String>
  private let indices: [String: Int]

  init(placed: [KnobEntry], names: [String]) {
    self.placed = placed
    self.names = names
    known = Set(names)
    indices = Dictionary(
      placed.enumerated().map { ($1.knob.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the indices of the knobs to mute, or nil after reporting the reason.
  func muted(_ choice: KnobChoice, _ context: ReadingContext) -> [Int]? {
    switch choice {
    case .all: Array(placed.indices)
    case .named(let list): indices(list, context)
    }
  }

  /// Returns the indices of the knobs to reset, all of which have a default, or nil as `muted`.
  func reset(_ choice: KnobChoice, _ context: ReadingContext) -> [Int]? {
    switch choice {
    case .all(let span):
      let found = placed.indices.filter { placed[$0].knob.defaultValue != nil }
      if found.isEmpty, placed.count == names.count {
        context.error(
          "no knob has a `default` to be reset to", at: span, hint: "add `default: 20` to some")
      }
      return found.isEmpty ? nil : found
    case .named(let list):
      guard let found = indices(list, context) else { return nil }
      var isValid = true
      for (entry, index) in zip(list, found) where placed[index].knob.defaultValue == nil {
        isValid = false
        context.error(
          "knob \(VisibleText.quoted(entry.value)) has no `default` to be reset to", at: entry.span,
          hint: "add `default: \(NumberText.shown(placed[index].knob.value))` to it",
          related: [.init(span: placed[index].nameSpan, message: "the knob is here")])
      }
      return isValid ? found : nil
    }
  }

  func targets(
    _ values: [Named<Node>], _ context: ReadingContext
  ) -> [ButtonLayout.Target]? {
    targets(values, context) { $0.value($1, context) }
  }

  /// Returns the values that another button's `preset` sets, or nil as `muted`.
  func targets(
    ofPreset name: Located<String>, _ presets: [String: [Named<Node>]], _ context: ReadingContext
  ) -> [ButtonLayout.Target]? {
    guard let values = presets[name.value] else {
      let others = presets.keys.sorted()
      context.error(
        "there is no button \(VisibleText.quoted(name.value)) with a `preset`", at: name.span,
        hint: Spelling.hint(for: name.value, among: others)
          ?? (others.isEmpty
            ? "write the values here: `preset: {volume: 20}`"
            : "the buttons with a `preset` are: " + others.prefix(12).joined(separator: ", ")))
      return nil
    }
    // Errors in the values are reported at that button.
    return context.discardingDiagnostics { targets(values, context) }
  }

  /// Returns the knobs to change with the differences in value, or nil as `muted`.
  func changes(
    _ values: [Named<Double>], _ context: ReadingContext
  ) -> [ButtonLayout.Target]? {
    targets(values, context) { $0.change($1, context) }
  }

  private func targets<Value>(
    _ values: [Named<Value>], _ context: ReadingContext,
    read: (KnobEntry, Named<Value>) -> Double?
  ) -> [ButtonLayout.Target]? {
    let list = values.map { Located(value: $0.name, span: $0.nameSpan) }
    guard let found = indices(list, context) else { return nil }
    let targets = zip(values, found).compactMap { value, index in
      read(placed[index], value).map { ButtonLayout.Target(knob: index, value: $0) }
    }
    return targets.count == values.count ? targets : nil
  }

  /// Returns the index of a knob, or nil after reporting that there is none.
  func index(_ name: Located<String>, _ context: ReadingContext) -> Int? {
    indices([name], context)?.first
  }

  private func indices(
    _ list: [Located<String>], _ context: ReadingContext
  ) -> [Int]? {
    var found: [Int] = []
    var seen: [String: SourceSpan] = [:]
    for entry in list {
      let (name, span) = (entry.value, entry.span)
      let shown = VisibleText.quoted(name)
      if let first = seen[name] {
        context.error(
          "knob \(shown) is listed twice", at: span, hint: "remove one of the two",
          related: [.init(span: first, message: "the first is here")])
      } else if let index = indices[name] {
        found.append(index)
      } else if !known.contains(name) {
        context.error(
          "there is no knob \(shown)", at: span,
          hint: Spelling.hint(for: name, among: names)
            ?? (names.isEmpty
              ? nil : "the knobs are: " + names.prefix(12).joined(separator: ", ")))
      }
      seen[name] = seen[name] ?? span
    }
    return found.count == list.count ? found : nil
  }
}

extension KnobEntry {
  /// Returns a valid difference in the knob's value, or nil after reporting the reason.
  fileprivate func change(_ written: Named<Double>, _ context: ReadingContext) -> Double? {
    let (name, change) = (VisibleText.quoted(written.name), written.value)
    let related = [Diagnostic.Related(span: nameSpan, message: "the knob is here")]
    guard case .arc = knob.travel else {
      context.error(
        "\(name) has no ends, so a button cannot `change` its value",
        at: written.nameSpan, hint: "use a `preset`", related: related)
      return nil
    }
    let width = knob.scale.range.upperBound - knob.scale.range.lowerBound
    if change != 0, abs(change) <= width { return change }
    context.error(
      change == 0
        ? "a change of 0 does nothing"
        : "\(NumberText.shown(change)) is more than the whole range of \(name), "
          + NumberText.shown(width),
      at: written.span, related: change == 0 ? [] : related)
    return nil
  }

  /// Returns a valid value of the knob, or nil after reporting the reason.
  fileprivate func value(_ written: Named<Node>, _ context: ReadingContext) -> Double? {
    let name = VisibleText.quoted(written.name)
    let subject = Subject(name: "the value of \(name)", span: written.nameSpan)
    if case .sectors(let sectors) = knob.travel {
      let names = sectors.enumerated().map { (word: $1, value: Double($0)) }
      return Shape.choice(names).read(written.value, subject, context)
    }
    guard let value = Shape.number(example: 20).read(written.value, subject, context) else {
      return nil
    }
    let range = knob.scale.range
    if let limit = knob.guards.limit, value > limit, value <= range.upperBound {
      context.error(
        "\(NumberText.shown(value)) is above the limit of \(name), \(NumberText.shown(limit))",
        at: written.value.span, related: [.init(span: limitSpan, message: "the limit is here")])
      return nil
    }
    if range.contains(value) { return value }
    context.error(
      "\(NumberText.shown(value)) is outside of the range of \(name), "
        + "\(NumberText.shown(range.lowerBound)) to \(NumberText.shown(range.upperBound))",
      at: written.value.span, related: [.init(span: nameSpan, message: "the knob is here")])
    return nil
  }
}
