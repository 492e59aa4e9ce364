public import Linux

/// What one desk is sent and heard from, shared by all controls that use it, and reopened when lost.
///
/// UDP has no connections; this one is open when the desk has sent anything, or, if it cannot be
/// asked, when nothing says that it is not there. It exists as long as a control uses it.
///
/// Not for use from a second thread; must not outlive the loop.
public final class OSCConnection {
  /// A control that uses the connection.
  protocol Member: AnyObject {
    /// The addresses that are read, and asked if the desk can be.
    var addresses: [String] { get }
    func didOpen()
    /// An address has told its value; `isAnswer` says whether it was asked for it.
    func didReceive(_ arguments: [OSCArgument], at address: String, isAnswer: Bool)
    /// The desk is there, but does not say what is at the address.
    func didNotAnswer(_ address: String)
    /// The desk sent something that could not be read.
    func didMisread(reason: String)
    /// The desk is not there until `didOpen`; called again only if the reason changes.
    func didLose(reason: String)
  }

  /// How long after the last value the desk is asked what it made of it.
  static let settlingMicroseconds: Int64 = 500_000
  /// How long the machine of a desk that cannot be asked has to say that nothing listens there.
  static let refusalMicroseconds: Int64 = 250_000
  /// How many messages are taken in one turn of the loop; the last packet may have more.
  static let turnMessageLimit = 1024
  /// How long a name may take to be looked up until the knobs say that it is not known.
  static let lookupMicroseconds: Int64 = 5_000_000

  /// The desk, and how it is spoken to.
  public let desk: OSCDesk
  /// How names are looked up.
  var resolver = SocketAddress.systemResolver
  let loop: EventLoop

  enum Phase {
    case closed
    /// The host's addresses are looked up.
    case resolving
    /// The desk has been sent something, and has not answered.
    case probing
    case open
    /// Until the next attempt.
    case waiting
  }
  var phase = Phase.closed
  var members: [Subscriber] = []
  /// Those that read an address.
  var readers: [Reader] = []
  /// Where the readers of an address are.
  private(set) var readerPlaces: [String: Int] = [:]
  var socket: OSCSocket?
  var lookup: HostLookup?
  /// The next attempt takes the next of the host's addresses.
  var attemptCount = 0
  var plan = QueryPlan()
  /// The last packet of the desk.
  var heardAtMicroseconds: Int64 = .min
  var renewedAtMicroseconds: Int64 = 0
  /// The address that is asked at the next renewal.
  var heartbeatIndex = 0
  var retry = Retry()
  /// The last reported reason why the desk is not there.
  var reason: String?
  /// An error of sending, which is reported outside of the call that sent.
  var sendError: SystemError?
  let subscription: OSCMessage?

  var queryAlarm: Alarm?
  var renewalAlarm: Alarm?
  /// The next step of the phase: an attempt, the end of a lookup, of probing, or of a lost socket.
  var phaseAlarm: Alarm?

  /// Weak, because releasing a control stops it.
  struct Subscriber {
    weak var member: (any Member)?
    let id: ObjectIdentifier
  }

  /// An address with the controls that read it.
  struct Reader {
    let address: String
    /// Asks for its value.
    let question: OSCMessage
    var subscribers: [Subscriber]
  }

  /// Creates a connection that opens when the first member joins.
  public init(_ desk: OSCDesk, loop: EventLoop) {
    self.desk = desk
    self.loop = loop
    subscription = desk.subscription.map { OSCMessage(call: $0) }
  }

  deinit {
    close()
  }

  // MARK: Members

  func join(_ member: any Member) {
    let subscriber = Subscriber(member: member, id: ObjectIdentifier(member))
    members.append(subscriber)
    for address in member.addresses {
      if let index = readerPlaces[address] {
        readers[index].subscribers.append(subscriber)
      } else {
        readerPlaces[address] = readers.count
        readers.append(
          Reader(
            address: address, question: OSCMessage(call: address), subscribers: [subscriber]))
      }
    }
    switch phase {
    case .closed:
      makeAlarms()
      connect()
    case .open:
      askAll(of: member)
      member.didOpen()
    case .probing: askAll(of: member)
    case .resolving, .waiting: if let reason { member.didLose(reason: reason) }
    }
  }

  /// Removes a member, which receives no further calls; closes the connection if it was the last.
  func leave(_ member: any Member) {
    let id = ObjectIdentifier(member)
    members.removeAll { $0.id == id }
    for index in readers.indices.reversed() {
      readers[index].subscribers.removeAll { $0.id == id }
      guard readers[index].subscribers.isEmpty else { continue }
      plan.drop(readers[index].address)
      readers.remove(at: index)
    }
    readerPlaces = [:]
    for (place, reader) in readers.enumerated() { readerPlaces[reader.address] = place }
    if members.isEmpty { close() }
  }

  /// Sends a value, and has the desk asked later what it made of it; dropped if it is not there.
  ///
  /// - Parameters:
  ///   - message: The value and where it goes.
  ///   - address: The address that tells it.
  func send(_ message: OSCMessage, readAt address: String) {
    guard phase == .open else { return }
    send(message.bytes)
    guard desk.isQueried else { return }
    plan.ask(address, atMicroseconds: loop.nowMicroseconds + Self.settlingMicroseconds)
    queryAlarm?.set(atMicroseconds: plan.deadlineMicroseconds)
  }

  /// Calls members, except those that leave in the meantime.
  func tell(_ some: [Subscriber], _ body: (any Member) -> Void) {
    for subscriber in some where members.contains(where: { $0.id == subscriber.id }) {
      if let member = subscriber.member { body(member) }
    }
  }
}
