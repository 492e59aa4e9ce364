internal import Gesture
internal import Knobs
internal import Layout

/// What the finger that holds a knob does to it.
extension KnobController {
  /// Offers a contact that came down in the knob's reach; true if it holds the knob from now on.
  func down(_ contact: ContactID, at point: DesignPoint) -> Bool {
    let output = recognizer.down(contact, at: point, time: now)
    guard recognizer.owner == contact else { return false }
    delegate.updateTicks(for: self)
    if case .began(let direction)? = output { begin(direction: direction) }
    // What it turned while it was not seen counts.
    if recognizer.isResumed { moved(contact, to: point) }
    return true
  }

  func moved(_ contact: ContactID, to point: DesignPoint) {
    switch recognizer.moved(contact, to: point, time: now) {
    case .turned(let turn)?:
      if turn != 0 { self.turn { $0.turn(byRadians: turn, highest: $1) } }
    case .ended?: end(taps: 0, rolledSince: nil)
    case .slidAway?: endCancelled(restoring: true)
    case .began?, .cancelled?, nil: break
    }
  }

  func up(_ contact: ContactID) {
    if case .turned(let turn)? = recognizer.settle(contact, time: now) {
      self.turn { $0.turn(byRadians: turn, highest: $1) }
    }
    // A finger that lifts before its time to act has begun all the same: it may be a tap.
    let hadBegun = recognizer.isHeld
    guard case .ended(let taps, let roll)? = recognizer.up(contact, time: now) else { return }
    if !hadBegun { begin(direction: nil) }
    end(taps: taps, rolledSince: roll)
  }

  /// The contact is lost.
  func cancel(_ contact: ContactID) {
    guard recognizer.cancelled(contact) != nil else { return }
    endCancelled(restoring: guards.rules.cancel == .restore)
  }

  /// Ends the contact and takes back what it did, or leaves the value as it is.
  func end(_ contact: ContactID, restoring: Bool) {
    guard recognizer.cancelled(contact) != nil else { return }
    endCancelled(restoring: restoring)
  }

  /// Begins what a finger does that holds the knob from now on.
  ///
  /// - Parameter direction: Of the finger from the centre, in radians; nil in the hub.
  func begin(direction: Double?) {
    takeOverFromGlide()
    if recognizer.isResumed {
      knob.restore(touch.left)
      pointer.stand(at: knob)
    } else {
      touch.hasChangedValue = false
      touch.begin(knob, revision: undo.revision)
      guards.rise.begin(at: knob.exactValue, time: now)
      nudges.begin(layout.taps, at: now)
    }
    touch.restartTrail(knob, at: now)
    emitTouch(.began)
    if recognizer.rules.mode == .absolute, let direction, !recognizer.isResumed, recognizer.canTurn
    {
      turn { $0.point(atRadians: direction, highest: $1) }
    }
    didChange()
  }

  /// Holds the pointer where it is seen, whatever it was gliding to.
  private func takeOverFromGlide() {
    pointer.removeStrain()
    guard pointer.glide != nil else { return }
    // What a master asks of its members begins where they are.
    if masteredGroup != nil { return pointer.stand(at: knob) }
    // Nothing has been asked for yet: until the finger turns, the glide's aim stays the truth.
    control.pendingLevel = knob.level
    pointer.stop()
    knob.grab(atPosition: pointer.position)
  }

  /// Lets the finger turn the knob as far as its guards allow; `body` gets the highest position.
  private func turn(by body: (inout Knob, Double) -> Void) {
    guard !isLocked else { return }
    var highest = 1.0
    let old = knob.exactValue
    if guards.rise.isActive {
      let value = guards.rise.highest(from: old, at: now)
      if value < knob.scale.range.upperBound { highest = knob.scale.position(ofValue: value) }
    }
    if let group = masteredGroup { highest = min(highest, group.highestPosition()) }
    change { body(&$0, highest) }
    guards.rise.moved(from: old, to: knob.exactValue)
    touch.append(knob, at: now)
  }

  /// Lets the finger change the knob, and reports it if the value became another.
  func change(by body: (inout Knob) -> Void) {
    let old = knob.value
    body(&knob)
    pointer.follow(knob)
    didChange()
    guard knob.value != old else { return }
    touch.hasChangedValue = true
    control.pendingLevel = nil
    advanceUndo()
    if reporter.change(at: now) { report() }
  }

  /// Reports the change that was just made, or that waited.
  func report() {
    emitTouch(.changed)
    requestLevel(isFinal: false)
  }

  private func end(taps: Int, rolledSince roll: Timestamp?) {
    if taps > 0 {
      takeBack()
    } else if let roll, let mark = touch.trail.last(by: roll)?.element {
      change { $0.restore(mark) }
    }
    let couldTurn = comeToRest()
    emitTouch(.ended)
    masteredGroup?.masterReleased()
    if taps > 0 { tapped(count: taps) } else { release() }
    if guards.rules.isLocked, couldTurn { unlock() }
    delegate.updateTicks(for: self)
  }

  /// Ends what a finger did that did not lift of itself.
  func endCancelled(restoring: Bool) {
    if restoring { takeBack() }
    _ = comeToRest()
    emitTouch(.cancelled)
    masteredGroup?.masterReleased()
    release()
    delegate.updateTicks(for: self)
  }

  /// Lets the knob come to rest and reports what waited; true if it took turns.
  private func comeToRest() -> Bool {
    touch.left = knob.mark
    let shown = pointer
    let speed = recognizer.speed(leavingAt: now)
    change { $0.release(atRadiansPerSecond: speed) }
    pointer.glide(from: shown, to: knob, at: now)
    nudges.stop()
    if reporter.finish() { report() }
    return !isLocked
  }

  /// Goes back to the value that the finger found.
  private func takeBack() {
    let found = touch.found
    guard touch.hasChangedValue || knob.mark != found else { return }
    change { $0.restore(found) }
    undo.rollBack(to: touch.foundRevision)
  }

  /// Ends what a finger did to the value: the final one goes out, or the level that waited comes in.
  func release() {
    if let level = control.pendingLevel {
      // It came after the finger's last change, which would have removed it.
      control.pendingLevel = nil
      follow(level)
    } else if touch.hasChangedValue {
      requestLevel(isFinal: true)
    }
    didChange()
  }

  /// Lets the finger that holds the knob go on from where something else has put it.
  func restartTouch() {
    touch.begin(knob, revision: undo.revision)
    touch.restartTrail(knob, at: now)
    guards.rise.begin(at: knob.exactValue, time: now)
    // What waited to be reported is not so any more; the end of the touch tells the rest.
    _ = reporter.finish()
    touch.hasChangedValue = true
  }
}
