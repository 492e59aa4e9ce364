internal import Diagnostics
internal import Gesture
internal import Layout
internal import Locales

/// Warns of texts that are cut off at the panel's edge or overlap each other.
///
/// Omits texts of misplaced knobs and buttons, which `TouchAreas` reports.
struct TextAreaCheck {
  /// Areas are whole pixels around the ink, so a smaller overlap is invisible.
  private static let slack = 1.0
  /// The smallest distance of a knob's name from a button, in design pixels: closer, it looks like
  /// the button's.
  static let smallestGap = 6.0

  let panel: PanelLayout
  let knobs: [KnobEntry]
  let labels: [LabelEntry]
  let buttons: [ButtonEntry]
  /// The language; nil for the layout's own.
  var language: LanguageEntry?

  /// Checks the layout in each of its languages; what is wrong in several is told for the first.
  func check(
    _ layout: LayoutDocument, _ languages: [LanguageEntry], _ context: ReadingContext
  ) {
    var told = Set<TextArea.Owner>()
    for index in 0..<max(layout.languages.count, 1) {
      guard let areas = context.environment.textAreas?(layout.translated(to: index)) else { return }
      var check = self
      if index > 0 {
        check.language = languages.first { $0.locale.name == layout.languages[index].name }
      }
      told.formUnion(check.check(areas, except: told, context))
    }
  }

  /// Returns the owners of the texts that were reported.
  private func check(
    _ areas: [TextArea], except told: Set<TextArea.Owner>, _ context: ReadingContext
  ) -> Set<TextArea.Owner> {
    var reported = told
    var groups: [Group] = []
    for area in areas {
      if let last = groups.last, last.box.owner == area.owner, last.box.part == area.part {
        groups[groups.count - 1].add(area)
      } else {
        groups.append(Group(area))
      }
    }
    groups += shapes(among: groups)
    // Overlaps name the item below first.
    groups = groups.filter { !$0.isOverlay } + groups.filter(\.isOverlay)
    for area in areas where !told.contains(area.owner) {
      if language == nil, !area.missing.isEmpty {
        reportMissing(area.missing, at: textSpan(area.owner, context), context)
      }
      guard !area.compromises.isEmpty else { continue }
      reported.insert(area.owner)
      context.beginItem()
      for compromise in area.compromises { report(compromise, of: area.owner, context) }
    }
    // Another script is told as a whole.
    if let language {
      var seen = Set<Character>()
      let missing = areas.flatMap { Array($0.missing) }.filter { seen.insert($0).inserted }
      if !missing.isEmpty { reportMissing(String(missing), at: language.nameSpan, context) }
    }
    let findings =
      groups.compactMap { edge(of: $0, context.ruler) } + overlaps(of: groups).map(finding(of:))
    // All findings of an owner form one item; other items at the same location add nothing.
    let byOwner = Dictionary(grouping: findings, by: \.owner)
    var owners = Set<TextArea.Owner>()
    for owner in findings.map(\.owner)
    where !told.contains(owner) && owners.insert(owner).inserted {
      reported.insert(owner)
      context.beginItem()
      for finding in byOwner[owner] ?? [] {
        context.warning(
          inLanguage + finding.message, at: span(owner), hint: finding.hint,
          related: finding.related)
      }
    }
    return reported
  }

  /// What messages about another language than the layout's own begin with.
  private var inLanguage: String { language.map { "in `\($0.locale.name)`, " } ?? "" }

  /// The maximum number of missing characters that a message names.
  private static let namedLimit = 8

  private func reportMissing(
    _ missing: String, at span: SourceSpan, _ context: ReadingContext
  ) {
    let more = missing.count - Self.namedLimit
    let characters =
      missing.prefix(Self.namedLimit).map { VisibleText.quoted(String($0)) }
      .joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    context.beginItem()
    context.warning(
      "\(inLanguage)no installed font has \(characters); a box is shown instead",
      at: span,
      hint: "install a font that has it, such as fonts-symbola, fonts-noto-core or "
        + "fonts-noto-color-emoji from Debian")
  }

  private func report(
    _ compromise: TextArea.Compromise, of owner: TextArea.Owner, _ context: ReadingContext
  ) {
    switch compromise {
    case .cut(let text, let shown):
      context.warning(
        "\(inLanguage)\(VisibleText.quoted(text)) has too little room; \(VisibleText.quoted(shown)) is shown",
        at: textSpan(owner, context), hint: roomHint(owner))
    case .smaller(let text, let size, let wanted):
      context.warning(
        "\(inLanguage)\(VisibleText.quoted(text)) does not fit at \(NumberText.shown(wanted)) px; the value is "
          + "shown at \(TouchAreas.oneDecimal(size)) px",
        at: textSpan(owner, context), hint: "make the knob larger, or the value's `size` smaller")
    case .tooSmall(let text, let size, let wanted):
      let distance = panel.viewingDistanceMetres.map { NumberText.shown($0) } ?? ""
      context.warning(
        "\(inLanguage)\(VisibleText.quoted(text, limit: 24)) is \(TouchAreas.oneDecimal(size)) px high; from "
          + "\(distance) m, people read texts of \(TouchAreas.oneDecimal(wanted)) px",
        at: textSpan(owner, context), hint: roomHint(owner))
    case .withoutUnit(let text, let unit):
      context.warning(
        "\(inLanguage)the unit \(VisibleText.quoted(unit)) has too little room beside "
          + "\(VisibleText.quoted(text)), and is not shown",
        at: textSpan(owner, context), hint: "make the knob larger, or leave out the unit")
    }
  }

  private func roomHint(_ owner: TextArea.Owner) -> String {
    switch owner {
    case .knob: "write a shorter text, or make the knob larger"
    case .label: "make its `width` larger, or write `fit: wrap` or `fit: shrink`"
    case .button: "write a shorter text, or make the button wider"
    case .tabs, .pageDots, .padlock, .clock: "write shorter names of pages"
    }
  }

  /// A finding about an item.
  private struct Finding {
    var owner: TextArea.Owner
    var message: String
    var hint: String?
    var related: [Diagnostic.Related] = []
  }

  // MARK: The panel's edges

  private func edge(of group: Group, _ ruler: Ruler) -> Finding? {
    guard !isMisplaced(group.box.owner, ruler) else { return nil }
    let beyond = group.areas.map { distanceBeyond($0, ruler) }.max() ?? 0
    guard beyond > Self.slack else { return nil }
    return Finding(
      owner: group.box.owner,
      message: "\(description(group.box)) reaches \(TouchAreas.oneDecimal(beyond)) px beyond "
        + ruler.panelText, hint: hint(group.box))
  }

  private func distanceBeyond(_ area: TextArea, _ ruler: Ruler) -> Double {
    // The first and last letters seldom fill the corners of the box.
    let inset = panel.shape == .round ? (area.bottom - area.top) * 0.25 : 0
    return [area.top + inset, area.bottom - inset].flatMap { y in
      [area.left, area.right].map { ruler.distanceBeyond(DesignPoint(x: $0, y: y)) }
    }.max() ?? 0
  }

  /// Whether to skip the item, because its position was already checked or reported.
  private func isMisplaced(_ owner: TextArea.Owner, _ ruler: Ruler) -> Bool {
    switch owner {
    case .knob(let index):
      let knob = knobs[index].knob
      return ruler.distanceBeyond(knob.center, radius: knob.diameter / 2) > 0
    case .label(let index): return ruler.distanceBeyond(labels[index].label.at) > 0
    case .button, .tabs, .pageDots, .padlock, .clock: return true
    }
  }

  private func hint(_ area: TextArea) -> String? {
    switch area.part {
    case .shape: nil
    case .scale: "the texts of a scale are around the knob; move the knob, or make it smaller"
    case .name, .value: "it is below the knob; move the knob, or make it smaller"
    case .whole: "move it, make its `size` smaller, or write a `width` and `fit: wrap`"
    }
  }

  // MARK: Overlaps

  /// Returns the largest overlap of each pair of items.
  private func overlaps(of groups: [Group]) -> [Overlap] {
    var found: [Pair: Overlap] = [:]
    var order: [Pair] = []
    let sorted = groups.indices.sorted { groups[$0].box.left < groups[$1].box.left }
    for (offset, index) in sorted.enumerated() {
      for other in sorted[(offset + 1)...] {
        if groups[other].box.left >= groups[index].box.right { break }
        let (one, two) = (groups[min(index, other)], groups[max(index, other)])
        let overlap = overlap(one, two)
        guard overlap > Self.slack, mayOverlap(one.box, two.box) else { continue }
        let pair = Pair(one: one.box.owner, two: two.box.owner)
        if found[pair] == nil { order.append(pair) }
        if overlap > found[pair]?.pixels ?? 0 {
          found[pair] = Overlap(pixels: overlap, one: one.box, two: two.box)
        }
      }
    }
    return order.compactMap { found[$0] }
  }

  private struct Overlap {
    var pixels: Double
    var one: TextArea
    var two: TextArea

    /// The overlap without the gap around the shape of a button.
    var withoutGap: Double {
      switch (one.owner, one.part, two.owner, two.part) {
      case (.button, .shape, _, _): one.grown(by: -smallestGap).overlap(two)
      case (_, _, .button, .shape): one.overlap(two.grown(by: -smallestGap))
      default: pixels
      }
    }
  }

  private struct Pair: Hashable {
    var one: TextArea.Owner
    var two: TextArea.Owner
  }

  private func overlap(_ one: Group, _ two: Group) -> Double {
    guard one.box.overlap(two.box) > Self.slack else { return 0 }
    return one.areas.map { area in two.areas.map { area.overlap($0) }.max() ?? 0 }.max() ?? 0
  }

  /// Whether two texts can be visible together, and their overlap is not reported otherwise.
  private func mayOverlap(_ one: TextArea, _ two: TextArea) -> Bool {
    guard TouchAreas.areVisibleTogether(one.page, two.page),
      one.owner == two.owner || !(canBeHidden(one.owner) && canBeHidden(two.owner))
    else { return false }
    if one.part == .shape || two.part == .shape { return mayMeetShape(one, two) }
    switch (one.owner, two.owner) {
    case (.knob(let one), .knob(let two)) where one != two:
      let (a, b) = (knobs[one].knob, knobs[two].knob)
      return a.center.distance(to: b.center) >= (a.diameter + b.diameter) / 2 * Dial.defaultReach
    // The shape of the button counts.
    case (.knob, .button): return false
    case (.knob(let knob), .tabs):
      let (y, radius) = (knobs[knob].knob.center.y, knobs[knob].knob.diameter / 2)
      guard let tabs = panel.paging.tabs else { return false }
      return tabs.side == .top
        ? y - radius >= tabs.height : y + radius <= panel.height - tabs.height
    case (.button, .button), (.button, .tabs): return false
    case (.tabs, _), (.pageDots, _): return false
    default: return true
    }
  }

  /// Whether an overlap with the shape of a knob or a button counts.
  private func mayMeetShape(_ one: TextArea, _ two: TextArea) -> Bool {
    switch (one.owner, two.owner) {
    case (.button, .pageDots), (.button, .padlock):
      Overlap(pixels: 0, one: one, two: two).withoutGap > Self.slack
    case (_, .pageDots), (_, .padlock): true
    case (.knob(let knob), .button(let button)):
      one.part != .shape && two.part == .shape
        && TouchAreas.gap(knobs[knob].knob, buttons[button].button) >= 0
    default: false
    }
  }

  private func finding(of overlap: Overlap) -> Finding {
    let (one, two) = (overlap.one, overlap.two)
    let overlap = overlap.withoutGap
    let isNear = overlap <= Self.slack
    let pixels = TouchAreas.oneDecimal(overlap)
    switch two.owner {
    case .tabs:
      return Finding(
        owner: one.owner, message: "\(description(one)) reaches \(pixels) px under the tabs")
    case .pageDots, .padlock:
      return Finding(
        owner: one.owner,
        message: "\(description(two)) \(two.owner == .padlock ? "covers" : "cover") \(pixels) px "
          + "of \(description(one))", hint: "move it")
    default: break
    }
    guard one.owner != two.owner else {
      return Finding(
        owner: one.owner,
        message: "\(description(one)) and its \(Self.name(two.part)) overlap by \(pixels) px",
        hint: "make the texts smaller, or the knob larger")
    }
    return Finding(
      owner: two.owner,
      message: "\(description(two)) and \(description(one)) "
        + (isNear ? "nearly touch" : "overlap by \(pixels) px"),
      hint: isNear
        ? "leave at least \(NumberText.shown(Self.smallestGap)) px between them"
        : "move them apart, or make them smaller",
      related: [.init(span: span(one.owner), message: "\(description(one)) is here")])
  }

  // MARK: Descriptions and locations

  private static func name(_ part: TextArea.Part) -> String {
    switch part {
    case .name: "name"
    case .value: "value"
    case .scale: "scale"
    case .whole: "text"
    case .shape: "shape"
    }
  }

  private func description(_ area: TextArea) -> String {
    switch area.owner {
    case .knob(let index):
      (area.part == .shape ? "knob " : "the \(Self.name(area.part)) of ")
        + VisibleText.quoted(knobs[index].knob.id)
    case .label(let index): "the label \(VisibleText.quoted(labels[index].label.text, limit: 24))"
    case .button(let index): "the button \(VisibleText.quoted(buttons[index].button.id))"
    case .tabs: "the row of tabs"
    case .pageDots: "the dots of the pages"
    case .padlock: "the padlock of the locked panel"
    case .clock: "the clock"
    }
  }

  private func textSpan(_ owner: TextArea.Owner, _ context: ReadingContext) -> SourceSpan {
    switch owner {
    case .knob(let index): knobs[index].nameSpan
    case .label(let index): labels[index].textSpan
    case .button(let index): buttons[index].nameSpan
    case .tabs, .pageDots, .padlock: context.pagesSpan ?? .none
    case .clock: context.localeSpan ?? .none
    }
  }

  private func span(_ owner: TextArea.Owner) -> SourceSpan {
    switch owner {
    case .knob(let index): knobs[index].centerSpan
    case .label(let index): labels[index].positionSpan
    case .button(let index): buttons[index].centerSpan
    // These are always the second of a pair.
    case .tabs, .pageDots, .padlock, .clock: .none
    }
  }
}
