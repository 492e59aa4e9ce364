public import Gesture

internal import Knobs
internal import Layout

/// Routing of contacts to the knobs, buttons and pages that they land on.
extension PanelController {
  /// Handles all changes in one frame of a touch device.
  public func handle(_ frame: TouchFrame) {
    if let wake = nextWake, wake <= frame.time { tick(at: frame.time) }
    (now, source) = (frame.time, .finger)
    lastTouch = frame.time
    // A finger that lands during cleaning has no effect later either: only a finger that landed on
    // an item can move or lift there.
    guard cleaning == nil else { return }
    for change in frame.changes {
      if pad == nil { apply(change) } else { handlePad(change) }
      applyEffects()
      openPad()
    }
    for entry in frame.widths {
      cancelIfTooWide(entry.contact, width: entry.fractionOfDisplayWidth)
    }
    applyEffects()
    updateMessages()
    resumeAppearances()
  }

  private func apply(_ change: ContactChange) {
    switch change {
    case .down where isPanelLocked: askForPIN()
    case _ where messageHandles(change): break
    case .down(let contact, let fraction):
      down(contact, at: viewport.designPoint(displayFraction: fraction))
    case .moved(let contact, let fraction):
      moved(contact, to: viewport.designPoint(displayFraction: fraction))
    case .up(let contact): up(contact)
    case .cancelled(let contact): cancelled(contact)
    }
  }

  /// Cancels every contact and closes the PIN pad, for example at a console switch.
  public func cancelAllContacts(at time: Timestamp) {
    source = .timer
    cancelContacts(at: time)
  }

  /// The same, as a part of the input being handled.
  func cancelContacts(at time: Timestamp) {
    now = time
    messageContact = nil
    closePad()
    while let owner = owners.last { cancelled(owner.contact) }
    applyEffects()
    for index in buttons.indices where buttons[index].owner != nil {
      release(button: index, isCancelled: true)
    }
    endSwipe(isCancelled: true)
    resumeAppearances()
  }

  private func down(_ contact: ContactID, at point: DesignPoint) {
    // If a contact comes down twice, its up event was lost.
    cancelled(contact)
    if pages.isGliding {
      pages.arrive()
      viewChanges.markPages()
      planNextFrame()
    }
    if let index = button(under: point, isClose: false) { return press(index, by: contact) }
    guard let knob = knob(under: point) else {
      if let index = button(under: point, isClose: true) { return press(index, by: contact) }
      return pages.down(contact, at: point, time: now)
    }
    guard !knob.isInert else { return }
    endTurnOfEncoder(knob)
    if knob.recognizer.owner != nil {
      secondFinger = (contact, knob, now)
    } else if knob.down(contact, at: point) {
      owners.append((contact, knob))
    }
  }

  /// Returns the nearest knob whose reach contains the point.
  func knob(under point: DesignPoint) -> KnobController? {
    var nearest: KnobController?
    var least = 1.0
    for knob in knobs where knob.isVisible && pages.isTouchable(knob.layout.page) {
      let nearness = knob.recognizer.rules.dial.nearness(of: point)
      if nearness <= least {
        least = nearness
        nearest = knob
      }
    }
    return nearest
  }

  private func knob(ownedBy contact: ContactID) -> KnobController? {
    owners.first { $0.contact == contact }?.knob
  }

  private func moved(_ contact: ContactID, to point: DesignPoint) {
    if let knob = knob(ownedBy: contact) {
      knob.moved(contact, to: point)
    } else if let index = button(ownedBy: contact) {
      guard buttons[index].move(to: point, at: now) else { return }
      viewChanges.mark(button: index)
      if buttons[index].hold.isRunning { hold(button: index) }
    } else if pages.swiper == contact {
      swipe(to: point)
    }
  }

  private func up(_ contact: ContactID) {
    if secondFinger?.contact == contact { secondFingerLifted() }
    if let knob = disown(contact) {
      knob.up(contact)
    } else if let index = button(ownedBy: contact) {
      release(button: index, isCancelled: false)
    } else if pages.swiper == contact {
      endSwipe(isCancelled: false)
    }
  }

  /// Handles a lost contact.
  func cancelled(_ contact: ContactID) {
    if secondFinger?.contact == contact { secondFinger = nil }
    if let index = button(ownedBy: contact) { release(button: index, isCancelled: true) }
    if pages.swiper == contact { endSwipe(isCancelled: true) }
    disown(contact)?.end(contact)
  }

  /// Removes a contact from `owners`; returns its knob, or nil if it had none.
  func disown(_ contact: ContactID) -> KnobController? {
    guard let index = owners.firstIndex(where: { $0.contact == contact }) else { return nil }
    return owners.remove(at: index).knob
  }

  /// Handles a second finger lifting: a tap undoes the first finger's turn if guards allow that.
  private func secondFingerLifted() {
    guard let second = secondFinger else { return }
    secondFinger = nil
    let knob = second.knob
    guard knob.guards.rules.secondFingerCancels,
      now.microseconds(since: second.time) <= knob.recognizer.rules.tapMicroseconds,
      let owner = knob.recognizer.owner, disown(owner) != nil
    else { return }
    knob.end(owner, restoring: true)
  }

  /// Undoes a contact's changes if it is too large for a fingertip.
  ///
  /// - Parameters:
  ///   - contact: The contact.
  ///   - width: Its width as a fraction of the display's width.
  private func cancelIfTooWide(_ contact: ContactID, width: Double) {
    guard let knob = knob(ownedBy: contact), let largest = knob.guards.rules.largestContact,
      width.isFinite, viewport.designLength(displayFraction: width) > largest,
      disown(contact) != nil
    else { return }
    knob.end(contact, restoring: true)
  }
}
