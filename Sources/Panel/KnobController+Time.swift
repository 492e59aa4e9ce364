internal import Gesture
internal import Knobs
internal import Layout

/// What a knob does when time passes.
extension KnobController {
  /// When the knob needs the next tick, other than for its next frame; nil if never.
  var wake: Timestamp? {
    var wake = Timestamp.earlier(recognizer.wake, reporter.wake)
    wake = Timestamp.earlier(wake, nudges.next)
    guard recognizer.owner == nil else { return wake }
    wake = Timestamp.earlier(wake, guards.unlockedUntil)
    return Timestamp.earlier(wake, nameSwap.valueShownUntil)
  }

  /// True while what is seen of the knob moves by itself.
  var isMoving: Bool { pointer.isMoving || nameSwap.isFading }

  var needsTicks: Bool { isMoving || wake != nil }

  /// Does what is due, and moves on what moves; false if the knob has lost its finger by that.
  func tick() -> Bool {
    let recognized = recognizer.tick(at: now)
    switch recognized {
    case .began(let direction)?: begin(direction: direction)
    case .cancelled?: endCancelled(restoring: guards.rules.cancel == .restore)
    case .turned?, .ended?, .slidAway?, nil: break
    }
    if reporter.tick(at: now) { report() }
    repeatNudge()
    if recognizer.owner == nil {
      guards.tick(at: now)
      nameSwap.tick(at: now)
    }
    pointer.advance(to: now, of: knob)
    nameSwap.advance(to: now)
    didChange()
    return recognized != .cancelled
  }

  /// Keeps a knob with a lock unlocked for a while from now on.
  func unlock() {
    guards.unlock(at: now)
    didChange()
  }
}
