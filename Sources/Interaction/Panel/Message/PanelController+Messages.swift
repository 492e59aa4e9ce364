public import Gesture
internal import Layout

/// Messages, which are shown above the panel's items.
///
/// | # | panel | event | result |
/// |---|---|---|---|
/// | 1 | free | a message arrives | it is shown at once, and lights the screen if it says so |
/// | 2 | a finger holds a knob or a button | a message arrives | it is shown once the finger lifts, at the latest after 5 s |
/// | 3 | PIN pad open, or cleaning | a message arrives | it is shown afterwards |
/// | 4 | shows a message | the PIN pad opens | the pad is above it, and takes all touches |
/// | 5 | shows a message | a finger taps it | `acknowledged`; the next message is shown |
/// | 6 | shows a message | a finger lands on it and leaves it, or is lost | nothing |
/// | 7 | shows a message, locked as a whole | a finger taps it | the PIN pad opens, as for any touch |
/// | 8 | shows a message | its time is over, or its sender withdraws it | the next message is shown |
/// | 9 | any | another layout | the messages stay |
/// | 10 | off, or idle | a message arrives that does not light the screen | it is shown, and its time begins, once the screen is lit |
///
/// Which of several messages is shown is in `MessageQueue`.
extension PanelController {
  /// The longest time for which a finger delays a message.
  static let messageDelayMicroseconds: Int64 = 5_000_000

  /// Shows or withdraws a message.
  ///
  /// - Parameters:
  ///   - request: What to do.
  ///   - time: When it was received.
  ///   - source: Who has sent it.
  public func handle(_ request: MessageRequest, at time: Timestamp, from source: EventSource) {
    (now, self.source) = (time, source)
    switch request {
    case .show(let message):
      if let dropped = messages.add(message, from: source, at: time) { emit(.dropped, dropped) }
    case .withdraw(let id):
      for entry in messages.remove(where: { id == nil || $0.message.id == id }) {
        emit(.withdrawn, entry)
      }
    }
    updateMessages()
  }

  /// The message that is shown; nil for none.
  public var message: PanelMessage? { messages.shown?.message }

  /// Removes what is over, and shows the message that is to be shown, if it can be.
  func updateMessages() {
    for entry in messages.remove(where: { $0.end.map { $0 <= now } ?? false }) {
      emit(.expired, entry)
    }
    let (wanted, shown) = (messages.wanted, messages.shown)
    guard wanted?.number != messages.shownNumber else { return }
    if let wanted, !canShow(wanted, at: now) {
      // One that was removed does not stay.
      guard shown == nil, messages.shownNumber != nil else { return }
      messages.hide()
    } else if let first = messages.show(at: now) {
      emit(.shown, first)
      if first.message.wakesScreen { screenRequests.append(.wake(first.source)) }
    }
    messageContact = nil
    viewChanges.markMessage()
  }

  /// When `updateMessages` has something to do; nil if nothing is planned.
  var messageWake: Timestamp? {
    guard let wanted = messages.wanted, wanted.number != messages.shownNumber else {
      return messages.nextEnd
    }
    if canShow(wanted, at: now) { return now }
    let latest = wanted.arrival.advanced(byMicroseconds: Self.messageDelayMicroseconds)
    return Timestamp.earlier(messages.nextEnd, isUnseen(wanted) ? nil : latest)
  }

  /// Whether the PIN pad or the countdown would be above a message, or the screen is not lit for it.
  private func isUnseen(_ entry: MessageQueue.Entry) -> Bool {
    pad != nil || cleaning != nil || isUnseen && !entry.message.wakesScreen
  }

  private func canShow(_ entry: MessageQueue.Entry, at time: Timestamp) -> Bool {
    guard !isUnseen(entry) else { return false }
    return owners.isEmpty && buttons.allSatisfy { $0.owner == nil }
      || entry.arrival.advanced(byMicroseconds: Self.messageDelayMicroseconds) <= time
  }

  private func emit(_ kind: MessageEvent.Kind, _ entry: MessageQueue.Entry) {
    events.append(
      .message(MessageEvent(time: now, source: source, kind: kind, message: entry.message)))
  }
}

// MARK: Touch

extension PanelController {
  /// Returns whether a change of a contact concerns the message, which then has handled it.
  func messageHandles(_ change: ContactChange) -> Bool {
    guard messages.shownNumber != nil else { return false }
    func isOnMessage(_ fraction: DisplayFraction) -> Bool {
      MessageLayout(layout.panel).contains(viewport.designPoint(displayFraction: fraction))
    }
    switch change {
    case .down(let contact, let fraction):
      guard isOnMessage(fraction) else { return false }
      messageContact = contact
    case .moved(let contact, let fraction):
      guard contact == messageContact else { return false }
      if !isOnMessage(fraction) { messageContact = nil }
    case .up(let contact):
      guard contact == messageContact else { return false }
      messageContact = nil
      let number = messages.shownNumber
      for entry in messages.remove(where: { $0.number == number }) { emit(.acknowledged, entry) }
    case .cancelled(let contact):
      guard contact == messageContact else { return false }
      messageContact = nil
    }
    return true
  }
}
