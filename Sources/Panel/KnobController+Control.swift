internal import Gesture
internal import Knobs

/// What goes to and comes from the control that a knob drives.
extension KnobController {
  /// Drives a control from now on; until its level comes the knob shows no value.
  func connect() {
    control.state = .awaited
    settleGroup(isQuiet: true)
    didChange()
  }

  /// Takes the level that the control has because something else changed it.
  func handleLevel(_ level: Double) {
    let isFirst = control.state != .connected
    control.state = .connected
    control.knownLevel = level
    if recognizer.isHeld || (!isFirst && membership?.isMovedByHand == true) {
      control.pendingLevel = level
    } else if isFirst {
      // The first reading is where the knob is, not a movement to it.
      advanceUndo()
      knob.set(value: knob.scale.value(atLevel: level))
      pointer.stand(at: knob)
      emit(.remote)
    } else {
      follow(level)
    }
    didChange()
  }

  /// The control cannot be reached; the finger has been taken off before.
  func handleLoss() {
    control.state = .lost
    control.pendingLevel = nil
    didChange()
  }

  /// Goes to the control's level.
  func follow(_ level: Double) {
    let old = knob.value
    glide(toValue: knob.scale.value(atLevel: level))
    // A control that rounds what it was sent has not changed the value.
    if !isSame(knob.value, old) { undo.advance(from: old) }
    if knob.value != old { emit(.remote) }
    delegate.updateTicks(for: self)
  }

  /// Asks the control, or those of a master's members, for the knob's level.
  ///
  /// - Parameter isFinal: False while a finger still turns.
  func requestLevel(isFinal: Bool) {
    if let group = masteredGroup { return group.requestLevels(isFinal: isFinal) }
    guard control.state == .connected else { return }
    control.knownLevel = knob.level
    delegate.request(
      PanelController.ControlRequest(knob: index, level: knob.level, isFinal: isFinal))
  }
}
