internal import Gesture
internal import Layout

/// Audible feedback for fingers; a stop glows wherever `end` may be played (`StopGlowFade`).
///
/// | # | the panel | feedback |
/// |---|---|---|
/// | 1 | `panel.clicks` is off | none |
/// | 2 | a finger turns a knob | as at `TurnFeedback` |
/// | 3 | as 2, `click: false` | none |
/// | 4 | as 2, locked, offline or disabled | none |
/// | 5 | a finger stays on a knob that nudges, and moves it | `detent` |
/// | 6 | a tap changes a knob's value | `press` |
/// | 7 | a button or tab acts; a momentary one once, when it is pressed | `press` |
/// | 8 | a press is cancelled; the button is disabled | none |
/// | 9 | more than 50 detents per second, on any knobs | 50 |
/// | 10 | something else moves a knob: its control, its group, a button, its return, a glide | none |
extension PanelController {
  /// Whether a finger is on the panel that may soon cause feedback.
  public var mayGiveFeedback: Bool { context.givesFeedback && !isUntouched }

  func giveFeedback(_ new: Feedback) {
    guard context.givesFeedback, !new.isEmpty else { return }
    if new == .detent {
      guard nextDetent <= now else { return }
      nextDetent = now.advanced(byMicroseconds: Self.detentMicroseconds)
    }
    feedback.insert(new)
  }

  /// The minimum time between two detents, for at most 50 per second.
  private static let detentMicroseconds: Int64 = 20_000
}
