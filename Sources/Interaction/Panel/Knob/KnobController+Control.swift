internal import Gesture
internal import Knobs
internal import Layout

/// Communication with the control that a knob drives.
extension KnobController {
  /// Connects the knob to a control, or notes that its level has become unknown; the knob shows no
  /// value until it receives the control's level.
  ///
  /// The caller cancels the touch afterwards, so that the touch requests nothing.
  func connect() {
    ramp = nil
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
      // If the target reports the same value as before, it has not changed.
      if !isSame(knob.value, old) { undo.advance(from: old) }
      wasSetFromOutside()
      pointer.jump(to: knob)
      emit(.remote)
    } else {
      follow(level)
    }
    didChange()
    if isFirst, guards.isLoweringDue { lowerToLimit() }
  }

  /// Handles a change of the target's own mute, which is independent of its level.
  func handleMute(_ isMuted: Bool) {
    guard control.isMuted != isMuted else { return }
    let isFirst = control.isMuted == nil
    control.isMuted = isMuted
    if !isFirst { emit(.remote) }
    didChange()
  }

  /// Mutes or unmutes a target that has its own mute.
  func request(isMuted: Bool) {
    control.isMuted = isMuted
    leave(.request(ControlRequest(.knob(index), .mute(isMuted))))
  }

  /// Handles the loss of the control; the caller has already cancelled the touch.
  func handleLoss() {
    ramp = nil
    control.state = .lost
    wasSetFromOutside()
    control.pendingLevel = nil
    didChange()
  }

  /// Moves to the control's level.
  func follow(_ level: Double) {
    let old = knob.value
    glide(toValue: knob.scale.value(atLevel: level))
    // A difference within the control's rounding is not a change of the value.
    if !isSame(knob.value, old) {
      ramp = nil
      undo.advance(from: old)
      wasSetFromOutside()
    }
    // The level may have waited for the end of a touch.
    if knob.value != old {
      emit(.remote, from: layout.control?.source)
      if layout.control?.hasFollowers == true, guards.isLimitKnown {
        // A level above the limit is shown, but the panel sets no target to it.
        let highest = knob.scale.level(ofValue: guards.rise.limit)
        leave(.request(ControlRequest(.knob(index), .follow(min(knob.level, highest)))))
      }
    }
    leave(.updateTicks(knob: index))
  }

  /// Requests the knob's level from its control, or the members' levels if it is a master.
  ///
  /// - Parameter isFinal: False while a finger is still turning.
  func requestLevel(isFinal: Bool) {
    if let group = masteredGroup { return group.requestLevels(isFinal: isFinal) }
    guard control.state == .connected else { return }
    // Turning a muted knob up unmutes it.
    if control.isMuted == true, let known = control.knownLevel, knob.level > known {
      request(isMuted: false)
    }
    control.knownLevel = knob.level
    leave(.request(ControlRequest(knob: index, level: knob.level, isFinal: isFinal)))
  }
}
