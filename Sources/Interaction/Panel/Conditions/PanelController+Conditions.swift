public import Gesture
public import Layout

internal import Knobs

/// What items look like while conditions hold.
///
/// | # | item | event | result |
/// |---|---|---|---|
/// | 1 | any | other conditions hold | the first case whose conditions all hold applies at once |
/// | 2 | under a finger | a case that only changes its look applies | as 1: a colour follows the finger |
/// | 3 | under a finger | a case that hides, shows, disables or enables it applies | nothing |
/// | 3a | where a finger holds another item | a case that shows it applies | nothing: it would be above the finger's |
/// | 4 | as 3 and 3a | the finger lifts | the case that applies then |
/// | 5 | hidden or disabled | finger, encoder, preset, master or program | nothing; a program is refused |
/// | 6 | knob that a program moves over a time | is hidden or disabled | it stops where it is |
/// | 7 | any | the value of a condition is unknown or offline | that condition does not hold |
/// | 8 | page | conditions of an entry begin to hold | it is shown, once no finger is on the panel |
/// | 9 | page, waits for fingers | the conditions end | nothing |
/// | 10 | any | a new layout has the same control | its last report counts |
/// | 11 | under a finger | a new layout hides or disables it | `cancelled` |
///
/// A button sets all of its knobs before conditions are compared.
extension PanelController {
  /// Returns how an item looks: the index in its `looks`; nil while it is hidden.
  public func look(of item: PanelItem) -> Int? { appearances.look(of: item) }

  /// Returns whether the layout lets an item be touched, apart from being hidden.
  public func isEnabled(button index: Int) -> Bool { buttons[index].isEnabled }

  /// Whether conditions depend on the time of the day.
  public var conditionsDependOnTime: Bool { appearances.dependOnTime }

  /// Sets the time of the day for conditions.
  ///
  /// - Parameters:
  ///   - minute: Minutes since midnight in local time; nil if that is not known.
  ///   - time: When it was read.
  public func set(minuteOfDay minute: Int?, at time: Timestamp) {
    guard conditionInputs.minute != minute else { return }
    (now, source) = (time, .timer)
    conditionInputs.minute = minute
    appearances.mark(.time)
    settleAppearances()
  }

  /// Sets what a control of a condition has reported; nil if its value is unknown.
  func handleReport(
    _ report: ConditionInputs.Report?, ofCondition index: Int, at time: Timestamp
  ) {
    guard conditionInputs.set(report, ofControl: index) else { return }
    (now, source) = (time, layout.source(of: .condition(index)))
    appearances.mark(.control(index))
    settleAppearances()
  }

  /// Finds the cases of all items; pages are shown only by a later change.
  func beginAppearances() {
    appearances.markAll()
    for index in appearances.entries.indices {
      if case .page = appearances.entries[index].item { continue }
      apply(holdingCase(ofEntry: index), toEntry: index)
    }
    appearances.removeMarks()
  }

  /// Finds the cases of the marked items and applies them, unless knobs are being changed by a step.
  func settleAppearances() {
    guard appearances.hasMarked, !isMidStep, !isSettlingAppearances else { return }
    isSettlingAppearances = true
    // The check of a layout refuses conditions on their own effects; nothing may rely on that.
    var rest = 4 * appearances.entries.count + 16
    while rest > 0, let index = appearances.nextMarked() {
      update(entry: index)
      rest -= 1
    }
    appearances.removeMarks()
    isSettlingAppearances = false
  }

  /// Applies the cases that waited for a finger to lift.
  func resumeAppearances() {
    guard appearances.isWaiting else { return }
    appearances.markWaiting()
    settleAppearances()
  }

  private func update(entry index: Int) {
    let entry = appearances.entries[index]
    let next = holdingCase(ofEntry: index)
    guard next != entry.current else { return appearances.set(next, ofEntry: index) }
    if mustWait(entry, for: next) { return appearances.wait(entry: index) }
    if case .page(let page) = entry.item {
      guard next == nil || canShowByItself else { return appearances.wait(entry: index) }
      appearances.set(next, ofEntry: index)
      if next != nil {
        lastChoice = now
        go(toPage: page)
      }
      return
    }
    apply(next, toEntry: index)
    applyEffects()
  }

  /// Whether a page can be shown that nobody at the panel has asked for.
  private var canShowByItself: Bool { isUntouched && pad == nil && cleaning == nil }

  private func apply(_ next: Int?, toEntry index: Int) {
    appearances.set(next, ofEntry: index)
    let entry = appearances.entries[index]
    let state = entry.state(next)
    let (isVisible, isEnabled) = (entry.looks[state] != nil, entry.enabled[state])
    switch entry.item {
    case .knob(let knob):
      knobs[knob].follow(isVisible: isVisible, isEnabled: isEnabled)
      viewChanges.mark(knob: knob)
    case .button(let button):
      (buttons[button].isVisible, buttons[button].isEnabled) = (isVisible, isEnabled)
      if buttons[button].owner != nil, !isVisible || !isEnabled {
        release(button: button, isCancelled: true)
      }
      viewChanges.mark(button: button)
    case .label(let label): viewChanges.mark(label: label)
    case .image(let image): viewChanges.mark(image: image)
    case .page: break
    }
  }

  /// Rows 3 and 3a.
  private func mustWait(_ entry: Appearances.Entry, for next: Int?) -> Bool {
    guard !entry.staysTouchable(from: entry.current, to: next) else { return false }
    return isHeld(entry.item) || !entry.isVisible(entry.current) && coversHeldItem(entry.item)
  }

  /// Whether an item, if it is visible, overlaps another one that a finger holds.
  private func coversHeldItem(_ item: PanelItem) -> Bool {
    guard let area = TouchedArea(of: item, in: layout) else { return false }
    func isCovered(_ other: PanelItem) -> Bool {
      other != item && TouchedArea(of: other, in: layout)?.overlaps(area) == true
    }
    return owners.contains { isCovered(.knob($0.knob.index)) }
      || buttons.indices.contains { buttons[$0].owner != nil && isCovered(.button($0)) }
  }

  private func isHeld(_ item: PanelItem) -> Bool {
    switch item {
    case .knob(let index): knobs[index].recognizer.owner != nil
    case .button(let index): buttons[index].owner != nil
    case .label, .image, .page: false
    }
  }

  // MARK: Conditions

  private func holdingCase(ofEntry index: Int) -> Int? {
    appearances.entries[index].cases.firstIndex { $0.conditions.allSatisfy(holds) }
  }

  private func holds(_ condition: Condition) -> Bool {
    switch condition {
    case .control(let index, let test): conditionInputs.reports[index].map(test.passes) ?? false
    case .knob(let index, let test):
      knobs[index].control.state.refusal == nil && test.passes(.number(knobs[index].knob.value))
    case .page(let pages): pages.contains(shownPage)
    case .language(let languages): languages.contains(language)
    case .time(let times): conditionInputs.minute.map(times.contains) ?? false
    }
  }

  // MARK: Reload

  /// Takes over the reports of controls, and the cases of items under a finger and of pages.
  func takeAppearances(from old: PanelController, _ match: LayoutMatch) {
    guard !appearances.isEmpty else { return }
    conditionInputs.minute = old.conditionInputs.minute
    for (index, control) in layout.conditionControls.enumerated() {
      guard let origin = old.layout.conditionControls.firstIndex(of: control) else { continue }
      _ = conditionInputs.set(old.conditionInputs.reports[origin], ofControl: index)
    }
    for (index, entry) in appearances.entries.enumerated() {
      let origin: PanelItem? =
        switch entry.item {
        case .knob(let knob): match.knobOrigins[knob].map { .knob($0) }
        case .button(let button): match.buttonOrigins[button].map { .button($0) }
        case .page(let page):
          old.layout.pages.firstIndex { $0.id == layout.pages[page].id }.map { .page($0) }
        case .label, .image: nil
        }
      // The names in the conditions of a page may stand for others than before.
      let known = origin.flatMap { old.appearances.entry(of: $0) }
      if case .page = entry.item {
        appearances.set(known == nil ? nil : holdingCase(ofEntry: index), ofEntry: index)
      } else if let known, known.cases == entry.cases,
        isHeld(entry.item) || coversHeldItem(entry.item)
      {
        apply(known.current, toEntry: index)
      } else {
        apply(holdingCase(ofEntry: index), toEntry: index)
      }
    }
    appearances.markAll()
    applyEffects()
    settleAppearances()
  }
}

extension KnobController {
  /// Follows the conditions of the layout.
  func follow(isVisible: Bool, isEnabled: Bool) {
    let wasInert = isInert
    (self.isVisible, self.isEnabled) = (isVisible, isEnabled)
    guard isInert != wasInert else { return }
    if isInert {
      leave(.cancelTouch(knob: index))
      stopRamp()
    } else if guards.isLoweringDue {
      lowerToLimit()
    }
    didChange()
  }
}

/// The rectangle of an item that fingers touch.
private struct TouchedArea {
  private let center: DesignPoint
  private let width: Double
  private let height: Double

  /// Nil for an item that fingers do not touch.
  init?(of item: PanelItem, in layout: LayoutDocument) {
    switch item {
    case .knob(let index):
      center = layout.knobs[index].center
      (width, height) = (layout.knobs[index].diameter, layout.knobs[index].diameter)
    case .button(let index):
      center = layout.buttons[index].center
      (width, height) = (layout.buttons[index].width, layout.buttons[index].height)
    case .label, .image, .page: return nil
    }
  }

  func overlaps(_ other: TouchedArea) -> Bool {
    abs(center.x - other.center.x) * 2 < width + other.width
      && abs(center.y - other.center.y) * 2 < height + other.height
  }
}
