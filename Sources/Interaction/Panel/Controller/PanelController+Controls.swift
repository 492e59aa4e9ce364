public import Gesture
public import Layout

/// Reports from controls about their targets.
extension PanelController {
  /// Handles a level reported by an item's control.
  ///
  /// - Parameters:
  ///   - level: Fraction 0…1 of the range; for a label, a reading or a condition, a hundredth of its
  ///     value.
  ///   - item: The item that the control belongs to.
  ///   - time: When it was received.
  public func handleLevel(_ level: Double, of item: ControlItem, at time: Timestamp) {
    switch item {
    case .knob(let index):
      (now, source) = (time, layout.source(of: item))
      let hasReturned = knobs[index].control.state != .connected
      knobs[index].handleLevel(level)
      applyEffects()
      if hasReturned { restoreReturned() }
    case .reading(let index):
      changeReading(ofKnob: index, at: time) { $0.update(level: level) }
    case .label(let index): changeLabel(index) { $0.update(number: level * 100) }
    case .button(let index, let send):
      changeTarget(send, ofButton: index, at: time) { $0.report(level) }
    case .condition(let index):
      handleReport(.number(level * 100), ofCondition: index, at: time)
    case .language, .presence, .light, .messages: break
    }
  }

  /// Handles text reported by the control of a label or of a condition; ignored for any other item.
  ///
  /// `showRemotely(language:)` chooses a language.
  public func handleText(_ text: String, of item: ControlItem, at time: Timestamp) {
    switch item {
    case .label(let index): changeLabel(index) { $0.update(text: text) }
    case .condition(let index):
      handleReport(ConditionInputs.Report(text: text), ofCondition: index, at: time)
    case .knob, .reading, .button, .language, .presence, .light, .messages: break
    }
  }

  /// Handles a mute, independent of the level, reported by a knob's control.
  public func handleMute(_ isMuted: Bool, of item: ControlItem, at time: Timestamp) {
    guard case .knob(let index) = item else { return }
    (now, source) = (time, layout.source(of: item))
    knobs[index].handleMute(isMuted)
    applyEffects()
  }

  /// Connects an item to a control that has not reported anything yet, or whose target does not
  /// report its level.
  ///
  /// A knob shows no value until it receives the level, and a finger that turns it is cancelled.
  ///
  /// - Parameters:
  ///   - item: The item that the control belongs to.
  ///   - isReachable: Whether the target is available and only its level is unknown.
  ///   - time: When it was received; nil for the time of the last input.
  public func connect(
    _ item: ControlItem, isReachable: Bool = false, at time: Timestamp? = nil
  ) {
    (now, source) = (time ?? now, layout.source(of: item))
    switch item {
    case .knob(let index):
      isMidStep = true
      knobs[index].connect()
      cancelTouch(of: knobs[index])
      applyEffects()
      isMidStep = false
      chooseAgain(for: index)
    case .reading(let index):
      changeReading(ofKnob: index, at: now) { $0.markUnavailable(isOffline: false) }
    case .label(let index): changeLabel(index) { $0.markUnavailable(isOffline: false) }
    case .button(let index, let send):
      changeTarget(send, ofButton: index, at: now) { $0.await(isReachable: isReachable) }
    case .condition(let index): handleReport(nil, ofCondition: index, at: now)
    case .language, .presence, .light, .messages: break
    }
  }

  /// Handles the loss of a control's target.
  public func handleLoss(of item: ControlItem, at time: Timestamp) {
    switch item {
    case .knob(let index):
      (now, source) = (time, layout.source(of: item))
      cancelTouch(of: knobs[index])
      knobs[index].handleLoss()
      applyEffects()
    case .reading(let index):
      changeReading(ofKnob: index, at: time) { $0.markUnavailable(isOffline: true) }
    case .label(let index): changeLabel(index) { $0.markUnavailable(isOffline: true) }
    case .button(let index, let send):
      changeTarget(send, ofButton: index, at: time) { $0.lose() }
    case .condition(let index): handleReport(nil, ofCondition: index, at: time)
    case .language, .presence, .light, .messages: break
    }
  }

  /// Emits that an item's target was lost or is available again.
  public func report(_ event: ControlStateEvent) {
    var event = event
    event.source = layout.source(of: event.item)
    events.append(.control(event))
  }

  /// Emits that the screen was dimmed, switched off or lit; shows the message that has waited for that.
  public func report(_ event: ScreenEvent) {
    events.append(.screen(event))
    (now, source) = (event.time, event.source)
    isUnseen = event.state == .off || event.state == .idle
    updateMessages()
  }

  /// Emits that somebody came, or the last one left.
  public func report(_ event: PresenceEvent) { events.append(.presence(event)) }

  /// Returns the current look of a label.
  public func viewState(ofLabel index: Int) -> LabelViewState { labels[index].viewState }

  /// Returns the text of a label (by its index in the layout) as it is or would be shown, in the language
  /// of the layout.
  public func text(ofLabel index: Int) -> String {
    let label = layout.labels[index]
    let look = label.looks[look(of: .label(index)) ?? 0]
    return label.changed(by: look).filled(with: viewState(ofLabel: index).value ?? "")
  }

  private func changeLabel(_ index: Int, _ body: (inout LabelController) -> Bool) {
    if body(&labels[index]) { viewChanges.mark(label: index) }
  }

  private func changeReading(
    ofKnob index: Int, at time: Timestamp, _ body: (inout ReadingState) -> Bool
  ) {
    (now, source) = (time, layout.source(of: .reading(index)))
    knobs[index].handleReading(body)
    applyEffects()
  }

  private func changeTarget(
    _ send: Int, ofButton index: Int, at time: Timestamp, _ body: (inout SendTarget) -> Void
  ) {
    (now, source) = (time, layout.source(of: .button(index, send: send)))
    let button = buttons[index]
    guard let step = button.step(ofSend: send), var target = button.steps[step].send else { return }
    let (old, wasOn) = (target, button.isOn)
    body(&target)
    button.steps[step].send = target
    sendRelease(button)
    guard button.steps[step].send != old else { return }
    viewChanges.mark(button: index)
    // A keypad tells whether its target can be reached.
    if pad != nil { viewChanges.markPIN() }
    updateChoices()
    // The events of a choice are its own.
    guard button.choice == nil, button.isOn != wasOn else { return }
    emit(button.isOn ? .lit : .unlit, button: index) {}
  }
}

extension LayoutDocument {
  /// Returns an item's control as the source of events.
  public func source(of item: ControlItem) -> EventSource {
    let control: ControlLayout? =
      switch item {
      case .knob(let index): knobs[index].control
      case .reading(let index): knobs[index].reading
      case .button(let index, let send): buttons[index].controls.dropFirst(send).first
      case .label(let index): labels[index].value
      case .language: languageControl
      case .presence: presence?.control
      case .light: light?.sensor
      case .messages: messageControl
      case .condition(let index): conditionControls[index]
      }
    return control?.source ?? .control("control")
  }
}

extension ControlLayout {
  /// The control as the source of events; nil for a group.
  var source: EventSource? { settings.map { .control($0.backEndName) } }
}
