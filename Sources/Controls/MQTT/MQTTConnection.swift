public import Linux

/// The connection to one broker, shared by all controls that use it, and opened again when lost.
///
/// It exists while a control uses it. Each attempt is a new session with a new client, so that
/// nothing that was lost is sent later.
///
/// Not for use from a second thread; must not outlive the loop.
public final class MQTTConnection {
  /// A control, as the connection uses it.
  protocol Member: AnyObject {
    /// The topics that it subscribes to, without wildcards.
    var topics: [String] { get }
    var quality: Int32 { get }
    func didOpen()
    func didReceive(_ payload: [UInt8], on topic: String)
    /// The broker refuses a subscription.
    func didRefuse(_ topic: String)
    func didDeliver(id: Int32)
    /// Nothing more comes until `didOpen`; told again only if the reason is another one.
    func didLose(reason: String)
  }

  public let broker: MQTTBroker
  /// How long the broker may take to accept the connection.
  var answerMicroseconds: Int64 = 10_000_000
  private let loop: EventLoop
  private var session: MQTTSession?
  private var isOpen = false
  private var members: [Subscriber] = []
  private var backoff = Backoff()
  private var openedAtMicroseconds: Int64?
  private var retryAlarm: Alarm?
  /// Why there is no session, as it was reported last.
  private var reason: String?

  /// Weak, because releasing a control stops it.
  private struct Subscriber {
    weak var member: (any Member)?
    let id: ObjectIdentifier
  }

  public init(_ broker: MQTTBroker, loop: EventLoop) {
    self.broker = broker
    self.loop = loop
  }

  deinit {
    disconnect()
  }

  /// Checks that the files that the layout names can be read, without connecting.
  ///
  /// Not whether the broker can be reached: it may come later.
  public func check() throws(MQTTError) {
    _ = try broker.password?.read()
    try broker.encryption?.check()
  }

  func join(_ member: any Member) {
    members.append(Subscriber(member: member, id: ObjectIdentifier(member)))
    if isOpen {
      // Again also where others have subscribed: the broker then sends the retained message.
      for topic in member.topics { session?.subscribe(topic, quality: member.quality) }
      if isOpen { member.didOpen() }
    } else if retryAlarm == nil {
      retryAlarm = loop.makeAlarm { [unowned self] in connect() }
      connect()
    } else if let reason {
      member.didLose(reason: reason)
    }
  }

  /// Nothing comes to the member any more; the last one ends the connection.
  func leave(_ member: any Member) {
    members.removeAll { $0.id == ObjectIdentifier(member) }
    guard !members.isEmpty else { return disconnect() }
    for topic in member.topics where quality(of: topic) == nil { session?.unsubscribe(topic) }
  }

  /// Sends a message, as `MQTTSession` does; it is dropped where there is no session.
  func publish(_ message: MQTTMessage) -> Int32? {
    session?.publish(message)
  }

  // MARK: The session

  private func connect() {
    do throws(MQTTSessionError) {
      let session = try MQTTSession(
        broker, password: try readPassword(), answerMicroseconds: answerMicroseconds, loop: loop
      ) { [unowned self] event in handle(event) }
      self.session = session
      session.start()
    } catch {
      lose(error)
    }
  }

  /// Read for each attempt, so that a corrected file is used by the next one.
  private func readPassword() throws(MQTTSessionError) -> String? {
    do { return try broker.password?.read() } catch { throw .noPassword(error) }
  }

  private func disconnect() {
    session?.stop()
    session = nil
    isOpen = false
    retryAlarm?.cancel()
    retryAlarm = nil
    reason = nil
    backoff = Backoff()
  }

  private func handle(_ event: MQTTSession.Event) {
    switch event {
    case .opened: open()
    case .message(let topic, let payload):
      tell { if $0.topics.contains(topic) { $0.didReceive(payload, on: topic) } }
    case .refused(let topic): tell { if $0.topics.contains(topic) { $0.didRefuse(topic) } }
    case .delivered(let id): tell { $0.didDeliver(id: id) }
    case .ended(let error): lose(error)
    }
  }

  private func open() {
    isOpen = true
    reason = nil
    openedAtMicroseconds = MonotonicClock.microseconds
    var asked: Set<String> = []
    for topic in members.flatMap({ $0.member?.topics ?? [] }) where asked.insert(topic).inserted {
      session?.subscribe(topic, quality: quality(of: topic) ?? 0)
    }
    tell { if isOpen { $0.didOpen() } }
  }

  private func lose(_ error: MQTTSessionError) {
    session = nil
    isOpen = false
    let now = MonotonicClock.microseconds
    if let since = openedAtMicroseconds { backoff.reset(afterMicroseconds: now - since) }
    openedAtMicroseconds = nil
    retryAlarm?.set(atMicroseconds: now + backoff.nextMicroseconds(jitter: .random(in: 0...1)))
    let reason = error.description(of: broker.title)
    guard reason != self.reason else { return }
    self.reason = reason
    tell { $0.didLose(reason: reason) }
  }

  /// The best quality that a member wants a topic in; nil if none wants it.
  private func quality(of topic: String) -> Int32? {
    members.compactMap(\.member).filter { $0.topics.contains(topic) }.map(\.quality).max()
  }

  /// To all that are members now and have not left when it is their turn.
  private func tell(_ body: (any Member) -> Void) {
    for subscriber in members where members.contains(where: { $0.id == subscriber.id }) {
      if let member = subscriber.member { body(member) }
    }
  }
}

extension MQTTBroker.Encryption {
  /// Whether its files can be read.
  func check() throws(MQTTError) {
    for case let path? in [authorityFile, certificateFile, keyFile] {
      do { _ = try WholeFile.read(path, limit: 1 << 20) } catch { throw .noCertificate("\(error)") }
    }
  }
}
