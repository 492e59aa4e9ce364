public import Gesture

internal import Knobs
internal import Layout

extension PanelController {
  /// Handles all changes of one frame of a touch device.
  public func handle(_ frame: TouchFrame) {
    if let wake = nextWake, wake <= frame.time { tick(at: frame.time) }
    now = frame.time
    lastTouch = frame.time
    var place = 0
    while place < frame.changes.count {
      switch frame.changes[place] {
      case .down(let contact, let fraction): down(contact, at: fraction)
      case .moved(let contact, let fraction): moved(contact, to: fraction)
      case .up(let contact): up(contact)
      case .cancelled(let contact): cancelled(contact)
      }
      place += 1
    }
    if !frame.widths.isEmpty {
      for entry in frame.widths { sized(entry.contact, width: entry.fractionOfDisplayWidth) }
    }
  }

  /// Ends every contact, as when the console is taken away.
  public func cancelAllContacts(at time: Timestamp) {
    now = time
    while let owner = owners.last { cancelled(owner.contact) }
    for place in buttons.indices where buttons[place].owner != nil {
      release(button: place, isCancelled: true)
    }
    endSwipe(isCancelled: true)
  }

  private func down(_ contact: ContactID, at fraction: DisplayFraction) {
    // A contact that comes down twice lost its up on the way.
    cancelled(contact)
    let point = viewport.designPoint(displayFraction: fraction)
    if pages.isGliding {
      pages.arrive()
      showPages()
      rest()
    }
    if let place = button(under: point, isClose: false) { return press(place, by: contact) }
    guard let index = knob(under: point) else {
      if let place = button(under: point, isClose: true) { return press(place, by: contact) }
      return pages.down(contact, at: point, time: now)
    }
    guard !knobs[index].isInert else { return }
    if knobs[index].recognizer.owner != nil {
      guest = (contact, index, point, now)
      return
    }
    let output = knobs[index].recognizer.down(contact, at: point, time: now)
    guard knobs[index].recognizer.owner == contact else { return }
    owners.append((contact, index))
    attend(index)
    if case .began(let direction)? = output { began(index, direction: direction) }
    guard knobs[index].recognizer.isResumed else { return }
    // What it turned while it was not seen counts.
    moved(contact, to: fraction)
  }

  /// The nearest knob whose reach the point lies in.
  func knob(under point: DesignPoint) -> Int? {
    var nearest: Int?
    var least = 1.0
    var index = 0
    while index < knobs.count {
      if pages.isAtHand(knobs[index].page) {
        let nearness = knobs[index].recognizer.rules.dial.nearness(of: point)
        if nearness <= least {
          least = nearness
          nearest = index
        }
      }
      index += 1
    }
    return nearest
  }

  /// A finger has taken the knob.
  func began(_ index: Int, direction: Double?) {
    knobs[index].grab(at: now)
    if knobs[index].recognizer.isResumed {
      knobs[index].knob.restore(knobs[index].left)
      knobs[index].shownPosition = knobs[index].knob.position
    } else {
      knobs[index].changedByFinger = false
      knobs[index].found = knobs[index].knob.mark
      knobs[index].foundDecisions = knobs[index].decisions
      knobs[index].riseGuard.begin(at: knobs[index].knob.exactValue, time: now)
      prepareNudges(index)
    }
    knobs[index].trail.removeAll()
    knobs[index].trail.append(knobs[index].knob.mark, at: now)
    noteTouch(.began, index)
    if knobs[index].recognizer.rules.mode == .absolute, let direction,
      !knobs[index].recognizer.isResumed, knobs[index].recognizer.canTurn
    {
      turn(index) { $0.point(atRadians: direction, highest: $1) }
    }
    show(index)
  }

  private func knob(ownedBy contact: ContactID) -> Int? {
    var place = 0
    while place < owners.count {
      if owners[place].contact == contact { return owners[place].knob }
      place += 1
    }
    return nil
  }

  private func moved(_ contact: ContactID, to fraction: DisplayFraction) {
    guard let index = knob(ownedBy: contact) else {
      if let place = button(ownedBy: contact) {
        slide(on: place, to: viewport.designPoint(displayFraction: fraction))
      } else if pages.swiper == contact {
        swipe(to: viewport.designPoint(displayFraction: fraction))
      }
      return
    }
    let point = viewport.designPoint(displayFraction: fraction)
    switch knobs[index].recognizer.moved(contact, to: point, time: now) {
    case .turned(let turn)?:
      if turn != 0 { self.turn(index) { $0.turn(byRadians: turn, highest: $1) } }
    case .ended?: ended(index, taps: 0, rolledSince: nil)
    case .slidAway?: takenBack(index)
    case .began?, .cancelled?, nil: break
    }
  }

  /// Lets the finger turn a knob as far as its guards allow; `body` gets the highest position.
  private func turn(_ index: Int, by body: (inout Knob, Double) -> Void) {
    guard !knobs[index].isLocked else { return }
    var highest = 1.0
    let old = knobs[index].knob.exactValue
    if knobs[index].riseGuard.isActive {
      let value = knobs[index].riseGuard.highest(from: old, at: now)
      if value < knobs[index].knob.scale.range.upperBound {
        highest = knobs[index].knob.scale.position(ofValue: value)
      }
    }
    if case .master(let group)? = knobs[index].role {
      highest = min(highest, reach(ofGroup: group))
    }
    change(index) { body(&$0, highest) }
    knobs[index].riseGuard.moved(from: old, to: knobs[index].knob.exactValue)
    knobs[index].trail.append(knobs[index].knob.mark, at: now)
  }

  /// Lets the finger change a knob and tells everybody if its value became another.
  func change(_ index: Int, by body: (inout Knob) -> Void) {
    let old = knobs[index].knob.value
    body(&knobs[index].knob)
    knobs[index].followFinger()
    show(index)
    guard knobs[index].knob.value != old else { return }
    knobs[index].changedByFinger = true
    knobs[index].awaitingRelease = nil
    knobs[index].decide()
    if knobs[index].reporter.change(at: now) { tell(index) }
  }

  /// Tells of the change that was or waited.
  func tell(_ index: Int) {
    noteTouch(.changed, index)
    wish(index, isFinal: false)
  }

  private func up(_ contact: ContactID) {
    if let guest, guest.contact == contact { leaveGuest() }
    guard let index = disown(contact) else {
      if let place = button(ownedBy: contact) {
        release(button: place, isCancelled: false)
      } else if pages.swiper == contact {
        endSwipe(isCancelled: false)
      }
      return
    }
    if case .turned(let turn)? = knobs[index].recognizer.settle(contact, time: now) {
      self.turn(index) { $0.turn(byRadians: turn, highest: $1) }
    }
    // A finger that lifts before its time to act has begun all the same: it may be a tap.
    let hadBegun = knobs[index].recognizer.isHeld
    guard case .ended(let taps, let roll)? = knobs[index].recognizer.up(contact, time: now) else {
      return
    }
    if !hadBegun { began(index, direction: nil) }
    ended(index, taps: taps, rolledSince: roll)
  }

  private func ended(_ index: Int, taps: Int, rolledSince roll: Timestamp?) {
    if taps > 0 {
      takeBack(index)
    } else if let roll, let mark = knobs[index].trail.last(by: roll)?.element {
      change(index) { $0.restore(mark) }
    }
    let touched = finish(index)
    noteTouch(.ended, index)
    letGo(index)
    if taps > 0 { tapped(index, count: taps) } else { release(index) }
    if knobs[index].guards.isLocked, touched { stayUnlocked(index) }
    attend(index)
  }

  /// Lets the knob come to rest and tells what waited; true if it took turns.
  private func finish(_ index: Int) -> Bool {
    knobs[index].left = knobs[index].knob.mark
    knobs[index].relax(at: now)
    let shown = knobs[index].shownPosition
    let strain = knobs[index].shownStrain
    let speed = knobs[index].recognizer.speed(leavingAt: now)
    change(index) { $0.release(atRadiansPerSecond: speed) }
    knobs[index].shownStrain = strain
    knobs[index].glide(from: shown, at: now)
    knobs[index].nextNudge = nil
    if knobs[index].reporter.finish() { tell(index) }
    return !knobs[index].isLocked
  }

  /// Goes back to the value that the finger found.
  private func takeBack(_ index: Int) {
    let found = knobs[index].found
    guard knobs[index].changedByFinger || knobs[index].knob.mark != found else { return }
    change(index) { $0.restore(found) }
    knobs[index].decisions.reopen(knobs[index].foundDecisions)
  }

  func cancelled(_ contact: ContactID) {
    if guest?.contact == contact { guest = nil }
    if let place = button(ownedBy: contact) { release(button: place, isCancelled: true) }
    if pages.swiper == contact { endSwipe(isCancelled: true) }
    guard let index = disown(contact),
      case .cancelled? = knobs[index].recognizer.cancelled(contact)
    else { return }
    ended(cancelling: index, restoring: knobs[index].guards.cancel == .restore)
  }

  /// Ends what a finger did because it slid away.
  private func takenBack(_ index: Int) {
    ended(cancelling: index, restoring: true)
  }

  /// Ends what a finger did that did not lift of itself.
  func ended(cancelling index: Int, restoring: Bool) {
    if restoring { takeBack(index) }
    _ = finish(index)
    noteTouch(.cancelled, index)
    letGo(index)
    release(index)
    attend(index)
  }

  func disown(_ contact: ContactID) -> Int? {
    guard let place = owners.firstIndex(where: { $0.contact == contact }) else { return nil }
    return owners.remove(at: place).knob
  }

  /// Ends what a finger did to a knob: the final value goes out, or what waited comes in.
  func release(_ index: Int) {
    if let level = knobs[index].awaitingRelease {
      // It came after the finger's last change, or that would have made it old.
      knobs[index].awaitingRelease = nil
      follow(level, index)
    } else if knobs[index].changedByFinger {
      wish(index, isFinal: true)
    }
    show(index)
  }

  /// A second finger leaves: if it only tapped, and that means so, the first one's turn is undone.
  private func leaveGuest() {
    guard let guest else { return }
    self.guest = nil
    let index = guest.knob
    let elapsed = now.microseconds(since: guest.time)
    guard knobs[index].guards.secondFingerCancels,
      elapsed <= knobs[index].recognizer.rules.tapMicroseconds,
      let owner = knobs[index].recognizer.owner, disown(owner) != nil,
      knobs[index].recognizer.cancelled(owner) != nil
    else { return }
    ended(cancelling: index, restoring: true)
  }

  private func sized(_ contact: ContactID, width: Double) {
    guard let index = knob(ownedBy: contact),
      let largest = knobs[index].guards.largestContact, width.isFinite,
      viewport.designLength(displayFraction: width) > largest,
      disown(contact) != nil, knobs[index].recognizer.cancelled(contact) != nil
    else { return }
    ended(cancelling: index, restoring: true)
  }
}
