internal import Gesture

/// The messages of a panel, of which one is shown: the most severe one, and of several the newest.
///
/// | # | queue | event | result |
/// |---|---|---|---|
/// | 1 | any | a message without an id, or with a new one | it is added |
/// | 2 | has a message with this id | the same id again | it replaces the old one, and its time begins again |
/// | 3 | full | another message | the least severe one is dropped, of several the oldest |
/// | 4 | shows a message | its time is over | `expired` |
/// | 5 | shows a message | it is tapped | `acknowledged` |
/// | 6 | shows a message | a more severe one arrives | that is shown; the old one waits, and its time goes on |
struct MessageQueue {
  /// The maximum number of messages.
  static let limit = 8

  struct Entry {
    let message: PanelMessage
    let source: EventSource
    let arrival: Timestamp
    /// In the order of arrival.
    let number: Int
    /// When its time is over; nil before it is first shown, and for a message without a time.
    var end: Timestamp?
    var wasShown = false
  }

  private(set) var entries: [Entry] = []
  /// The number of the message that is shown; nil for none.
  private(set) var shownNumber: Int?
  private var count = 0

  /// The message that is shown.
  var shown: Entry? { entries.first { $0.number == shownNumber } }

  /// The message that is to be shown.
  var wanted: Entry? {
    entries.max {
      ($0.message.severity.rank, $0.number) < ($1.message.severity.rank, $1.number)
    }
  }

  /// Rows 1 to 3.
  ///
  /// - Parameters:
  ///   - message: The new message.
  ///   - source: Who has sent it.
  ///   - time: When it arrived.
  /// - Returns: The message that was dropped for it; nil for none.
  mutating func add(_ message: PanelMessage, from source: EventSource, at time: Timestamp)
    -> Entry?
  {
    if let id = message.id { entries.removeAll { $0.message.id == id } }
    count += 1
    entries.append(
      Entry(message: message, source: source, arrival: time, number: count))
    guard entries.count > Self.limit,
      let least = entries.indices.min(by: {
        (entries[$0].message.severity.rank, entries[$0].number)
          < (entries[$1].message.severity.rank, entries[$1].number)
      })
    else { return nil }
    return entries.remove(at: least)
  }

  /// Removes the messages that a condition selects, and returns them.
  mutating func remove(where isSelected: (Entry) -> Bool) -> [Entry] {
    let removed = entries.filter(isSelected)
    entries.removeAll(where: isSelected)
    return removed
  }

  /// Shows the wanted message, or none.
  ///
  /// - Parameter time: When it is shown.
  /// - Returns: The message, if it is shown for the first time.
  mutating func show(at time: Timestamp) -> Entry? {
    guard let wanted, let index = entries.firstIndex(where: { $0.number == wanted.number }) else {
      shownNumber = nil
      return nil
    }
    shownNumber = wanted.number
    guard !wanted.wasShown else { return nil }
    entries[index].wasShown = true
    entries[index].end = wanted.message.microseconds.map { time.advanced(byMicroseconds: $0) }
    return entries[index]
  }

  /// Shows none, until the wanted one can be shown.
  mutating func hide() { shownNumber = nil }

  /// When the next message's time is over; nil for never.
  var nextEnd: Timestamp? { entries.compactMap(\.end).min() }
}

extension PanelMessage.Severity {
  /// The index in the order of urgency.
  fileprivate var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .alarm: 2
    }
  }
}
