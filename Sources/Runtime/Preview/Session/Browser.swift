internal import JSON
internal import WebServer

/// The messages that one browser was sent, and those that it still has to be sent.
///
/// Nothing is sent until the connection has accepted the previous messages, and no frame until the
/// previous one is on the screen. Changes meanwhile replace what was not sent yet, so that a slow
/// browser needs no more memory than a fast one and delays no other browser.
///
/// | # | message | while it waits |
/// |---|---|---|
/// | 1 | the frame | the changed areas add up (`FrameHistory`) |
/// | 2 | panel, errors, simulation, files | the latest |
/// | 3 | values | the latest of each knob |
/// | 4 | events | the latest 200; older ones are counted |
/// | 5 | answers to its own messages | all, up to 64; then the browser is disconnected |
struct Browser {
  /// Messages that are sent in full whenever they change.
  enum Topic: Int, CaseIterable {
    case hello, panel, errors, simulation, files
  }

  /// The current state, for all browsers.
  struct Current {
    var topics: [Topic: SocketMessage]
    var reading: PanelReading
    var frame: UInt32
  }

  static let eventLimit = 200
  static let answerLimit = 64

  private var topics = Set(Topic.allCases)
  private var reading: PanelReading?
  private var events: [String] = []
  private var droppedCount = 0
  private var answers: [JSONValue] = []
  /// The frame that it shows, or will show once the one sent is drawn; nil before the first.
  private var frame: UInt32?
  private var isDrawing = false
  private var isWriting = false

  /// Whether it sends more requests than it reads answers.
  var hasTooManyAnswers: Bool { answers.count > Self.answerLimit }

  mutating func changed(_ topic: Topic) {
    topics.insert(topic)
    // Values refer to a panel's knobs by index.
    if topic == .panel { reading = nil }
  }

  mutating func add(_ lines: [String]) {
    events += lines
    let excess = events.count - Self.eventLimit
    guard excess > 0 else { return }
    events.removeFirst(excess)
    droppedCount += excess
  }

  mutating func answer(_ answer: JSONValue) { answers.append(answer) }

  mutating func written() { isWriting = false }

  mutating func drawn(_ sequence: UInt32) { if sequence == frame { isDrawing = false } }

  /// Returns the messages to send now; none until the previous ones have been accepted.
  ///
  /// - Parameters:
  ///   - current: The current state.
  ///   - message: Returns the update from a frame, nil for none, to the current one.
  /// - Returns: The messages in the order in which they are to be sent.
  mutating func messages(
    _ current: Current, frame message: (_ since: UInt32?) -> SharedFrame?
  ) -> [SocketMessage] {
    guard !isWriting else { return [] }
    var messages = Topic.allCases.filter(topics.contains).compactMap { current.topics[$0] }
    topics.removeAll()
    var texts: [JSONValue] = []
    if let values = current.reading.json(since: reading) { texts.append(values) }
    reading = current.reading
    if !events.isEmpty || droppedCount > 0 {
      texts.append([
        "type": "events", "lines": .array(events.map(JSONValue.string)),
        "dropped": .number(Double(droppedCount)),
      ])
      events.removeAll()
      droppedCount = 0
    }
    texts += answers
    answers.removeAll()
    messages += texts.map { SocketMessage(text: $0.line) }
    if !isDrawing, frame != current.frame, let next = message(frame) {
      messages.append(next.message)
      frame = next.sequence
      isDrawing = true
    }
    isWriting = !messages.isEmpty
    return messages
  }
}
