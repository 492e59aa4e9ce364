internal import Gesture
internal import Layout

/// The return of values, and of the first page, when nobody uses the panel.
extension PanelController {
  /// True while no finger is on the panel.
  var isUntouched: Bool {
    owners.isEmpty && pages.swiper == nil && !buttons.contains { $0.owner != nil }
  }

  /// When the values return that `panel.idle` lets return; nil if it does not, or while a finger is
  /// on the panel.
  var idleTime: Timestamp? {
    guard let interval = layout.panel.idleReturnMicroseconds, isUntouched else { return nil }
    return lastTouch.advanced(byMicroseconds: interval)
  }

  /// When the next value returns.
  var nextReturn: Timestamp? {
    returning.reduce(nil) { Timestamp.earlier($0, knobs[$1].returnTime) }
  }

  func planReturn(of knob: KnobController) {
    guard layout.panel.idleReturnMicroseconds != nil || knob.layout.valueReturn != nil,
      !returning.contains(knob.index)
    else { return }
    returning.append(knob.index)
  }

  /// Lets the values return that are due.
  func returnValues() {
    guard !returning.isEmpty else { return }
    // All are looked at before the first one moves: a master's return changes its members.
    let due = returning.filter { index in knobs[index].returnTime.map { $0 <= now } == true }
    for index in due { knobs[index].returnValue() }
    returning.removeAll { knobs[$0].lastUse == nil }
  }
}
