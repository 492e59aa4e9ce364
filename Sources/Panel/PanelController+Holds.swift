internal import Gesture
internal import Layout

/// Buttons on which a finger has to stay until they act; the rows are at `PanelController+Buttons`.
extension PanelController {
  /// When the next of them acts.
  var nextHold: Timestamp? {
    holding.reduce(nil) { Timestamp.earlier($0, buttons[$1].hold.end) }
  }

  /// Draws how long a finger has stayed on a button, and acts once that is long enough.
  func hold(button place: Int) {
    if !holding.contains(place) { holding.append(place) }
    planNextFrame()
  }

  /// Lets the buttons act that are due; removes those on which no finger stays any more.
  func tickHolds() {
    guard !holding.isEmpty else { return }
    // What a button does can let another finger press one, but not end its own turn in this list.
    for index in holding.indices {
      let place = holding[index]
      viewChanges.mark(button: place)
      if buttons[place].hold.isDue(at: now) { actHeld(button: place) }
    }
    holding.removeAll { !buttons[$0].hold.isRunning }
  }

  /// Takes over which buttons fingers stay on, after these have their state.
  func takeHolds() {
    for (place, button) in buttons.enumerated() where button.hold.isRunning { hold(button: place) }
  }
}
