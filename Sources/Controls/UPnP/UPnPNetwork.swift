internal import Linux

/// Finds speakers on the network, and receives their events; shared by all UPnP controls of a loop.
///
/// Searches while a speaker is looked for, and hears announcements as long as there are controls.
/// Descriptions are only fetched from machines that have answered themselves.
final class UPnPNetwork {
  /// A control that uses the network.
  protocol Member: AnyObject {
    /// Whether it looks for a speaker.
    var isLooking: Bool { get }
    func didFind(_ device: UPnPDevice)
    /// Whether it needs the rooms of a Raumfeld system.
    var needsRooms: Bool { get }
    /// The rooms are known, or play elsewhere.
    func didChangeRooms()
    /// The device has said that it goes.
    func didLeave(id: String)
  }

  /// More devices are ignored.
  static let deviceLimit = 64
  /// More announcements of one turn of the loop wait for the next.
  static let turnLimit = 32
  static let describeMicroseconds: Int64 = 3_000_000
  /// A description is not fetched again earlier.
  static let refreshMicroseconds: Int64 = 5_000_000

  /// After an answer, the rooms are not asked for earlier.
  static let roomPauseMicroseconds: Int64 = 500_000

  private struct Entry {
    var location: HTTPAddress
    var device: UPnPDevice?
    var exchange: HTTPExchange?
    var askedAt: Int64
  }

  let loop: EventLoop
  /// The devices that have answered, by id.
  private var entries: [String: Entry] = [:]
  private var members: [(id: ObjectIdentifier, member: () -> (any Member)?)] = []
  private var interfaces: [NetworkInterface] = []
  private var sockets: [DatagramSocket] = []
  private var backoff = Backoff()
  private var searchAlarm: Alarm?
  private var listener: HTTPListener?
  private var receivers: [String: (HTTPReader.Message) -> Int] = [:]
  private var farewells: [HTTPExchange] = []

  /// The rooms of a Raumfeld system, and the host that tells them.
  var rooms = RaumfeldRooms()
  var roomHost: String?
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

  /// The names of the speakers that were found.
  var names: [String] { entries.values.compactMap { $0.device?.name }.sorted() }
  var devices: [(device: UPnPDevice, location: HTTPAddress)] {
    entries.values.compactMap { entry in entry.device.map { ($0, entry.location) } }
      .sorted { $0.0.name < $1.0.name }
  }

  func join(_ member: any Member) {
    members.append((ObjectIdentifier(member), { [weak member] in member }))
    if searchAlarm == nil {
      searchAlarm = loop.makeAlarm { [unowned self] in search() }
      roomAlarm = loop.makeAlarm { [unowned self] in askForRooms(since: roomUpdate) }
    }
    for entry in entries.values where member.isLooking {
      if let device = entry.device { member.didFind(device) }
    }
    look()
  }

  func leave(_ member: any Member) {
    members.removeAll { $0.id == ObjectIdentifier(member) }
    if members.isEmpty { close() }
  }

  /// Searches at once, and again and again while a member looks for a speaker.
  func look() {
    backoff = Backoff()
    searchAlarm?.set(afterMicroseconds: 0)
  }

  /// A device did not work at its place; it is described anew when it answers again.
  func forget(id: String) {
    entries[id] = nil
  }

  private func close() {
    closeSockets()
    for alarm in [searchAlarm, roomAlarm] { alarm?.cancel() }
    (searchAlarm, roomAlarm) = (nil, nil)
    (roomExchange, roomHost, roomUpdate, rooms) = (nil, nil, nil, RaumfeldRooms())
    entries = [:]
    listener = nil
    receivers = [:]
  }

  private func closeSockets() {
    for socket in sockets { loop.unwatch(socket.descriptor) }
    (sockets, interfaces) = ([], [])
  }

  // MARK: Searching

  private func search() {
    openSockets()
    if let group = SocketAddress.numeric(SSDPMessage.group, port: SSDPMessage.port) {
      let needsRooms = members.contains { $0.member()?.needsRooms == true }
      let types = [SSDPMessage.renderer] + (needsRooms ? [RaumfeldRooms.hostType] : [])
      for type in types {
        for socket in sockets { socket.send(SSDPMessage.search(for: type), to: group) }
      }
    }
    guard members.contains(where: { $0.member()?.isLooking == true }) else { return }
    searchAlarm?.set(afterMicroseconds: backoff.nextMicroseconds(jitter: .random(in: 0...1)))
  }

  /// Opens two sockets for each interface: for answers, and for announcements.
  private func openSockets() {
    let now = NetworkInterface.all()
    guard now != interfaces || sockets.isEmpty else { return }
    closeSockets()
    interfaces = now
    for interface in now {
      for (port, group) in [(nil, nil), (SSDPMessage.port, SSDPMessage.group)]
        as [(UInt16?, String?)]
      {
        guard let socket = try? DatagramSocket(on: interface, port: port, group: group) else {
          continue
        }
        let isWatched: Void? = try? loop.watch(socket.descriptor, for: .readable) {
          [unowned self, unowned socket] _ in receive(socket)
        }
        if isWatched != nil { sockets.append(socket) }
      }
    }
  }

  private func receive(_ socket: DatagramSocket) {
    for _ in 0..<Self.turnLimit {
      guard let (bytes, sender) = socket.receive() else { return }
      if let message = SSDPMessage(bytes, from: sender.host) { process(message) }
    }
  }

  func process(_ message: SSDPMessage) {
    switch message.kind {
    case .byebye:
      guard entries.removeValue(forKey: message.id) != nil else { return }
      tell { $0.didLeave(id: message.id) }
    case .alive(let location):
      if message.type == RaumfeldRooms.hostType {
        if members.contains(where: { $0.member()?.needsRooms == true }) {
          didFindHost(location.host)
        }
        return
      }
      // Devices announce each of their services.
      guard message.type == SSDPMessage.renderer else { return }
      if let known = entries[message.id] {
        let isOld = loop.nowMicroseconds - known.askedAt > Self.refreshMicroseconds
        if known.location == location, known.device != nil || !isOld { return }
        guard isOld else { return }
      } else if entries.count >= Self.deviceLimit {
        return
      }
      describe(message.id, at: location)
    }
  }

  private func describe(_ id: String, at location: HTTPAddress) {
    let exchange = HTTPExchange(
      HTTPExchange.Request(address: location), limitMicroseconds: Self.describeMicroseconds,
      loop: loop
    ) { [unowned self] result in
      entries[id]?.exchange = nil
      guard case .success(let message) = result, message.status == 200,
        let device = UPnPDevice(message.body, at: location)
      else { return }
      entries[id]?.device = device
      tell { if $0.isLooking { $0.didFind(device) } }
    }
    entries[id] = Entry(
      location: location, exchange: exchange, askedAt: loop.nowMicroseconds)
    exchange.start()
  }

  /// The description of a device that has answered.
  func device(id: String) -> UPnPDevice? { entries[id]?.device }

  func tellRooms() {
    tell { $0.didChangeRooms() }
  }

  private func tell(_ body: (any Member) -> Void) {
    for member in members where members.contains(where: { $0.id == member.id }) {
      if let member = member.member() { body(member) }
    }
  }

  // MARK: Events

  /// The port for events whose path is `/` and the token; nil if there can be none.
  func receive(_ token: String, by receiver: @escaping (HTTPReader.Message) -> Int) -> UInt16? {
    if listener == nil {
      listener = try? HTTPListener(loop: loop) { [unowned self] message in
        let words = message.firstLine.split(separator: " ")
        guard words.count == 3, words[0] == "NOTIFY" else { return 405 }
        return receivers[String(words[1].dropFirst())]?(message) ?? 412
      }
    }
    receivers[token] = receiver
    return listener?.port
  }

  func stopReceiving(_ token: String) {
    receivers[token] = nil
  }

  /// Sends a request whose answer does not matter, after its sender has gone.
  func sendFarewell(_ request: HTTPExchange.Request) {
    guard farewells.count < Self.deviceLimit else { return }
    let exchange = HTTPExchange(request, limitMicroseconds: 1_000_000, loop: loop) { _ in }
    farewells = farewells.filter { !$0.isOver } + [exchange]
    exchange.start()
  }
}
