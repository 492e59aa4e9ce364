internal import Gesture
internal import Layout

/// Buttons that act only after a hold; the case table is at `PanelController+Buttons`.
extension PanelController {
  /// When the next held button acts; nil if none is held.
  var nextHold: Timestamp? {
    holding.reduce(nil) { Timestamp.earlier($0, buttons[$1].hold.end) }
  }

  /// Starts drawing a button's hold progress; it acts once the hold is long enough.
  func hold(button place: Int) {
    if !holding.contains(place) { holding.append(place) }
    planNextFrame()
  }

  /// Performs the actions of buttons held long enough; removes buttons no longer held.
  func tickHolds() {
    guard !holding.isEmpty else { return }
    // A button's action can start another press, but cannot remove its own entry from this list.
    for index in holding.indices {
      let place = holding[index]
      viewChanges.mark(button: place)
      if buttons[place].hold.isDue(at: now) { actHeld(button: place) }
    }
    holding.removeAll { !buttons[$0].hold.isRunning }
  }

  /// Takes over the running holds, once the buttons have their state.
  func takeHolds() {
    for (place, button) in buttons.enumerated() where button.hold.isRunning { hold(button: place) }
  }
}
