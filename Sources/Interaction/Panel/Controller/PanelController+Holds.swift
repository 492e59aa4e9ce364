internal import Gesture
internal import Layout

/// Buttons that act only after a hold; the case table is at `PanelController+Buttons`.
extension PanelController {
  /// When the next held button acts; nil if none is held.
  var nextHold: Timestamp? {
    heldButtons.reduce(nil) { Timestamp.earlier($0, buttons[$1].hold.end) }
  }

  /// Starts drawing a button's hold progress; it acts once the hold is long enough.
  func hold(button index: Int) {
    if !heldButtons.contains(index) { heldButtons.append(index) }
    planNextFrame()
  }

  /// Performs the actions of buttons held long enough; removes buttons no longer held.
  func tickHolds() {
    guard !heldButtons.isEmpty else { return }
    source = .finger
    defer { source = .timer }
    // A button's action can start another press, but cannot remove its own entry from this list.
    for index in heldButtons.indices {
      let button = heldButtons[index]
      viewChanges.mark(button: button)
      if buttons[button].hold.isDue(at: now) { actHeld(button: button) }
    }
    heldButtons.removeAll { !buttons[$0].hold.isRunning }
  }

  /// Takes over the running holds, once the buttons have their state.
  func takeHolds() {
    for (index, button) in buttons.enumerated() where button.hold.isRunning { hold(button: index) }
  }
}
