internal import Gesture
internal import Knobs
internal import Layout

/// Handling of the finger that holds a knob.
extension KnobController {
  /// Handles a contact that landed within the knob's reach; returns whether it now holds the knob.
  func down(_ contact: ContactID, at point: DesignPoint) -> Bool {
    let output = recognizer.down(contact, at: point, time: now)
    guard recognizer.owner == contact else { return false }
    leave(.updateTicks(knob: index))
    stopRamp()
    if case .began(let direction)? = output { begin(direction: direction) }
    // The turn while the contact was lost counts.
    if recognizer.isResumed { moved(contact, to: point) }
    return true
  }

  func moved(_ contact: ContactID, to point: DesignPoint) {
    let output = recognizer.moved(contact, to: point, time: now)
    if !recognizer.isResting { guards.hold.restart(at: now) }
    respond(to: output)
  }

  /// Responds to the recognizer's output for a report or for elapsed time.
  func respond(to output: TurnRecognizer.Output?) {
    switch output {
    case .began(let direction)?: begin(direction: direction)
    case .turned(let turn)?:
      if isOutsideSweep {
        if let direction = recognizer.direction { point(atRadians: direction) }
      } else if turn != 0 {
        self.turn { $0.turn(byRadians: turn, highest: $1) }
      }
    case .corrected(let turn, let since)?: correct(byRadians: turn, since: since)
    case .ended?: end(taps: 0, rolledSince: nil)
    case .slidAway?: endCancelled(restoring: true)
    case .cancelled?: endCancelled()
    case nil: break
    }
  }

  /// Whether the finger of an absolute knob has not entered the sweep yet.
  private var isOutsideSweep: Bool {
    touch.isOutsideSweep && recognizer.rules.mode == .absolute
  }

  /// Points at a finger's direction in radians once it is within the sweep.
  private func point(atRadians direction: Double) {
    touch.isOutsideSweep = !knob.travel.contains(radians: direction)
    if !touch.isOutsideSweep { turn { $0.point(atRadians: direction, highest: $1) } }
  }

  /// Turns the knob from its state at `time`: the changes since then did not come from the finger.
  private func correct(byRadians turn: Double, since time: Timestamp) {
    // If something else has set it since then, that value stays.
    guard !isOutsideSweep, let mark = touch.trail.last(by: time)?.element else { return }
    let value = highestValue
    self.turn {
      $0.restore(mark, upTo: value)
      $0.turn(byRadians: turn, highest: $1)
    }
  }

  func up(_ contact: ContactID) {
    respond(to: recognizer.settle(contact, time: now))
    // A finger that lifts before its delay is over still begins, because it may be a tap.
    let hadBegun = recognizer.isHeld
    guard case .ended(let taps, let roll)? = recognizer.up(contact, time: now) else { return }
    if !hadBegun { begin(direction: nil) }
    end(taps: taps, rolledSince: roll)
  }

  /// Ends the contact and either undoes its changes or keeps the value; nil to do what the layout
  /// says.
  func end(_ contact: ContactID, restoring: Bool? = nil) {
    guard recognizer.cancelled(contact) != nil else { return }
    endCancelled(restoring: restoring)
  }

  /// Begins the touch of a finger that holds the knob from now on.
  ///
  /// - Parameter direction: The finger's direction from the centre, in radians; nil in the hub.
  func begin(direction: Double?) {
    stopRamp()
    touchSource = recognizer.isPositionless ? .encoder : .finger
    takeOverFromGlide()
    if recognizer.isResumed {
      if knob.scale.nearestStep(to: touch.lastEnd.value) <= knob.value {
        knob.restore(touch.lastEnd, upTo: highestValue)
      } else {
        // Something else has turned it down meanwhile; that is not undone here.
        touch.begin(knob, revision: undo.revision)
        guards.rise.begin(at: knob.exactValue, time: now)
      }
      pointer.jump(to: knob)
    } else {
      recordTouchStart()
      nudges.begin(layout.taps, at: now)
      beginFeedback()
    }
    touch.restartTrail(knob, at: now)
    emitTouch(.began)
    if recognizer.rules.mode == .absolute, let direction, !recognizer.isResumed, recognizer.canTurn
    {
      point(atRadians: direction)
    }
    beginHold()
    didChange()
  }

  /// Records the knob's state at the start of a touch, from which its guards count.
  func recordTouchStart() {
    touch.hasChangedValue = false
    touch.isOutsideSweep = false
    touch.begin(knob, revision: undo.revision)
    guards.rise.begin(at: knob.exactValue, time: now)
  }

  /// Stops a gliding pointer at the position where it is drawn.
  private func takeOverFromGlide() {
    pointer.removeStrain()
    guard pointer.glide != nil else { return }
    // A master moves its members from their current positions.
    if masteredGroup != nil { return pointer.jump(to: knob) }
    // A knob that was turned down does not rise again to where it is still drawn.
    guard knob.travel.wraps || pointer.position < knob.position else {
      return pointer.jump(to: knob)
    }
    // Nothing has been requested yet: until the finger turns, the glide's target stays valid.
    // A later level of the control may be waiting already.
    control.pendingLevel = control.pendingLevel ?? knob.level
    pointer.stop()
    knob.grab(atPosition: pointer.position)
  }

  /// Turns the knob with the finger as far as guards allow; `body` receives the highest position.
  func turn(by body: (inout Knob, Double) -> Void) {
    guard !isLocked else {
      if needsPIN { leave(.askForPIN) }
      return
    }
    let (old, oldValue) = (knob.exactValue, knob.value)
    let highest = highestPosition(at: now)
    let lowest = lowestPosition
    change {
      body(&$0, highest)
      $0.stop(atLowest: lowest)
    }
    guards.rise.moved(from: old, to: knob.exactValue)
    touch.append(knob, at: now)
    giveFeedback(ofTurnFrom: oldValue)
  }

  /// Returns the highest position along the sweep to which the finger may turn it at that time.
  private func highestPosition(at time: Timestamp) -> Double {
    var highest = 1.0
    if guards.rise.isActive {
      let value = guards.rise.highest(from: knob.exactValue, at: time)
      if value < knob.scale.range.upperBound { highest = knob.scale.position(ofValue: value) }
    }
    if let group = masteredGroup { highest = min(highest, group.highestPosition()) }
    return highest
  }

  /// Draws the pointer where the finger is expected to turn it by `time`; nil for no prediction.
  ///
  /// Value, events and requests still reflect only what the finger has turned so far.
  func predict(shownAt time: Timestamp?) {
    var prediction: Double?
    if let time, !isLocked, !isOutsideSweep {
      let turn = recognizer.turnAhead(to: time)
      if turn != 0 {
        var turned = knob
        turned.turn(byRadians: turn, highest: highestPosition(at: now))
        turned.stop(atLowest: lowestPosition)
        prediction = turned.position
      }
    }
    if pointer.predict(prediction) { leave(.changed(knob: index)) }
    // Without another sample, the pointer goes back.
    if pointer.predicted != nil { leave(.startTicks(knob: index)) }
  }

  /// Changes the knob for the finger and reports a changed value.
  func change(by body: (inout Knob) -> Void) {
    let old = knob.value
    body(&knob)
    pointer.follow(knob)
    didChange()
    guard knob.value != old else { return }
    touch.hasChangedValue = true
    control.pendingLevel = nil
    wasUsed()
    advanceUndo()
    if reporter.change(at: now) { report() }
  }

  /// Reports the latest change, or a delayed one.
  func report() {
    emitTouch(.changed)
    requestLevel(isFinal: false)
  }

  func end(taps: Int, rolledSince roll: Timestamp?) {
    if taps > 0 {
      takeBack()
    } else if let roll, let mark = touch.trail.last(by: roll)?.element {
      restore(mark)
    }
    let couldTurn = comeToRest()
    emitTouch(.ended)
    masteredGroup?.masterReleased()
    if needsPIN { leave(.askForPIN) }
    if taps > 0 { tapped(count: taps) } else { release() }
    if guards.rules.lock != nil, couldTurn { unlock() }
    leave(.updateTicks(knob: index))
  }

  /// Ends a touch whose finger did not lift.
  private func endCancelled(restoring: Bool? = nil) {
    if restoring ?? (guards.rules.cancel == .restore) { takeBack() }
    _ = comeToRest()
    emitTouch(.cancelled)
    masteredGroup?.masterReleased()
    release()
    leave(.updateTicks(knob: index))
  }

  /// Brings the knob to rest and reports a delayed change; returns whether it could be turned.
  private func comeToRest() -> Bool {
    touch.lastEnd = knob.mark
    let shown = pointer
    let speed = recognizer.speed(leavingAt: now)
    change { $0.release(atRadiansPerSecond: speed) }
    pointer.glide(from: shown, to: knob, at: now)
    nudges.stop()
    guards.hold.stop()
    if lastUse != nil { wasUsed() }
    if reporter.finish() { report() }
    return !isLocked
  }

  /// Restores the value from before the touch.
  private func takeBack() {
    let initial = touch.initial
    guard touch.hasChangedValue || knob.mark != initial else { return }
    restore(initial)
    undo.rollBack(to: touch.initialRevision)
  }

  private func restore(_ mark: Knob.Mark) {
    let highest = highestValue
    change { $0.restore(mark, upTo: highest) }
  }

  /// Completes the finger's changes: applies a pending level, or else requests the final value.
  func release() {
    if let level = control.pendingLevel {
      // The level arrived after the finger's last change, which would have removed it.
      control.pendingLevel = nil
      follow(level)
    } else if touch.hasChangedValue {
      requestLevel(isFinal: true)
    }
    didChange()
  }

  /// Continues the touch from a value that something else has set.
  func restartTouch() {
    touch.begin(knob, revision: undo.revision)
    touch.restartTrail(knob, at: now)
    guards.rise.begin(at: knob.exactValue, time: now)
    // A delayed change is obsolete; the end of the touch reports the value.
    _ = reporter.finish()
    touch.hasChangedValue = true
  }
}
