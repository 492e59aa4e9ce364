internal import Linux

/// Paces frames: one at a time, the next when the compositor asks for it and has told when the last
/// one was seen.
///
/// Only frames start it, so that a still picture costs neither side anything.
final class FrameClock {
  /// Called when the next frame may come; with the moment the last became visible, if known.
  var onFree: (Int64?) -> Void = { _ in }

  private let surface: WlSurface
  private let presentation: WpPresentation?
  /// True if the compositor's moments are of our clock.
  var isMonotonic = false
  private var callback: WlCallback?
  private var feedback: WpPresentationFeedback?
  private var shownAt: Int64?
  private let patience: Alarm

  /// A compositor that has asked for the next frame but forgets to tell about the last.
  private static let patienceMicroseconds: Int64 = 100_000

  init(surface: WlSurface, presentation: WpPresentation?, loop: EventLoop) {
    self.surface = surface
    self.presentation = presentation
    var ring: () -> Void = {}
    patience = loop.makeAlarm { ring() }
    ring = { [weak self] in self?.giveUpOnFeedback() }
  }

  deinit { patience.cancel() }

  /// True while a frame is on its way.
  var isBusy: Bool { callback != nil || feedback != nil }

  /// To be called before the commit of a frame.
  func start() {
    shownAt = nil
    let callback = surface.frame()
    callback.onEvent { [unowned self] _ in
      self.callback = nil
      if self.feedback != nil {
        patience.set(atMicroseconds: MonotonicClock.microseconds + Self.patienceMicroseconds)
      }
      freeIfDone()
    }
    self.callback = callback
    guard let presentation else { return }
    let feedback = presentation.feedback(surface: surface)
    feedback.onEvent { [unowned self] event in self.handle(event) }
    self.feedback = feedback
  }

  private func handle(_ event: WpPresentationFeedback.Event) {
    switch event {
    case .presented(let high, let low, let nanoseconds, _, _, _, _):
      if isMonotonic {
        let seconds = Int64(truncatingIfNeeded: UInt64(high) << 32 | UInt64(low))
        shownAt = seconds &* 1_000_000 &+ Int64(nanoseconds) / 1000
      }
    case .discarded: break
    case .syncOutput: return
    }
    feedback = nil
    patience.set(atMicroseconds: nil)
    freeIfDone()
  }

  private func giveUpOnFeedback() {
    feedback = nil
    freeIfDone()
  }

  private func freeIfDone() {
    if !isBusy { onFree(shownAt) }
  }
}
