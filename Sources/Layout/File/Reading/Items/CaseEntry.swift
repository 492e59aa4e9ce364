internal import Diagnostics
internal import Knobs
internal import Layout

/// An entry with a `when:`.
protocol CaseHolder: Sendable {
  var cases: [CaseEntry] { get set }
}

/// A case of `when:` while its keys are read; the names in its conditions are resolved after all
/// items are read.
struct CaseEntry: Sendable {
  var control: ControlLayout?
  var knob: Located<String>?
  /// The values of `is` or `in`, as written.
  var values: [Node] = []
  var above: Located<Double>?
  var below: Located<Double>?
  var pages: [Located<String>] = []
  var languages: [Located<String>] = []
  var time: DayTimes?
  var change = ItemChange()
  var span = SourceSpan.none
  var locations = KeyLocations()
}

/// What conditions of a layout can name, and the controls that they read.
struct ConditionNames {
  let knobs: KnownKnobs
  let pages: KnownPages
  let languages: [PanelLanguage]
  /// The controls of all conditions that were resolved, each once.
  private(set) var controls: [ControlLayout] = []

  /// The most controls of all conditions of a layout.
  static let controlLimit = 256

  init(_ knobs: KnownKnobs, _ pages: KnownPages, _ languages: [PanelLanguage]) {
    (self.knobs, self.pages, self.languages) = (knobs, pages, languages)
  }

  /// Resolves the cases of an item; reports those that cannot be.
  mutating func cases(_ entries: [CaseEntry], _ context: ReadingContext) -> [ItemCase] {
    var cases: [ItemCase] = []
    for entry in entries {
      guard let conditions = conditions(of: entry, context) else { continue }
      if cases.contains(where: { $0.conditions == conditions }) {
        context.warning(
          "an earlier case has the same conditions, so this one never applies", at: entry.span,
          hint: "write all properties of these conditions in one case")
      }
      cases.append(ItemCase(conditions, entry.change))
    }
    return cases
  }

  /// Resolves the conditions that show a page, which cannot depend on the page that is shown.
  mutating func cases(of page: PageEntry, _ context: ReadingContext) -> [ItemCase] {
    for entry in page.cases {
      if let shown = entry.locations["page"] {
        context.error(
          "a page cannot be shown because of the page that is shown", at: shown.keySpan,
          hint: "pages would show each other without end; remove this `page`")
      }
      if let lock = page.lock {
        context.error(
          "a page with a `lock` cannot be shown without its PIN", at: entry.span,
          hint: "remove `lock` or `when`",
          related: [.init(span: lock.span, message: "the `lock` is here")])
      }
    }
    return cases(page.cases, context)
  }

  /// Returns the conditions of a case, or nil after reporting the reason.
  private mutating func conditions(
    of entry: CaseEntry, _ context: ReadingContext
  ) -> [Condition]? {
    var conditions: [Condition?] = []
    if let control = entry.control, let test = test(of: entry, of: nil, context) {
      conditions.append(index(of: control, entry, context).map { .control($0, test) })
    }
    if let name = entry.knob {
      conditions.append(
        knobs.index(name, context).flatMap { index in
          test(of: entry, of: knobs.placed[index], context).map { .knob(index, $0) }
        })
    }
    if !entry.pages.isEmpty {
      let found = entry.pages.compactMap {
        pages.index($0, because: "a condition names a page", context)
      }
      conditions.append(found.count == entry.pages.count ? .page(found) : nil)
    }
    if !entry.languages.isEmpty {
      let found = entry.languages.compactMap {
        languages.index($0, because: "a condition names a language", context)
      }
      conditions.append(found.count == entry.languages.count ? .language(found) : nil)
    }
    if let time = entry.time { conditions.append(.time(time)) }
    let resolved = conditions.compactMap { $0 }
    return resolved.isEmpty || resolved.count < conditions.count ? nil : resolved
  }

  private mutating func index(
    of control: ControlLayout, _ entry: CaseEntry, _ context: ReadingContext
  ) -> Int? {
    if let index = controls.firstIndex(of: control) { return index }
    guard controls.count < Self.controlLimit else {
      context.error(
        "the conditions of this layout read more than \(Self.controlLimit) controls",
        at: entry.span, hint: "remove some")
      return nil
    }
    controls.append(control)
    return controls.count - 1
  }

  // MARK: Tests

  /// Returns the test of a case, or nil after reporting the reason.
  private func test(
    of entry: CaseEntry, of knob: KnobEntry?, _ context: ReadingContext
  ) -> ValueTest? {
    if !entry.values.isEmpty {
      let values = entry.values.compactMap { node -> ConditionValue? in
        guard let knob else { return ConditionValue(node) }
        return knob.comparedValue(node, context).map { .number($0) }
      }
      return values.count == entry.values.count ? .isOneOf(values) : nil
    }
    let limits = [entry.above, entry.below].compactMap { $0 }
    // Which keys are missing was reported.
    guard !limits.isEmpty else { return nil }
    if let knob {
      for limit in limits where !knob.canBeCompared(to: limit, context) { return nil }
    }
    if let above = entry.above, let below = entry.below, above.value >= below.value {
      context.error(
        "no number is above \(NumberText.shown(above.value)) and below "
          + "\(NumberText.shown(below.value))", at: below.span,
        hint: "swap them, or write two cases")
      return nil
    }
    return .isBetween(above: entry.above?.value, below: entry.below?.value)
  }
}

extension ConditionValue {
  /// Returns the value that a node of a condition means.
  fileprivate init?(_ node: Node) {
    guard case .scalar(let text, let isPlain) = node.content else { return nil }
    let word = text.lowercased()
    if isPlain, case .success(let number) = NumberText.read(text) {
      self = .number(number)
    } else if ["true", "on", "yes"].contains(word) {
      self = .flag(true)
    } else if ["false", "off", "no"].contains(word) {
      self = .flag(false)
    } else {
      self = .text(word)
    }
  }
}

extension KnobEntry {
  /// Returns a value with which the knob's value is compared, or nil after reporting the reason.
  fileprivate func comparedValue(_ node: Node, _ context: ReadingContext) -> Double? {
    let name = VisibleText.quoted(knob.id)
    let subject = Subject(name: "a value of \(name)", span: node.span)
    if let sectors = knob.sectors {
      let names = sectors.enumerated().map { (word: $1, value: Double($0)) }
      return Shape.choice(names).read(node, subject, context)
    }
    guard let value = Shape.number(example: 20).read(node, subject, context),
      isInRange(value, at: node.span, context)
    else { return nil }
    let range = knob.scale.range
    if knob.scale.step == 0, value != range.lowerBound, value != range.upperBound {
      context.warning(
        "\(name) has no `step`, so its value is hardly ever exactly \(NumberText.shown(value))",
        at: node.span, hint: "write `above` and `below`, or give the knob a `step`")
    }
    return value
  }

  /// Returns whether the knob's value can be above or below a number; reports if not.
  fileprivate func canBeCompared(to limit: Located<Double>, _ context: ReadingContext) -> Bool {
    guard knob.sectors == nil else {
      context.error(
        "the values of \(VisibleText.quoted(knob.id)) are names, of which none is above another",
        at: limit.span, hint: "write `is` or `in` with names of its sectors",
        related: [.init(span: nameSpan, message: "the knob is here")])
      return false
    }
    return isInRange(limit.value, at: limit.span, context)
  }

  private func isInRange(
    _ value: Double, at span: SourceSpan, _ context: ReadingContext
  ) -> Bool {
    let range = knob.scale.range
    if range.contains(value) { return true }
    context.error(
      "\(NumberText.shown(value)) is outside of the range of \(VisibleText.quoted(knob.id)), "
        + "\(NumberText.shown(range.lowerBound)) to \(NumberText.shown(range.upperBound))",
      at: span, related: [.init(span: nameSpan, message: "the knob is here")])
    return false
  }
}
