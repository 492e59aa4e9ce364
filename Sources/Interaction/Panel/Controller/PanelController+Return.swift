internal import Gesture
internal import Layout

/// The return of values and of the home page when the panel is idle.
extension PanelController {
  /// Whether no finger is on the panel.
  var isUntouched: Bool {
    owners.isEmpty && pages.swiper == nil && !buttons.contains { $0.owner != nil }
  }

  /// When `panel.idle` returns values; nil if it does not, or while a finger is on the panel.
  var idleTime: Timestamp? {
    guard let interval = layout.panel.idleReturnMicroseconds, isUntouched else { return nil }
    return lastTouch.advanced(byMicroseconds: interval)
  }

  /// When the next value returns; nil if none does.
  var nextReturn: Timestamp? {
    let idleTime = idleTime
    return returningKnobs.reduce(nil) {
      Timestamp.earlier($0, knobs[$1].returnTime(idle: idleTime))
    }
  }

  func planReturn(ofKnob index: Int) {
    guard layout.panel.idleReturnMicroseconds != nil || knobs[index].layout.valueReturn != nil,
      !returningKnobs.contains(index)
    else { return }
    returningKnobs.append(index)
  }

  /// Moves back the values whose return is due.
  func returnValues() {
    guard !returningKnobs.isEmpty else { return }
    // Collected before the first one moves, because a master's return changes its members.
    let idleTime = idleTime
    let due = returningKnobs.filter { index in
      knobs[index].returnTime(idle: idleTime).map { $0 <= now } == true
    }
    for index in due { knobs[index].returnValue() }
    applyEffects()
    returningKnobs.removeAll { knobs[$0].lastUse == nil }
  }
}
