internal import Linux

/// Finds speakers on the network, and receives their events; shared by all UPnP controls of a loop.
///
/// Searches while a member looks for a speaker, and receives announcements while there are members.
/// Descriptions are fetched only from hosts that have sent a message themselves.
final class UPnPNetwork {
  /// A control that uses the network.
  protocol Member: AnyObject {
    /// Whether it is looking for a speaker.
    var isSearching: Bool { get }
    /// The ID of the device that it uses or looks for; nil if unknown.
    var neededID: String? { get }
    func didFind(_ device: UPnPDevice)
    /// Whether it needs the rooms of a Raumfeld system.
    var needsRooms: Bool { get }
    /// The rooms have been read, or play elsewhere.
    func didChangeRooms()
    /// The device announced that it is leaving.
    func didLeave(_ device: UPnPDevice)
  }

  static let describeMicroseconds: Int64 = 3_000_000
  /// The minimum time between requests for the rooms, if they have not changed.
  static let refreshMicroseconds: Int64 = 5_000_000
  /// The minimum time between a response with changed rooms and the next request.
  static let roomPauseMicroseconds: Int64 = 500_000
  /// The maximum number of requests at a time whose response is ignored.
  static let detachedLimit = 64

  let loop: EventLoop
  private var table = SpeakerTable()
  private var descriptions: [SpeakerTable.Key: HTTPExchange] = [:]
  /// Fetched descriptions not yet parsed; one is parsed per turn of the loop.
  private var unread: [(key: SpeakerTable.Key, location: HTTPAddress, document: [UInt8])] = []
  private var describeAlarm: Alarm?
  /// Its connection is open while there are members: the network itself is never lost.
  private(set) lazy var shared = SharedConnection<any Member>(
    loop: loop,
    .init(
      connect: { [unowned self] in open() }, close: { [unowned self] in close() },
      notifyOpen: { [unowned self] in offerDevices(to: $0) }, notifyLoss: { _, _ in }))
  private var detached: [HTTPExchange] = []

  // Search state.
  var interfaces: [NetworkInterface] = []
  var sockets: [(socket: DatagramSocket, feed: DatagramFeed)] = []
  var backoff = Backoff()
  var searchAlarm: Alarm?

  /// The listeners for events, by local address.
  var listeners: [String: HTTPListener] = [:]
  /// By the last component of the path.
  var receivers: [String: Receiver] = [:]

  /// The rooms of a Raumfeld system, and the host that reports them.
  var rooms = RaumfeldRooms()
  var roomHost: String?
  /// Whether the host answered the last request for the rooms.
  var isRoomHostAnswering = false
  /// The port of the host's `getZones`.
  var roomPort: UInt16 = 47_365
  var roomExchange: HTTPExchange?
  var roomUpdate: String?
  var roomRetry = Retry()
  var roomAlarm: Alarm?

  init(loop: EventLoop) {
    self.loop = loop
  }

  deinit {
    close()
  }

  /// The names of the speakers found.
  var names: [String] { devices.map(\.device.name) }
  /// The speakers found, sorted by name.
  var devices: [(device: UPnPDevice, location: HTTPAddress)] { table.devices }
  /// Returns the description of a device that has answered.
  func device(id: String) -> UPnPDevice? { devices.first { $0.device.id == id }?.device }

  func join(_ member: any Member) { shared.join(member) }

  /// Removes a member, which receives no further calls; stops searching if it was the last.
  func leave(_ member: any Member) { shared.leave(member) }

  private func open() {
    searchAlarm = loop.makeAlarm { [unowned self] in search() }
    describeAlarm = loop.makeAlarm { [unowned self] in describeDue() }
    roomAlarm = loop.makeAlarm { [unowned self] in requestRooms(since: roomUpdate) }
    shared.opened()
  }

  private func offerDevices(to member: any Member) {
    for (device, _) in devices where member.isSearching { member.didFind(device) }
    startSearch()
  }

  /// Drops a device that failed; when it next answers, its description is fetched again.
  func forget(_ device: UPnPDevice) {
    table.forget(device, atMicroseconds: loop.nowMicroseconds)
  }

  private func close() {
    closeSockets()
    for alarm in [searchAlarm, describeAlarm, roomAlarm] { alarm?.cancel() }
    (searchAlarm, describeAlarm, roomAlarm) = (nil, nil, nil)
    (roomExchange, roomHost, roomUpdate, rooms) = (nil, nil, nil, RaumfeldRooms())
    isRoomHostAnswering = false
    (table, descriptions, unread) = (SpeakerTable(), [:], [])
    (listeners, receivers) = ([:], [:])
  }

  // MARK: Devices

  func process(_ message: SSDPMessage) {
    if message.type == RaumfeldRooms.hostType {
      if case .alive(let location) = message.kind, hasMember(where: { $0.needsRooms }) {
        didFindHost(location.host)
      }
      return
    }
    // Devices also announce each of their services; these are ignored.
    if case .alive = message.kind, message.type != SSDPMessage.renderer { return }
    let step = table.receive(message, atMicroseconds: loop.nowMicroseconds) {
      Set(shared.entries.compactMap { $0.member()?.neededID })
    }
    switch step {
    case .nothing: break
    case .describe(let key, let location, let removed):
      for key in removed { descriptions[key] = nil }
      describe(key, at: location)
    case .found(let device): shared.notify { if $0.isSearching { $0.didFind(device) } }
    case .left(let device): shared.notify { $0.didLeave(device) }
    }
    setDescribeAlarm()
  }

  private func describeDue() {
    if !unread.isEmpty {
      let (key, location, document) = unread.removeFirst()
      didDescribe(key, as: UPnPDevice(document, at: location, id: key.id))
    }
    for (key, location) in table.takeDue(atMicroseconds: loop.nowMicroseconds) {
      describe(key, at: location)
    }
    setDescribeAlarm()
  }

  private func setDescribeAlarm() {
    describeAlarm?.set(
      atMicroseconds: unread.isEmpty ? table.wakeMicroseconds : loop.nowMicroseconds)
  }

  private func describe(_ key: SpeakerTable.Key, at location: HTTPAddress) {
    let exchange = HTTPExchange(
      HTTPExchange.Request(address: location), limitMicroseconds: Self.describeMicroseconds,
      loop: loop
    ) { [unowned self] result in
      descriptions[key] = nil
      if case .success(let message) = result, message.status == 200 {
        unread.append((key, location, message.body))
      } else {
        didDescribe(key, as: nil)
      }
      setDescribeAlarm()
    }
    descriptions[key] = exchange
    exchange.start()
  }

  private func didDescribe(_ key: SpeakerTable.Key, as device: UPnPDevice?) {
    table.didDescribe(key, as: device, atMicroseconds: loop.nowMicroseconds)
    if let device { shared.notify { if $0.isSearching { $0.didFind(device) } } }
  }

  // MARK: Members

  /// Whether any member satisfies a condition.
  func hasMember(where condition: (any Member) -> Bool) -> Bool {
    shared.entries.contains { $0.member().map(condition) ?? false }
  }

  /// Sends a request, and ignores the response; the sender may be released.
  func sendDetached(_ request: HTTPExchange.Request) {
    detached.removeAll(where: \.isOver)
    guard detached.count < Self.detachedLimit else { return }
    let exchange = HTTPExchange(request, limitMicroseconds: 1_000_000, loop: loop) { _ in }
    detached.append(exchange)
    exchange.start()
  }
}
