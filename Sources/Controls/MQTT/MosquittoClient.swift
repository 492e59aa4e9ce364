internal import CMosquitto
internal import Glibc
internal import Linux

/// Owns one client of libmosquitto, for a single attempt at a session with a broker.
///
/// A client is never used for a second attempt, so that no queued message can be sent later. The
/// library's callbacks are collected as reports and processed after the library call has returned,
/// because a receiver may release the client.
///
/// Connecting includes a DNS lookup, which the library, like getaddrinfo(3), performs without a
/// time limit. Therefore `dial` does only this on a separate thread, and wakes the loop when it is
/// done; until then no other thread may use the client. The thread retains the client, and destroys
/// it if it holds the last reference.
final class MosquittoClient {
  enum Report: Equatable {
    /// The broker's answer to the connection; 0 means accepted.
    case answered(code: Int32)
    /// The broker's answer to a subscription: whether we may read the topic.
    case subscribed(id: Int32, isGranted: Bool)
    case message(topic: String, payload: [UInt8])
    /// A message of ours has been confirmed by the broker (quality 1) or sent (quality 0).
    case delivered(id: Int32)
  }

  /// The result of a library call; `error` is `errno` immediately after it.
  struct Outcome {
    var code: Int32
    var error: Int32

    static func of(_ call: () -> Int32) -> Outcome {
      errno = 0
      let code = call()
      return Outcome(code: code, error: errno)
    }

    var isGood: Bool { code == MOSQ_ERR_SUCCESS.rawValue }
    /// There was nothing more to read.
    var isExhausted: Bool { error == EAGAIN }
  }

  let broker: MQTTBroker
  private let handle: OpaquePointer
  private let wakeup: Wakeup
  private var dialOutcome = Outcome(code: 0, error: 0)
  private var reports: [Report] = []
  /// The last error logged by the library; the only source of the reasons for TLS errors.
  private(set) var complaint = ""

  /// Library initialisation, required before any other call.
  private static let isReady: Bool = mosquitto_lib_init() == MOSQ_ERR_SUCCESS.rawValue

  /// Creates the client without connecting.
  ///
  /// - Parameters:
  ///   - broker: The address and the login.
  ///   - password: The user's password; nil for none.
  /// - Throws: The reason why there can be no client.
  init(_ broker: MQTTBroker, password: String?) throws(MQTTSessionError) {
    let id = broker.clientID ?? Self.newID
    guard Self.isReady, let handle = mosquitto_new(id, true, nil) else {
      throw .failed("libmosquitto refuses the client id \"\(id)\"")
    }
    do {
      let wakeup = try Wakeup()
      self.wakeup = wakeup
    } catch {
      mosquitto_destroy(handle)
      throw .unreachable(error)
    }
    self.broker = broker
    self.handle = handle
    // Commands are small and must be sent without delay.
    mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1)
    // Checked, because otherwise the library would continue unencrypted or without a login.
    if let encryption = broker.encryption, !encrypt(encryption) {
      throw .encryption("its files or its certificates cannot be read")
    }
    if let username = broker.username {
      let code = mosquitto_username_pw_set(handle, username, password)
      guard code == MOSQ_ERR_SUCCESS.rawValue else {
        throw .failed("user name and password must be UTF-8, and shorter")
      }
    }
    takeCallbacks()
  }

  deinit {
    // Reports from here on are discarded.
    mosquitto_user_data_set(handle, nil)
    // Sends DISCONNECT if there is a session; fails harmlessly otherwise.
    mosquitto_disconnect(handle)
    mosquitto_destroy(handle)
  }

  /// Different each time: a broker disconnects the older of two clients with the same id, and an
  /// earlier client of this program may still be connected.
  private static var newID: String {
    "knobpanel-" + String(UInt64.random(in: 0x1000_0000_0000...0xFFFF_FFFF_FFFF), radix: 16)
  }

  private func encrypt(_ encryption: MQTTBroker.Encryption) -> Bool {
    let code = mosquitto_tls_set(
      handle, encryption.authorityFile, encryption.authorityFile == nil ? Self.trusted : nil,
      encryption.certificateFile, encryption.keyFile, nil)
    mosquitto_tls_insecure_set(handle, encryption.takesAnyName)
    return code == MOSQ_ERR_SUCCESS.rawValue
  }

  /// Debian's folder of trusted certificates.
  private static let trusted = "/etc/ssl/certs"

  // MARK: Connecting

  /// Readable when `dial` is done.
  var dialDescriptor: Int32 { wakeup.descriptor }

  /// Starts the DNS lookup and the connection on another thread.
  func dial() throws(SystemError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 512 << 10)
    let client = Unmanaged.passRetained(self)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { client in
        guard let client else { return nil }
        Unmanaged<MosquittoClient>.fromOpaque(client).takeRetainedValue().connect()
        return nil
      }, client.toOpaque())
    if code != 0 {
      client.release()
      throw SystemError(call: "pthread_create", code: code)
    }
  }

  private func connect() {
    dialOutcome = .of {
      mosquitto_connect_async(
        handle, broker.host, Int32(broker.port), Int32(broker.keepaliveSeconds))
    }
    wakeup.signal()
  }

  /// The result of `dial`: the connected or connecting socket, or the reason why there is none.
  func takeSocket() throws(MQTTSessionError) -> Int32 {
    let socket = mosquitto_socket(handle)
    guard dialOutcome.isGood, socket >= 0 else { throw sessionError(dialOutcome, isOpen: false) }
    return socket
  }

  // MARK: In session; each call may produce reports

  /// Reads all pending data of the socket.
  func read() -> Outcome {
    while true {
      let outcome = Outcome.of { mosquitto_loop_read(handle, 1) }
      // TLS may buffer more data than the socket shows, so reading one packet at a time is not
      // enough.
      guard outcome.isGood, !outcome.isExhausted, mosquitto_socket(handle) >= 0 else {
        return outcome
      }
    }
  }

  /// Sends pending data.
  func write() -> Outcome { .of { mosquitto_loop_write(handle, 1) } }

  /// Sends keepalive messages and detects a lost connection; must be called at least twice per
  /// interval.
  func keepAlive() -> Outcome { .of { mosquitto_loop_misc(handle) } }

  var wantsToWrite: Bool { mosquitto_want_write(handle) }

  /// Subscribes to a topic; the answer is `subscribed` with the id.
  func subscribe(_ topic: String, quality: Int32) -> (id: Int32, outcome: Outcome) {
    var id: Int32 = 0
    let outcome = Outcome.of { mosquitto_subscribe(handle, &id, topic, quality) }
    return (id, outcome)
  }

  func unsubscribe(_ topic: String) -> Outcome {
    .of { mosquitto_unsubscribe(handle, nil, topic) }
  }

  /// Sends a message; `delivered` with the id confirms it.
  func publish(_ message: MQTTMessage) -> (id: Int32, outcome: Outcome) {
    var id: Int32 = 0
    let outcome = Outcome.of {
      mosquitto_publish(
        handle, &id, message.topic, Int32(message.payload.count), message.payload,
        message.quality, message.isRetained)
    }
    return (id, outcome)
  }

  /// Removes and returns the pending reports, oldest first.
  func takeReports() -> [Report] {
    defer { reports = [] }
    return reports
  }

  // MARK: Library callbacks

  private func takeCallbacks() {
    mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
    mosquitto_log_callback_set(handle) { _, client, level, text in
      guard level == MOSQ_LOG_ERR, let text else { return }
      MosquittoClient.of(client)?.complaint = String(cString: text)
    }
    mosquitto_connect_callback_set(handle) { _, client, code in
      MosquittoClient.of(client)?.reports.append(.answered(code: code))
    }
    mosquitto_subscribe_callback_set(handle) { _, client, id, count, qualities in
      let isGranted = count > 0 && qualities.map { $0[0] < 0x80 } ?? false
      MosquittoClient.of(client)?.reports.append(.subscribed(id: id, isGranted: isGranted))
    }
    mosquitto_publish_callback_set(handle) { _, client, id in
      MosquittoClient.of(client)?.reports.append(.delivered(id: id))
    }
    mosquitto_message_callback_set(handle) { _, client, message in
      guard let message = message?.pointee, let topic = message.topic else { return }
      let payload = UnsafeRawBufferPointer(
        start: message.payload, count: message.payload == nil ? 0 : Int(message.payloadlen))
      MosquittoClient.of(client)?.reports.append(
        .message(topic: String(cString: topic), payload: Array(payload)))
    }
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> MosquittoClient? {
    pointer.map { Unmanaged<MosquittoClient>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// A message to a broker.
struct MQTTMessage: Equatable {
  var topic: String
  var payload: [UInt8]
  /// 0: sent once; 1: sent until the broker confirms it.
  var quality: Int32 = 0
  /// Whether the broker keeps the message for later subscribers.
  var isRetained = false
}
