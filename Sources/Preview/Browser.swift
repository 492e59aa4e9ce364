internal import JSON
internal import WebServer

/// What one browser was sent and what it still has to be sent.
///
/// Nothing is sent before the connection has taken what was sent last, and no frame before the last one
/// is on the screen: what changes meanwhile replaces what was not sent yet, so that a slow browser costs
/// no more memory than a fast one, and nobody else's time.
///
/// | # | to be sent | while it waits |
/// |---|---|---|
/// | 1 | the frame | the parts that change add up (`FrameHistory`) |
/// | 2 | panel, mistakes, simulation, files | the latest |
/// | 3 | values | the latest, of each knob |
/// | 4 | events | the latest 200; the others are counted |
/// | 5 | answers to its own messages | all, up to 64; then the browser is disconnected |
struct Browser {
  /// What is sent whole whenever it changes.
  enum Topic: Int, CaseIterable {
    case hello, panel, mistakes, simulation, files
  }

  /// What is current, for all browsers.
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
  /// The frame that it has, or will have once it has drawn what was sent; nil before the first one.
  private var frame: UInt32?
  private var isDrawing = false
  private var isWriting = false

  /// True if it asks for more than it takes.
  var isRude: Bool { answers.count > Self.answerLimit }

  mutating func changed(_ topic: Topic) {
    topics.insert(topic)
    // Values are those of a panel's knobs by their indices.
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

  /// What is to be sent now; nothing while it has not taken what was sent last.
  ///
  /// - Parameters:
  ///   - current: What is to be seen.
  ///   - message: What brings it from a frame, nil for none, to the current one.
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
