internal import Gesture
internal import Knobs
internal import Layout

/// Timed behaviour of a knob.
extension KnobController {
  /// When the knob needs the next tick, other than for its next frame; nil if never.
  var wake: Timestamp? {
    // Asked only if it has one: a recognizer is some kilobytes, which are copied for it.
    var wake = reporter.wake
    if !recognizer.isFree { wake = Timestamp.earlier(wake, recognizer.wake) }
    wake = Timestamp.earlier(wake, nudges.next)
    wake = Timestamp.earlier(wake, guards.hold.end)
    if pointer.predicted != nil { wake = Timestamp.earlier(wake, recognizer.predictionEnd) }
    guard recognizer.owner == nil else { return wake }
    wake = Timestamp.earlier(wake, guards.unlockedUntil)
    return Timestamp.earlier(wake, nameSwap.valueShownUntil)
  }

  /// True while an animation of the knob runs.
  var isMoving: Bool {
    pointer.isMoving || nameSwap.isFading || glow.glow != nil || guards.hold.isRunning
  }

  var needsTicks: Bool { isMoving || wake != nil }

  /// Performs what is due and advances animations; false if this has ended the finger's contact.
  func tick() -> Bool {
    let recognized = recognizer.tick(at: now)
    respond(to: recognized)
    if reporter.tick(at: now) { report() }
    repeatNudge()
    if guards.hold.isDue(at: now) { unlockForFinger() }
    if recognizer.owner == nil {
      guards.tick(at: now)
      nameSwap.tick(at: now)
    }
    if let end = recognizer.predictionEnd, end <= now { predict(shownAt: nil) }
    pointer.advance(to: now, of: knob)
    nameSwap.advance(to: now)
    glow.advance(to: now)
    didChange()
    return recognized != .cancelled && recognized != .ended(taps: 0)
  }

  /// Unlocks a knob with a lock for a limited time from now.
  func unlock() {
    guards.unlock(at: now)
    didChange()
  }

  /// Begins to wait until the finger has rested for long enough, on a knob that unlocks then.
  func beginHold() {
    guard guards.isLocked, guards.rules.lock == .hold, !recognizer.isPlaceless else { return }
    guards.hold.begin(at: now)
    delegate.updateTicks(for: self)
  }

  /// Unlocks under the finger that has rested for long enough.
  private func unlockForFinger() {
    guards.hold.stop()
    guards.rise.begin(at: knob.exactValue, time: now)
    unlock()
    emitTouch(.unlocked)
  }
}
