internal import Linux

/// Publishes the events of the panel at a broker, a message for each, which the broker does not retain.
///
/// | when | result |
/// |---|---|
/// | connected | an event is sent at once, in order |
/// | not connected, or the broker is slower than the events | they wait; beyond `limit` the oldest are dropped and counted |
/// | an event has waited for `patienceMicroseconds` | dropped and counted: an old event must not act later |
/// | none waits any more | the number of dropped events is reported |
final class MQTTEventPublisher: PanelService {
  var onCommand: (Int, PanelEntity.Command) -> Void = { _, _ in }
  var onReport: (String) -> Void = { _ in }

  /// The most events that wait for the broker.
  static let limit = 1000
  /// How long an event waits.
  static let patienceMicroseconds: Int64 = 10_000_000

  private let topic: String
  private let connection: MQTTConnection
  private let loop: EventLoop
  private var isStarted = false
  private var isOpen = false
  /// The message that must leave before others are sent.
  private var leaving: UInt16?
  private var waiting: [(event: [UInt8], time: Int64)] = []
  private var droppedCount = 0

  /// Creates a publisher, not yet started.
  init(to topic: String, over connection: MQTTConnection, loop: EventLoop) {
    (self.topic, self.connection, self.loop) = (topic, connection, loop)
  }

  deinit { stop(remaining: nil) }

  func open() throws { try connection.check() }

  func start() {
    guard !isStarted else { return }
    isStarted = true
    connection.join(self)
  }

  func stop(remaining others: [any PanelService]?) {
    guard isStarted else { return }
    (isStarted, isOpen) = (false, false)
    connection.leave(self)
  }

  func publish(event: [UInt8]) {
    if waiting.count >= Self.limit {
      waiting.removeFirst()
      droppedCount += 1
    }
    waiting.append((event, loop.nowMicroseconds))
    sendWaiting()
  }

  /// Sends events until one has to leave first.
  private func sendWaiting() {
    var count = 0
    while isOpen, leaving == nil, count < waiting.count {
      let (event, time) = waiting[count]
      count += 1
      if loop.nowMicroseconds - time > Self.patienceMicroseconds {
        droppedCount += 1
      } else {
        leaving = connection.publish(MQTTMessage(topic: topic, payload: event))
      }
    }
    waiting.removeFirst(count)
    guard isOpen, waiting.isEmpty, droppedCount > 0 else { return }
    onReport(
      "\(connection.broker.title): \(droppedCount) "
        + "\(droppedCount == 1 ? "event was" : "events were") dropped")
    droppedCount = 0
  }
}

extension MQTTEventPublisher: MQTTConnection.Member {
  var topics: [String] { [] }
  var quality: UInt8 { 0 }

  func didOpen() {
    (isOpen, leaving) = (true, nil)
    sendWaiting()
  }

  func didLose(reason: String) {
    (isOpen, leaving) = (false, nil)
    onReport("events cannot be published: \(reason)")
  }

  func didDeliver(id: UInt16) {
    guard id == leaving else { return }
    leaving = nil
    sendWaiting()
  }

  func didReceive(_ payload: Payload, on topic: String) {}
  func didSkip(byteCount: Int, on topic: String) {}
  func didRefuse(_ topic: String) {}
}
