internal import Gesture
internal import Knobs
internal import Layout

/// Communication with the control that a knob drives.
extension KnobController {
  /// Connects the knob to a control, or notes that its level is not known any more; it shows no value
  /// until the control's level is received.
  ///
  /// The caller cancels the touch after that, so that nothing is requested for it.
  func connect() {
    control.state = .awaited
    control.pendingLevel = nil
    wasSetFromOutside()
    settleGroup(isQuiet: true)
    didChange()
  }

  /// Handles a level that the control reports.
  func handleLevel(_ level: Double) {
    let isFirst = control.state != .connected
    control.state = .connected
    control.knownLevel = level
    if recognizer.isHeld || (!isFirst && membership?.isMovedByHand == true) {
      control.pendingLevel = level
    } else if isFirst {
      // The first level is set at once; there is nothing to animate.
      let old = knob.value
      knob.set(value: knob.scale.value(atLevel: level))
      // A target that is back as it was has not changed.
      if !isSame(knob.value, old) { undo.advance(from: old) }
      wasSetFromOutside()
      pointer.stand(at: knob)
      emit(.remote)
    } else {
      follow(level)
    }
    didChange()
  }

  /// Handles a mute of the target that is apart from its level.
  func handleMute(_ isMuted: Bool) {
    guard control.isMuted != isMuted else { return }
    let isFirst = control.isMuted == nil
    control.isMuted = isMuted
    if !isFirst { emit(.remote) }
    didChange()
  }

  /// Mutes or unmutes a target that has a mute of its own.
  func request(isMuted: Bool) {
    control.isMuted = isMuted
    delegate.request(ControlRequest(.knob(index), .mute(isMuted)))
  }

  /// Handles the loss of the control; the caller has cancelled the touch before.
  func handleLoss() {
    control.state = .lost
    wasSetFromOutside()
    control.pendingLevel = nil
    didChange()
  }

  /// Moves to the control's level.
  func follow(_ level: Double) {
    let old = knob.value
    glide(toValue: knob.scale.value(atLevel: level))
    // A level that differs only by the control's rounding is no change of the value.
    if !isSame(knob.value, old) {
      undo.advance(from: old)
      wasSetFromOutside()
    }
    if knob.value != old { emit(.remote) }
    delegate.updateTicks(for: self)
  }

  /// Requests the knob's level from its control, or from those of a master's members.
  ///
  /// - Parameter isFinal: False while a finger is still turning.
  func requestLevel(isFinal: Bool) {
    if let group = masteredGroup { return group.requestLevels(isFinal: isFinal) }
    guard control.state == .connected else { return }
    // Who turns it up wants to hear it.
    if control.isMuted == true, let known = control.knownLevel, knob.level > known {
      request(isMuted: false)
    }
    control.knownLevel = knob.level
    delegate.request(ControlRequest(knob: index, level: knob.level, isFinal: isFinal))
  }
}
