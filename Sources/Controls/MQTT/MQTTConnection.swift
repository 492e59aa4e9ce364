internal import Linux

/// The connection to one broker, shared by all controls that use it, and reopened when lost.
///
/// It exists as long as a control uses it. Each attempt is a new clean session, so that no lost
/// message is sent later.
///
/// Not thread-safe; must not outlive the loop.
final class MQTTConnection {
  /// A control that uses the connection.
  protocol Member: AnyObject {
    /// The topics to subscribe to; `+` matches any single level.
    var topics: [String] { get }
    var quality: UInt8 { get }
    func didOpen()
    func didReceive(_ payload: Payload, on topic: String)
    /// A message was too long to read.
    func didSkip(byteCount: Int, on topic: String)
    /// The broker refused a subscription.
    func didRefuse(_ topic: String)
    func didDeliver(id: UInt16)
    /// The connection is lost until `didOpen`; called again only if the reason changes.
    func didLose(reason: String)
  }

  /// The broker and the login.
  let broker: MQTTBroker
  /// The name resolver.
  var resolver = SocketAddress.systemResolver
  private let loop: EventLoop
  private var session: MQTTSession?
  private lazy var shared = SharedConnection<any Member>(
    loop: loop,
    .init(
      connect: { [unowned self] in connect() }, close: { [unowned self] in close() },
      notifyOpen: { $0.didOpen() }, notifyLoss: { $0.didLose(reason: $1) }))
  /// The members that read each topic or filter, for fast lookup.
  private var readers: [String: [Reader]] = [:]
  /// The keys of `readers` that contain wildcards.
  private var filters: [String] = []
  /// The address of the last session that was open.
  private var address: SocketAddress?

  private typealias Reader = SharedConnection<any Member>.Entry

  /// Creates a connection that opens when the first member joins.
  init(_ broker: MQTTBroker, loop: EventLoop) {
    self.broker = broker
    self.loop = loop
  }

  deinit {
    close()
  }

  /// Checks that the files named in the layout can be read, without connecting.
  ///
  /// Does not check whether the broker can be reached: it may start later.
  func check() throws(MQTTError) {
    do { _ = try broker.password?.read() } catch { throw .noPassword(error.description) }
    do { try broker.encryption?.check() } catch { throw .noCertificate("\(error)") }
  }

  func join(_ member: any Member) {
    for topic in Set(member.topics) { readers[topic, default: []].append(Reader(member)) }
    findFilters()
    if shared.isOpen {
      // Subscribe even if another member already has: the broker then repeats the retained message.
      for topic in member.topics { session?.subscribe(topic, quality: member.quality) }
    }
    shared.join(member)
  }

  /// Removes a member, which receives no further calls; closes the connection if it was the last.
  func leave(_ member: any Member) {
    shared.leave(member)
    for topic in member.topics {
      readers[topic]?.removeAll { $0.isOf(member) }
      guard readers[topic]?.isEmpty == true else { continue }
      readers[topic] = nil
      session?.unsubscribe(topic)
    }
    findFilters()
  }

  private func findFilters() {
    filters = readers.keys.filter { $0.utf8.contains(UInt8(ascii: "+")) }
  }

  /// Subscribes to a topic once more; the broker then repeats the retained message.
  func resubscribe(_ topic: String) {
    guard shared.isOpen, let quality = quality(of: topic) else { return }
    session?.subscribe(topic, quality: quality)
  }

  /// Sends a message like `MQTTSession.publish`; drops it if there is no session.
  func publish(_ message: MQTTMessage) -> UInt16? {
    session?.publish(message)
  }

  // MARK: The session

  private func connect() {
    do throws(MQTTSessionError) {
      let session = try MQTTSession(
        broker, password: try readPassword(), first: address, resolver: resolver, loop: loop
      ) { [unowned self] event in handle(event) }
      self.session = session
      session.start()
    } catch {
      lose(error)
    }
  }

  /// Reads the password, anew for each attempt, so that a corrected file takes effect.
  private func readPassword() throws(MQTTSessionError) -> String? {
    do {
      return try broker.password?.read()
    } catch {
      throw .noPassword(.noPassword(error.description))
    }
  }

  private func close() {
    session?.stop()
    session = nil
  }

  private func handle(_ event: MQTTSession.Event) {
    switch event {
    case .opened: open()
    case .message(let topic, let bytes, let isRetained):
      // Brokers may send messages without a subscription; these have no readers.
      guard let readers = readers(of: topic) else { return }
      let payload = Payload(bytes, isRetained: isRetained)
      shared.notify(readers) { $0.didReceive(payload, on: topic) }
    case .longMessage(let topic, let byteCount):
      shared.notify(readers(of: topic) ?? []) { $0.didSkip(byteCount: byteCount, on: topic) }
    case .refused(let topic): shared.notify(readers[topic] ?? []) { $0.didRefuse(topic) }
    case .delivered(let id): shared.notify { $0.didDeliver(id: id) }
    case .ended(let error): lose(error)
    }
  }

  /// Returns the members that read a topic, by its name or by a filter; nil if there are none.
  private func readers(of topic: String) -> [Reader]? {
    var found = readers[topic] ?? []
    for filter in filters where filter != topic && TopicFilter.matches(filter, topic) {
      found += readers[filter] ?? []
    }
    return found.isEmpty ? nil : found
  }

  private func open() {
    address = session?.address
    for topic in readers.keys.sorted() {
      session?.subscribe(topic, quality: quality(of: topic) ?? 0)
    }
    shared.opened()
  }

  private func lose(_ error: MQTTSessionError) {
    session = nil
    shared.lost(error.description(of: broker.title))
  }

  /// Returns the highest quality of service that a member requests for a topic; nil if none reads
  /// it.
  private func quality(of topic: String) -> UInt8? {
    readers[topic]?.compactMap { $0.member()?.quality }.max()
  }
}
