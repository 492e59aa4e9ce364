internal import Linux

/// The connection to one desk, shared by all of the desk's controls and reopened when lost.
///
/// UDP has no connections: this one is open once the desk has sent anything. If the desk cannot be
/// queried, it is open unless the host refuses the first packet. It exists as long as a control uses
/// it.
///
/// Not thread-safe; must not outlive the loop.
final class OSCConnection {
  /// A control that uses the connection.
  protocol Member: AnyObject {
    /// The addresses to read, and to query if the desk supports it.
    var addresses: [String] { get }
    func didOpen()
    /// The desk sent an address's value; `isAnswer` says whether it answered a query.
    func didReceive(_ arguments: [OSCArgument], at address: String, isAnswer: Bool)
    /// The desk responds, but not to a query for this address.
    func didNotAnswer(_ address: String)
    /// The desk sent data that is not valid OSC.
    func didMisread(reason: String)
    /// The desk is offline until `didOpen`; called again only if the reason changes.
    func didLose(reason: String)
  }

  /// The delay between the last value sent and the query for the value that the desk adopted.
  static let settlingMicroseconds: Int64 = 500_000
  /// How long the host of a desk that cannot be queried has to refuse the first packet.
  static let refusalMicroseconds: Int64 = 250_000
  /// The maximum number of messages per turn of the loop; the last packet may exceed it.
  static let turnMessageLimit = 1024
  /// How long a name lookup may take before the knobs report an error.
  static let lookupMicroseconds: Int64 = 5_000_000

  /// The desk and its protocol settings.
  let desk: OSCDesk
  /// The name resolver.
  var resolver = SocketAddress.systemResolver
  let loop: EventLoop

  enum Phase {
    case closed
    /// Looking up the host's addresses.
    case resolving
    /// A packet was sent; the desk has not answered yet.
    case probing
    case open
  }
  var phase = Phase.closed
  lazy var shared = SharedConnection<any Member>(
    loop: loop,
    .init(
      connect: { [unowned self] in connect() }, close: { [unowned self] in close() },
      notifyOpen: { $0.didOpen() }, notifyLoss: { $0.didLose(reason: $1) }))
  /// The addresses that are read.
  var readers: [Reader] = []
  /// The index in `readers` of each address.
  private(set) var readerIndices: [String: Int] = [:]
  var socket: OSCSocket?
  var lookup: BackgroundTask<[SocketAddress]>?
  /// Selects which of the host's addresses the next attempt uses.
  var attemptCount = 0
  var plan = QueryPlan()
  /// When the desk's last packet arrived.
  var receivedAtMicroseconds: Int64 = .min
  var renewedAtMicroseconds: Int64 = 0
  /// The index of the reader whose address was last queried as a heartbeat.
  var heartbeatIndex = 0
  /// A send error, reported after the sending call has returned.
  var sendError: SystemError?
  let subscription: OSCMessage?

  var queryAlarm: Alarm?
  var renewalAlarm: Alarm?
  /// The next step of the phase: the end of a lookup or of probing, or the loss of the socket.
  var phaseAlarm: Alarm?

  typealias Subscriber = SharedConnection<any Member>.Entry

  /// An address and the controls that read it.
  struct Reader {
    let address: String
    /// The query for its value.
    let query: OSCMessage
    var subscribers: [Subscriber]
  }

  /// Creates a connection that opens when the first member joins.
  init(_ desk: OSCDesk, loop: EventLoop) {
    self.desk = desk
    self.loop = loop
    subscription = desk.subscription.map { OSCMessage(call: $0) }
  }

  deinit {
    close()
  }

  // MARK: Members

  func join(_ member: any Member) {
    let subscriber = Subscriber(member)
    for address in member.addresses {
      if let index = readerIndices[address] {
        readers[index].subscribers.append(subscriber)
      } else {
        readerIndices[address] = readers.count
        readers.append(
          Reader(
            address: address, query: OSCMessage(call: address), subscribers: [subscriber]))
      }
    }
    if phase == .open || phase == .probing { query(member.addresses) }
    shared.join(member)
  }

  /// Removes a member, which receives no further calls; closes the connection if it was the last.
  func leave(_ member: any Member) {
    for index in readers.indices.reversed() {
      readers[index].subscribers.removeAll { $0.isOf(member) }
      guard readers[index].subscribers.isEmpty else { continue }
      plan.drop(readers[index].address)
      readers.remove(at: index)
    }
    readerIndices = [:]
    for (index, reader) in readers.enumerated() { readerIndices[reader.address] = index }
    shared.leave(member)
  }

  /// Sends a value, and schedules a query for the value that the desk adopts; does nothing unless
  /// open.
  ///
  /// - Parameters:
  ///   - message: The value and its address.
  ///   - address: The address at which the desk reports the value.
  func send(_ message: OSCMessage, readAt address: String) {
    guard phase == .open else { return }
    send(message.bytes)
    guard desk.isQueried else { return }
    plan.query(address, atMicroseconds: loop.nowMicroseconds + Self.settlingMicroseconds)
    queryAlarm?.set(atMicroseconds: plan.deadlineMicroseconds)
  }
}
