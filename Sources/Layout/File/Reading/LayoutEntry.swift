internal import Diagnostics
internal import Knobs
internal import Layout

/// The items on the panel, or on one of its pages.
struct SectionEntry: Sendable {
  var knobs: [Named<KnobEntry>] = []
  var labels: [LabelEntry] = []
  var images: [ImageEntry] = []
  var buttons: [Named<ButtonEntry>] = []
}

/// An entry with a section: the file itself, or one of its pages.
protocol SectionHolder: Sendable {
  var section: SectionEntry { get set }
}

/// A page while its keys are read.
struct PageEntry: Sendable, SectionHolder, CaseHolder {
  var name: String?
  var lock: Located<Lock>?
  var cases: [CaseEntry] = []
  var section = SectionEntry()
}

/// A layout while its keys are read.
struct LayoutEntry: Sendable, SectionHolder {
  var panel = PanelLayout()
  var pages: [Named<PageEntry>] = []
  var languages: [LanguageEntry] = []
  var languageControl: Located<ControlLayout>?
  var presence: PresenceLayout?
  var light: LightLayout?
  var messageControl: ControlLayout?
  var section = SectionEntry()
}

extension LayoutEntry {
  /// Returns the layout after checking references between items; valid only if no errors were
  /// reported.
  func document(_ context: ReadingContext) -> LayoutDocument {
    var layout = LayoutDocument(panel: panel)
    if case .grid(let grid) = context.panelGrid {
      layout.panel.paging.tabs?.leftMargin = grid.box.left
      layout.panel.paging.tabs?.rightMargin = max(panel.width - grid.box.right, 0)
    }
    layout.pages = pages.map {
      var page = PageLayout(id: $0.name, name: $0.value.name)
      page.isLocked = $0.value.lock != nil
      return page
    }
    // Items on every page first, then those of each page.
    let sections: [(page: Int?, entry: SectionEntry)] =
      [(page: nil, entry: section)]
      + pages.enumerated().map { (page: $0, entry: $1.value.section) }
    checkNames(sections.map(\.entry), context)
    var knobs: [KnobEntry] = []
    var labels: [LabelEntry] = []
    let images = sections.flatMap(\.entry.images)
    for (page, section) in sections {
      knobs += section.knobs.filter(\.value.isUsable).map { $0.value.named($0, on: page) }
      labels += section.labels.map { entry in
        var entry = entry
        entry.label.page = page
        return entry
      }
      layout.images += section.images.map { entry in
        var image = entry.image
        image.page = page
        return image
      }
    }
    if let nameBelow = context.environment.nameBelow {
      NameRows(panel: panel, nameBelow: nameBelow).place(&knobs)
    }
    let knownPages = KnownPages(names: pages.map(\.name))
    checkIdle(knobs, knownPages, &layout.panel, context)
    checkPIN(context)
    GroupCheck.check(knobs, isComplete: !context.hasErrors, context)
    let names = sections.flatMap { $0.entry.knobs.map(\.name) }
    let known = KnownKnobs(placed: knobs, names: names)
    LimitCheck.check(knobs, isComplete: !context.hasErrors, context)
    let presets = Dictionary(
      sections.flatMap { $0.entry.buttons }.compactMap { button in
        button.value.presetValues.map { (button.name, $0) }
      }, uniquingKeysWith: { first, _ in first })
    layout.languages = LanguageEntry.languages(languages, panel)
    layout.languageControl = languageControl?.value
    (layout.presence, layout.light) = (presence, light)
    layout.messageControl = messageControl
    if let languageControl, languages.isEmpty {
      context.error(
        "a control chooses the language, but there are no `texts`", at: languageControl.span,
        hint: "add the texts in other languages, such as `texts: {de: {Kitchen: Küche}}`, or write "
          + "`panel: {locale: de}` for numbers and dates alone")
    }
    var buttons = sections.flatMap { page, section in
      context.eachItem(section.buttons) { named -> ButtonEntry? in
        var entry = named.value
        (entry.button.id, entry.button.page) = (named.name, page)
        entry.button.location = named.nameSpan.start
        let isGood = entry.resolve(
          among: known, knownPages, presets: presets, layout.languages, context)
        return isGood ? entry : nil
      }.compactMap { $0 }
    }
    layout.knobs = knobs.map(\.knob)
    layout.labels = labels.map(\.label)
    layout.buttons = buttons.map(\.button)
    resolveCases(
      of: &layout, ConditionNames(known, knownPages, layout.languages),
      (knobs.map(\.cases), labels.map(\.cases), images.map(\.cases), buttons.map(\.cases)), context)
    for (index, knob) in layout.knobs.enumerated() { knobs[index].knob.cases = knob.cases }
    for (index, label) in layout.labels.enumerated() { labels[index].label.cases = label.cases }
    for (index, button) in layout.buttons.enumerated() {
      buttons[index].button.cases = button.cases
    }
    checkLoops(knobs, layout, context)
    layout.connections = context.connections.layouts
    warn(about: knobs, buttons, context)
    if !context.hasErrors {
      LanguageEntry.check(languages, layout, context)
      let check = TextAreaCheck(panel: panel, knobs: knobs, labels: labels, buttons: buttons)
      check.check(layout, languages, context)
    }
    return layout
  }

  /// Resolves the conditions of the items and of the pages.
  private func resolveCases(
    of layout: inout LayoutDocument, _ names: ConditionNames,
    _ entries: (
      knobs: [[CaseEntry]], labels: [[CaseEntry]], images: [[CaseEntry]], buttons: [[CaseEntry]]
    ), _ context: ReadingContext
  ) {
    var names = names
    func cases(_ entries: [[CaseEntry]]) -> [[ItemCase]] {
      context.eachItem(entries) { $0.isEmpty ? [] : names.cases($0, context) }
    }
    for (index, cases) in cases(entries.knobs).enumerated() { layout.knobs[index].cases = cases }
    for (index, cases) in cases(entries.labels).enumerated() { layout.labels[index].cases = cases }
    for (index, cases) in cases(entries.images).enumerated() { layout.images[index].cases = cases }
    for (index, cases) in cases(entries.buttons).enumerated() {
      layout.buttons[index].cases = cases
    }
    for (index, page) in pages.enumerated() {
      layout.pages[index].cases = names.cases(of: page.value, context)
    }
    layout.conditionControls = names.controls
  }

  /// Reports members of a group that the value of their master hides or disables: without them, the
  /// master has another value.
  private func checkLoops(
    _ knobs: [KnobEntry], _ layout: LayoutDocument, _ context: ReadingContext
  ) {
    for (index, master) in knobs.enumerated() {
      let members = Set(master.members?.map(\.value) ?? [])
      for member in knobs where members.contains(member.knob.id) {
        for (entry, item) in zip(member.cases, member.knob.cases) {
          let dependsOnMaster = item.conditions.contains {
            if case .knob(index, _) = $0 { true } else { false }
          }
          guard dependsOnMaster, item.change.look != item.change else { continue }
          context.error(
            "knob \(VisibleText.quoted(member.knob.id)) cannot be hidden or disabled by the value of "
              + "its master \(VisibleText.quoted(master.knob.id))",
            at: entry.locations["knob"]?.span ?? entry.span,
            hint:
              "without this member the master has another value, and the two would change each other "
              + "without end; name another knob")
        }
      }
    }
  }

  /// Resolves what the panel does when idle.
  private func checkIdle(
    _ knobs: [KnobEntry], _ pages: KnownPages, _ panel: inout PanelLayout, _ context: ReadingContext
  ) {
    if let page = context.homePage,
      let index = pages.index(page, because: "`idle` shows a page", context)
    {
      panel.paging.homePage = index
    }
    if let values = context.idleValues, !context.hasErrors,
      !knobs.contains(where: { $0.knob.defaultValue != nil })
    {
      context.error(
        "no knob has a `default` to return to", at: values.span, hint: "add `default: 20` to some")
    }
  }

  /// Warns of items that are hard to use; only if there are no errors.
  private func warn(
    about knobs: [KnobEntry], _ buttons: [ButtonEntry], _ context: ReadingContext
  ) {
    guard !context.hasErrors else { return }
    context.connections.warnOfUnused(context)
    let areas = TouchAreas(panel: panel, ruler: context.ruler)
    areas.check(knobs, context)
    areas.checkControls(knobs, context)
    EncoderCheck.check(knobs, context)
    areas.check(buttons, among: knobs, context)
    areas.checkChoices(buttons, context)
    if pages.count > 1 { areas.checkTabs(knobs, buttons, context) }
  }

  private func checkNames(_ sections: [SectionEntry], _ context: ReadingContext) {
    var names = UniqueNames()
    for (index, section) in sections.enumerated() {
      for knob in section.knobs { names.add(knob, "knob", in: index, context) }
    }
    for (index, section) in sections.enumerated() {
      for button in section.buttons { names.add(button, "button", in: index, context) }
    }
    for page in pages { names.add(page, "page", context) }
  }
}

extension KnobEntry {
  /// Returns a copy with its name and page.
  fileprivate func named(_ named: Named<KnobEntry>, on page: Int?) -> KnobEntry {
    var entry = self
    entry.nameSpan = named.nameSpan
    (entry.knob.id, entry.knob.page) = (named.name, page)
    entry.knob.location = named.nameSpan.start
    entry.knob.file = named.nameSpan.file.path
    return entry
  }
}

extension SourceSpan {
  /// A placeholder until the span is known.
  static let none = SourceFile(path: "", bytes: []).span(0..<0)
}
