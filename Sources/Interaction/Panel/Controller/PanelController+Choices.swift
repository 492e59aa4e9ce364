internal import Layout

/// The chosen button of each choice; the case table is at `ButtonChoice`.
extension PanelController {
  /// Creates the choices from the buttons of the layout.
  func makeChoices() {
    var members: [String: [(index: Int, button: ButtonController)]] = [:]
    for (index, button) in layout.buttons.enumerated() {
      if let name = button.choice { members[name, default: []].append((index, buttons[index])) }
    }
    choices = members.sorted { $0.key < $1.key }.map { name, buttons in
      ButtonChoice(name, buttons, knobCount: knobs.count)
    }
    for choice in choices { choice.begin() }
  }

  /// Row 23 for a knob that shows no value until its control answers; no button was chosen by a
  /// user, so no event is emitted.
  func chooseAgain(for knob: Int) {
    for choice in choices where choice.watches(knob: knob) {
      let before = choice.chosen
      choice.begin(keeping: before)
      for index in [before, choice.chosen] { if let index { viewChanges.mark(button: index) } }
    }
  }

  /// Updates the choices after a knob has changed.
  func updateChoices(ofKnob index: Int) {
    // Changes made in one step are evaluated once all of them are made.
    guard !isMidStep else { return }
    for choice in choices where choice.watches(knob: index) {
      reporting(choice) { choice.update() }
    }
  }

  /// Updates the choices after a change of something that is not a knob.
  func updateChoices() {
    guard !isMidStep else { return }
    applyEffects()
    for choice in choices { reporting(choice) { choice.update() } }
  }

  /// Changes several knobs without evaluating choices in between.
  ///
  /// - Parameters:
  ///   - button: The button that causes the changes.
  ///   - body: Changes the knobs.
  func inOneStep(by button: ButtonController, _ body: () -> Void) {
    let isNested = isMidStep
    isMidStep = true
    body()
    applyEffects()
    isMidStep = isNested
    guard !isNested else { return }
    for choice in choices {
      reporting(choice) { choice.update(after: choice === button.choice ? button : nil) }
    }
  }

  /// Calls `body`, and removes the requests of it that a later one makes obsolete.
  func removingReplacedRequests(_ body: () -> Void) {
    applyEffects()
    let first = controlRequests.count
    body()
    applyEffects()
    var index = first
    while index < controlRequests.count {
      let request = controlRequests[index]
      if controlRequests[(index + 1)...].contains(where: { $0.replaces(request) }) {
        controlRequests.remove(at: index)
      } else {
        index += 1
      }
    }
  }

  /// Emits the events for a choice changed by `body`, and marks its buttons.
  private func reporting(_ choice: ButtonChoice, _ body: () -> Void) {
    let before = choice.chosen
    body()
    reportChange(of: choice, from: before)
  }

  private func reportChange(of choice: ButtonChoice, from before: Int?) {
    guard choice.chosen != before else { return }
    if let before { emit(.unchosen, isOn: false, choiceOf: before) }
    if let chosen = choice.chosen { emit(.chosen, isOn: true, choiceOf: chosen) }
  }

  private func emit(_ kind: ButtonEvent.Kind, isOn: Bool, choiceOf index: Int) {
    events.append(
      .button(ButtonEvent(time: now, button: index, source: source, kind: kind, isOn: isOn)))
    viewChanges.mark(button: index)
  }

  /// Row 30: keeps the previous choice, or chooses from the current values.
  ///
  /// - Parameters:
  ///   - old: The previous panel.
  ///   - origins: For each button of this layout, the index of the matching button in the old one.
  func takeChoices(from old: PanelController, _ origins: [Int?]) {
    for choice in choices {
      let before = old.choices.first { $0.name == choice.name }?.chosen
      let kept = before.flatMap { index in origins.firstIndex { $0 == index } }
      choice.begin(keeping: kept)
      reportChange(of: choice, from: kept)
    }
  }
}
