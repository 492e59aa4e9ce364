internal import Gesture
internal import Layout

/// What is to be heard of what fingers do; stops glow where `end` may be heard (`StopGlowFade`).
///
/// | # | the panel | feedback |
/// |---|---|---|
/// | 1 | `panel.clicks` is off | none |
/// | 2 | a finger turns a knob | as at `TurnFeedback` |
/// | 3 | the same, `click: false` | none |
/// | 4 | the same, locked, offline or disabled | none |
/// | 5 | a finger stays on a knob that nudges, and moves it | `detent` |
/// | 6 | a tap changes a knob's value | `press` |
/// | 7 | a button or tab acts; a momentary one once, when it is pressed | `press` |
/// | 8 | a press that is cancelled; a button that is disabled | none |
/// | 9 | more than 50 detents in a second, of whatever knobs | 50 |
/// | 10 | something else moves a knob: its control, its group, a button, its return, a glide | none |
extension PanelController {
  /// True while a finger is on the panel that something may soon be heard of.
  public var mayGiveFeedback: Bool { layout.panel.clicks.isOn && !isUntouched }

  var givesFeedback: Bool { layout.panel.clicks.isOn }

  func give(_ new: Feedback) {
    guard givesFeedback, !new.isEmpty else { return }
    if new == .detent {
      guard nextDetent <= now else { return }
      nextDetent = now.advanced(byMicroseconds: Self.detentMicroseconds)
    }
    feedback.insert(new)
  }

  /// The least time between two detents: 50 in a second.
  private static let detentMicroseconds: Int64 = 20_000
}
