internal import Diagnostics
internal import Gesture
internal import Layout

/// The knobs a button acts on.
enum KnobChoice: Sendable {
  case all(SourceSpan)
  case named([Located<String>])
}

/// The values that a button sets.
enum PresetChoice: Sendable {
  case values([Named<Node>])
  /// Those of another button, by its name.
  case button(Located<String>)
}

/// A button while its keys are read, and their locations.
struct ButtonEntry: Sendable, CellHolder, CaseHolder {
  /// What it does, by the names of knobs and pages, which are resolved after all of them are read.
  enum Action: Sendable {
    case mute(KnobChoice)
    case reset(KnobChoice)
    case preset(PresetChoice)
    case change([Named<Double>])
    case page(Located<String>)
    case send(ControlLayout)
    case keypad(KeypadLayout)
    case panel(ButtonLayout.PanelAction)
    case wait(microseconds: Int64)
    case language(Located<String>)
  }

  var button = ButtonLayout(
    id: "", center: DesignPoint(x: 0, y: 0), width: 0, height: 0, action: .mute([]))
  var cell = CellKeys()
  var cases: [CaseEntry] = []
  /// What it does, in order.
  var steps: [Located<Action>] = []
  /// Whether the steps are written as a list.
  var isList = false
  var kind: ButtonLayout.Kind?
  private(set) var locations = KeyLocations()
  /// Location of the name.
  private(set) var nameSpan = SourceSpan.none

  /// Locations for warnings about position and size.
  var centerSpan: SourceSpan { locations["center"]?.span ?? locations["cell"]?.span ?? nameSpan }
  var sizeSpan: SourceSpan { locations["size"]?.span ?? locations["cell"]?.span ?? nameSpan }

  /// Resolves position and size.
  mutating func prepare(_ locations: KeyLocations, _ subject: Subject, _ context: ReadingContext) {
    nameSpan = subject.span
    context.buttonKind = kind ?? .push
    guard let area = cell.area(locations, item: subject.name, context) else { return }
    if locations["size"] == nil {
      (button.width, button.height) = (area.box.width, area.box.height)
    }
    if locations["center"] == nil {
      button.center = area.box.part(width: button.width, height: button.height, cell.align).center
    }
  }

  mutating func finish(_ locations: KeyLocations) {
    self.locations = locations
  }

  /// Location of the `choice`.
  var choiceSpan: SourceSpan { locations["choice"]?.span ?? nameSpan }

  /// The values of its `preset`, if that is all it does; nil otherwise.
  var presetValues: [Named<Node>]? {
    guard steps.count == 1, case .preset(.values(let values)) = steps[0].value else { return nil }
    return values
  }

  /// Reports a `choice` on a push button with a `change`, which has no state to choose.
  private func canBeChosen(_ context: ReadingContext) -> Bool {
    guard button.choice != nil, button.steps.count == 1, case .change = button.steps[0],
      button.kind == .push
    else { return true }
    context.error(
      "a `change` that each press repeats cannot be part of a choice", at: choiceSpan,
      hint: "add `kind: toggle`: then the next press, or another button, undoes it")
    return false
  }

  /// Resolves the steps; returns false after reporting the reason.
  ///
  /// - Parameters:
  ///   - knobs: The knobs that they can name.
  ///   - pages: The pages that they can name.
  ///   - presets: The values of the buttons with a `preset`, by the name of the button.
  ///   - languages: The languages of the layout.
  ///   - context: Receives the reports.
  /// - Returns: Whether the button can be used.
  mutating func resolve(
    among knobs: KnownKnobs, _ pages: KnownPages, presets: [String: [Named<Node>]],
    _ languages: [PanelLanguage], _ context: ReadingContext
  ) -> Bool {
    let resolved = steps.compactMap { step -> ButtonLayout.Action? in
      switch step.value {
      case .mute(let choice): knobs.muted(choice, context).map { .mute($0) }
      case .reset(let choice): knobs.reset(choice, context).map { .reset($0) }
      case .preset(.values(let values)): knobs.targets(values, context).map { .preset($0) }
      case .preset(.button(let name)):
        knobs.targets(ofPreset: name, presets, context).map { .preset($0) }
      case .change(let values): knobs.changes(values, context).map { .change($0) }
      case .page(let name): pages.target(name, context).map { .page($0) }
      case .send(let control): .send(control)
      case .keypad(let keypad): .keypad(keypad)
      case .panel(let action): .panel(action)
      case .language(let name):
        languages.index(name, because: "a button chooses a language", context)
          .map { .panel(.show(language: $0)) }
      case .wait(let microseconds): .wait(microseconds: microseconds)
      }
    }
    guard !resolved.isEmpty, resolved.count == steps.count else { return false }
    button.steps = resolved
    button.kind = kind ?? ButtonLayout.usualKind(of: resolved)
    return canBeChosen(context) && (!isList || checkList(context))
  }
}

// MARK: Lists

extension ButtonEntry {
  /// Reports what a list of steps cannot do; returns false after an error.
  private func checkList(_ context: ReadingContext) -> Bool {
    guard checkWaits(context), checkKeypad(context) else { return false }
    if button.only != nil, !button.steps.contains(where: \.isPreset), let only = locations["only"] {
      context.error(
        "`only` needs a `preset`, but none of the steps is one", at: only.keySpan,
        hint: "remove `only`; the sign of a `change` is its direction")
      return false
    }
    guard button.kind != .push else { return true }
    let acting = zip(button.steps, steps).filter { !$0.0.isWait }
    let lasting = acting.filter { !$0.0.canBeUndone }
    if lasting.count == acting.count {
      context.error(
        "nothing that this list does can be undone", at: locations["kind"]?.span ?? nameSpan,
        hint: "remove `kind`")
      return false
    }
    for (_, step) in lasting {
      context.warning(
        "a `\(button.kind.rawValue)` button cannot undo this step", at: step.span,
        hint:
          "what `reset`, `keypad`, `clean`, `screen: off`, `language` and `page: next` do stays; the "
          + "other steps are undone")
    }
    return true
  }

  private func checkKeypad(_ context: ReadingContext) -> Bool {
    guard let index = button.steps.dropLast().firstIndex(where: \.isKeypad) else { return true }
    context.error(
      "the steps after a `keypad` would not wait for its code", at: steps[index].span,
      hint: "put the `keypad` last; the state of its target shows whether the code was right")
    return false
  }

  private func checkWaits(_ context: ReadingContext) -> Bool {
    var total: Int64 = 0
    for (action, step) in zip(button.steps, steps) {
      guard case .wait(let microseconds) = action else { continue }
      total += microseconds
      guard Double(total) > LayoutTables.longestWait * 1e6 else { continue }
      context.error(
        "the waits of this list are more than \(DurationText.shown(LayoutTables.longestWait))",
        at: step.span, hint: "write shorter ones: a list is for a moment, not for a timetable")
      return false
    }
    guard let last = steps.last, case .wait = last.value else { return true }
    if button.steps.allSatisfy(\.isWait) {
      context.error(
        "button \(VisibleText.quoted(button.id)) only waits", at: last.span,
        hint: "add a step such as `{preset: {volume: 20}}`")
      return false
    }
    context.warning(
      "nothing follows this `wait`", at: last.span, hint: "remove it, or add a step after it")
    return true
  }
}

extension ButtonLayout.Action {
  fileprivate var isPreset: Bool { if case .preset = self { true } else { false } }
  fileprivate var isKeypad: Bool { if case .keypad = self { true } else { false } }
  fileprivate var isWait: Bool { if case .wait = self { true } else { false } }

  /// Whether a toggle or momentary button can undo it.
  fileprivate var canBeUndone: Bool {
    switch self {
    case .mute, .preset, .change, .send, .page(.index), .panel(.dim): true
    case .reset, .page, .keypad, .panel, .wait: false
    }
  }
}
