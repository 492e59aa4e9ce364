/// Paces frames: one at a time, the next one when the compositor requests it (`wl_surface.frame`).
///
/// It runs only while frames are sent, so that a still picture costs nothing. The time when a frame
/// became visible is reported with the request for the next one or, if the compositor sends it
/// later, in a second call; waiting for it would miss every other refresh on compositors that draw
/// right after the frame event.
final class FrameClock {
  /// Called when the next frame may be sent, and again once the time when the last one became
  /// visible is known (microseconds on `CLOCK_MONOTONIC`), unless another was sent meanwhile.
  var onFree: (_ shownAt: Int64?) -> Void = { _ in }
  /// Whether the compositor's times use `CLOCK_MONOTONIC`.
  var isMonotonic = false

  private let surface: WlSurface
  private let presentation: WpPresentation?
  private var callback: WlCallback?
  private var feedback: WpPresentationFeedback?
  private var shownAt: Int64?

  init(surface: WlSurface, presentation: WpPresentation?) {
    self.surface = surface
    self.presentation = presentation
  }

  /// True while a frame is pending.
  var isBusy: Bool { callback != nil }

  /// Starts a frame; call it before the commit.
  func start() {
    shownAt = nil
    let callback = surface.frame()
    callback.onEvent { [unowned self] _ in
      self.callback = nil
      onFree(shownAt)
    }
    self.callback = callback
    guard isMonotonic, let presentation else { return }
    let feedback = presentation.feedback(surface: surface)
    feedback.onEvent { [unowned self] event in self.handle(event) }
    self.feedback = feedback
  }

  private func handle(_ event: WpPresentationFeedback.Event) {
    switch event {
    case .presented(let high, let low, let nanoseconds, _, _, _, _):
      feedback = nil
      let seconds = Int64(truncatingIfNeeded: UInt64(high) << 32 | UInt64(low))
      shownAt = seconds &* 1_000_000 &+ Int64(nanoseconds) / 1000
      if !isBusy { onFree(shownAt) }
    case .discarded: feedback = nil
    case .syncOutput: break
    }
  }
}
