internal import CMosquitto
internal import Glibc
internal import Linux

/// One session with a broker on the event loop, from the DNS lookup to the end of the connection.
///
///     start → opened, then messages, refusals, deliveries → ended
///
/// Never blocks. Ends when the broker sends nothing for the keepalive time, and when data stays
/// unsent for seconds: a command that old must not be delivered.
final class MQTTSession {
  enum Event {
    case opened
    case message(topic: String, payload: [UInt8])
    /// The broker does not allow us to read the topic.
    case refused(topic: String)
    case delivered(id: Int32)
    /// The session has ended; no event follows.
    case ended(MQTTSessionError)
  }

  /// How long the kernel retries to deliver data to the broker's machine (tcp(7)).
  private static let deliveryMilliseconds: Int32 = 5000

  private let loop: EventLoop
  private let client: MosquittoClient
  private let answerMicroseconds: Int64
  private let onEvent: (Event) -> Void
  /// The watched descriptor: first that of the client's `dial`, then its socket.
  private var watched: (descriptor: Int32, readiness: Readiness)?
  private var answerAlarm: Alarm?
  private var keepaliveAlarm: Alarm?
  private var subscriptions: [(id: Int32, topic: String)] = []

  private enum State {
    case dialling, connecting, connected, open, ended
  }
  private var state = State.dialling

  /// Creates a session that is not started.
  ///
  /// - Parameters:
  ///   - broker: The address and the login.
  ///   - password: The user's password; nil for none.
  ///   - answerMicroseconds: Maximum time from the start of the connection, without the DNS lookup,
  ///     to the broker's answer.
  ///   - loop: The event loop; must outlive the session.
  ///   - onEvent: Receives all events; called on the event loop's thread.
  /// - Throws: The reason why there can be no client.
  init(
    _ broker: MQTTBroker, password: String?, answerMicroseconds: Int64, loop: EventLoop,
    onEvent: @escaping (Event) -> Void
  ) throws(MQTTSessionError) {
    self.loop = loop
    self.answerMicroseconds = answerMicroseconds
    self.onEvent = onEvent
    client = try MosquittoClient(broker, password: password)
  }

  deinit {
    letGo()
  }

  func start() {
    do throws(SystemError) {
      // The DNS lookup may take long, so the time limit starts when there is a socket.
      try loop.watch(client.dialDescriptor, for: .readable) { [unowned self] _ in didDial() }
      watched = (client.dialDescriptor, .readable)
      try client.dial()
    } catch {
      end(.unreachable(error))
    }
  }

  /// Ends the session without an event.
  func stop() {
    letGo()
  }

  // MARK: Messages

  func subscribe(_ topic: String, quality: Int32) {
    guard state == .open else { return }
    let (id, outcome) = client.subscribe(topic, quality: quality)
    subscriptions.append((id, topic))
    finish(outcome)
  }

  func unsubscribe(_ topic: String) {
    guard state == .open else { return }
    finish(client.unsubscribe(topic))
  }

  /// Sends a message; returns the id of the `delivered` event that follows, or nil if none will
  /// follow.
  func publish(_ message: MQTTMessage) -> Int32? {
    guard state == .open else { return nil }
    let (id, outcome) = client.publish(message)
    var isDelivered = !outcome.isGood
    finish(outcome) { if $0 == id { isDelivered = true } }
    return isDelivered ? nil : id
  }

  // MARK: The loop

  private func didDial() {
    do throws(MQTTSessionError) {
      unwatch()
      let socket = try client.takeSocket()
      state = .connecting
      var patience = Self.deliveryMilliseconds
      // If this fails, the keepalive detects a dead connection later.
      setsockopt(
        socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &patience,
        socklen_t(MemoryLayout<Int32>.size))
      answerAlarm = loop.makeAlarm { [unowned self] in
        end(.silent(seconds: answerMicroseconds / 1_000_000))
      }
      answerAlarm?.set(atMicroseconds: MonotonicClock.microseconds + answerMicroseconds)
      watch(socket)
    } catch {
      end(error)
    }
  }

  private func handleSocket() {
    if state == .connecting {
      if let error = connectError { return end(.network(error)) }
      state = .connected
    }
    var outcome = client.read()
    if outcome.isGood, client.wantsToWrite { outcome = client.write() }
    finish(outcome)
  }

  private func didOpen() {
    state = .open
    answerAlarm?.cancel()
    answerAlarm = nil
    keepaliveAlarm = loop.makeAlarm { [unowned self] in keepAlive() }
    // Called at half the keepalive interval, so that the broker's limit of one and a half intervals
    // is never reached.
    keepAlive()
    if state == .open { onEvent(.opened) }
  }

  private func keepAlive() {
    let half = Int64(client.broker.keepaliveSeconds) * 500_000
    keepaliveAlarm?.set(atMicroseconds: MonotonicClock.microseconds + half)
    finish(client.keepAlive())
  }

  /// Processes the outcome of a library call.
  private func finish(
    _ outcome: MosquittoClient.Outcome, onDelivery: (Int32) -> Void = { _ in }
  ) {
    // First, because the library closes a socket that failed.
    if outcome.isGood { watchWhatIsWanted() } else { unwatch() }
    for report in client.takeReports() where state != .ended {
      switch report {
      // A second answer is of no use, whatever it says.
      case .answered where state == .open: break
      case .answered(0): didOpen()
      case .answered(let code): end(.refused(code: code))
      case .message(let topic, let payload): onEvent(.message(topic: topic, payload: payload))
      case .delivered(let id):
        onDelivery(id)
        onEvent(.delivered(id: id))
      case .subscribed(let id, let isGranted):
        guard let place = subscriptions.firstIndex(where: { $0.id == id }) else { continue }
        let topic = subscriptions.remove(at: place).topic
        if !isGranted { onEvent(.refused(topic: topic)) }
      }
    }
    if !outcome.isGood, state != .ended {
      end(client.sessionError(outcome, isOpen: state == .open))
    }
  }

  private func end(_ error: MQTTSessionError) {
    letGo()
    onEvent(.ended(error))
  }

  private func letGo() {
    state = .ended
    unwatch()
    answerAlarm?.cancel()
    keepaliveAlarm?.cancel()
    (answerAlarm, keepaliveAlarm) = (nil, nil)
  }

  // MARK: Watching

  private var wanted: Readiness {
    switch state {
    case .connecting: [.readable, .writable]
    // TLS writes after reading; meanwhile the library requests to write all the time.
    case .connected where client.broker.encryption != nil: .readable
    default: client.wantsToWrite ? [.readable, .writable] : .readable
    }
  }

  private func watch(_ socket: Int32) {
    let readiness = wanted
    guard watched?.descriptor != socket || watched?.readiness != readiness else { return }
    do throws(SystemError) {
      try loop.watch(socket, for: readiness) { [unowned self] _ in handleSocket() }
      watched = (socket, readiness)
    } catch {
      end(.unreachable(error))
    }
  }

  private func watchWhatIsWanted() {
    if let socket = watched?.descriptor { watch(socket) }
  }

  private func unwatch() {
    if let descriptor = watched?.descriptor { loop.unwatch(descriptor) }
    watched = nil
  }

  /// The error of connecting the socket; nil if it is connected.
  private var connectError: SystemError? {
    guard let socket = watched?.descriptor else { return nil }
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    let result = getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &size)
    return result == 0 && code != 0 ? SystemError(call: "connect", code: code) : nil
  }
}
