internal import Gesture
internal import Knobs
internal import Layout

/// The timed behaviour of a knob.
extension KnobController {
  /// When the knob needs its next tick, other than for an animation frame; nil if it needs none.
  var wake: Timestamp? {
    // Skipped if the recognizer is free, because reading it copies a few kilobytes.
    var wake = reporter.wake
    if !recognizer.isFree { wake = Timestamp.earlier(wake, recognizer.wake) }
    wake = Timestamp.earlier(wake, nudges.next)
    wake = Timestamp.earlier(wake, ramp?.0.next)
    wake = Timestamp.earlier(wake, guards.hold.end)
    if pointer.predicted != nil { wake = Timestamp.earlier(wake, recognizer.predictionEnd) }
    guard recognizer.owner == nil else { return wake }
    wake = Timestamp.earlier(wake, guards.unlockedUntil)
    return Timestamp.earlier(wake, nameSwap.valueShownUntil)
  }

  /// Whether an animation of the knob is running.
  var isMoving: Bool {
    pointer.isMoving || nameSwap.isFading || glow.glow != nil || guards.hold.isRunning
  }

  var needsTicks: Bool { isMoving || wake != nil }

  /// Performs what is due and advances animations; returns false if that ended the contact.
  func tick() -> Bool {
    let recognized = recognizer.tick(at: now)
    respond(to: recognized)
    if reporter.tick(at: now) { report() }
    repeatNudge()
    tickRamp()
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

  /// Unlocks a knob for a limited time from now.
  func unlock() {
    guards.unlock(at: now)
    didChange()
  }

  /// Starts the hold time on a knob that unlocks when the finger rests for long enough.
  func beginHold() {
    guard guards.isLocked, guards.rules.lock == .hold, !recognizer.isPositionless else { return }
    guards.hold.begin(at: now)
    leave(.updateTicks(knob: index))
  }

  /// Unlocks the knob under a finger that has rested for long enough.
  private func unlockForFinger() {
    guards.hold.stop()
    guards.rise.begin(at: knob.exactValue, time: now)
    unlock()
    emitTouch(.unlocked)
  }
}
