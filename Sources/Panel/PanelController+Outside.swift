public import Gesture
public import Layout

/// What controls report of the targets of labels and buttons, and of mutes; levels of knobs are at
/// `handleLevel(_:ofKnob:at:)`.
extension PanelController {
  /// Handles a level that the control of an item reports.
  ///
  /// - Parameters:
  ///   - level: Fraction 0…1 of the range; of a label, a hundredth of its value.
  ///   - item: The item that the control belongs to.
  ///   - time: When it was received.
  public func handleLevel(_ level: Double, of item: ControlItem, at time: Timestamp) {
    switch item {
    case .knob(let index): handleLevel(level, ofKnob: index, at: time)
    case .label(let index): changeLabel(index) { $0.take(number: level * 100) }
    case .button(let index): changeTarget(ofButton: index, at: time) { $0.report(level) }
    }
  }

  /// Handles text that the control of a label reports; that of any other item means nothing.
  public func handleText(_ text: String, of item: ControlItem) {
    if case .label(let index) = item { changeLabel(index) { $0.take(text: text) } }
  }

  /// Handles a mute apart from the level, which the control of a knob reports.
  public func handleMute(_ isMuted: Bool, of item: ControlItem, at time: Timestamp) {
    guard case .knob(let index) = item else { return }
    now = time
    knobs[index].handleMute(isMuted)
  }

  /// Connects an item to a control that has not reported anything yet, or whose target does not tell
  /// its level.
  ///
  /// - Parameters:
  ///   - item: The item that the control belongs to.
  ///   - isReachable: Whether the target is there, and only its level is not known.
  ///   - time: When it was received; nil for the time of what happened last.
  public func connect(
    _ item: ControlItem, isReachable: Bool = false, at time: Timestamp? = nil
  ) {
    now = time ?? now
    switch item {
    case .knob(let index): connect(knob: index)
    case .label(let index): changeLabel(index) { $0.takeLoss(isOffline: false) }
    case .button(let index):
      changeTarget(ofButton: index, at: now) { $0.await(isReachable: isReachable) }
    }
  }

  /// Handles the loss of a control's target.
  public func handleLoss(of item: ControlItem, at time: Timestamp) {
    switch item {
    case .knob(let index): handleLoss(ofKnob: index, at: time)
    case .label(let index): changeLabel(index) { $0.takeLoss(isOffline: true) }
    case .button(let index): changeTarget(ofButton: index, at: time) { $0.lose() }
    }
  }

  /// Emits that the target of an item was lost, or is there again.
  public func report(_ event: ControlStateEvent) { events.append(.control(event)) }

  /// Reports that the screen was dimmed, switched off or lit.
  public func report(_ event: ScreenEvent) { events.append(.screen(event)) }

  /// How a label looks now.
  public func viewState(ofLabel index: Int) -> LabelViewState { labels[index].viewState }

  private func changeLabel(_ index: Int, _ body: (inout LabelController) -> Bool) {
    if body(&labels[index]) { viewChanges.mark(label: index) }
  }

  private func changeTarget(
    ofButton index: Int, at time: Timestamp, _ body: (inout SendTarget) -> Void
  ) {
    now = time
    let old = buttons[index].target
    buttons[index].target.map { target in
      var target = target
      body(&target)
      buttons[index].target = target
    }
    sendRelease(buttons[index])
    guard buttons[index].target != old else { return }
    viewChanges.mark(button: index)
    if old?.isOn != buttons[index].target?.isOn { reportTarget(ofButton: index) }
  }
}
