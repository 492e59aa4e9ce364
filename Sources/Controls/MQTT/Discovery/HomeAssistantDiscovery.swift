internal import JSON
internal import Linux

/// Presents the panel as one device of Home Assistant, over a broker.
///
/// | when | sends |
/// |---|---|
/// | the session begins | each entity's configuration and state, then that the panel is online |
/// | another layout is shown | what has changed; an empty configuration for each removed entity |
/// | the broker retains a configuration of an entity that the panel lacks | an empty one |
/// | a state changes | the state: at once, then at most every 100 ms, and always the last one |
/// | the will of the last session arrives late, with `offline` | that the panel is online |
/// | the session ends | that the panel is offline: sent by the panel or by the broker |
/// | a picture was taken | the picture, once: in a later session it would be out of date |
///
/// All messages except pictures are retained, so that Home Assistant finds them whenever it starts.
/// Commands are not: a retained command is ignored. Configurations are sent a few at a time, when
/// the previous ones have left.
final class HomeAssistantDiscovery: PanelService {
  var onCommand: (Int, PanelEntity.Command) -> Void = { _, _ in }
  var onReport: (String) -> Void = { _ in }

  private let discovery: MQTTDiscovery
  private let connection: MQTTConnection
  private let loop: EventLoop
  private let names: DiscoveryTopics
  private var entities: [AnnouncedEntity] = []
  private var places: [String: Int] = [:]
  private var isOpen = false
  /// The indices of the entities still to be announced.
  private var queue: [Int] = []
  private var isOnlineTold = false
  /// The message that must leave before others are sent.
  private var leaving: UInt16?
  /// Whether to send a picture when that message has left: one at a time.
  private var isPictureWaiting = false
  private var alarm: Alarm?
  private var onlineDue: Int64?
  private var complaints = Complaints()

  /// How many entities are announced per turn of the loop.
  private static let portion = 8
  /// The delay before the panel corrects a message that reports it offline.
  private static let contradictionMicroseconds: Int64 = 1_000_000

  init(_ discovery: MQTTDiscovery, over connection: MQTTConnection, loop: EventLoop) {
    self.discovery = discovery
    self.connection = connection
    self.loop = loop
    names = DiscoveryTopics(discovery)
  }

  deinit {
    stop(goingOn: nil)
  }

  func open() throws { try connection.check() }

  func start() {
    guard alarm == nil else { return }
    alarm = loop.makeAlarm { [unowned self] in takeTurn() }
    connection.join(self)
  }

  func announce(_ new: [PanelEntity]) {
    guard new != entities.map(\.entity) else { return }
    let old = entities
    let before = places
    entities = new.map(AnnouncedEntity.init)
    places = [:]
    queue = []
    for (place, announced) in entities.enumerated() {
      places[announced.object] = place
      if let last = before[announced.object], old[last].entity == announced.entity {
        entities[place] = old[last]
      } else {
        queue.append(place)
      }
    }
    for announced in old {
      let last = places[announced.object].map { entities[$0].entity }
      if last?.kind.component != announced.entity.kind.component {
        remove(announced.object, announced.entity.kind.component, withState: last == nil)
      }
    }
    // Some entities had not been announced when the layout changed.
    if isOpen, !isOnlineTold { queue = Array(entities.indices) }
    plan()
  }

  func update(_ index: Int, _ state: PanelEntity.State, isAvailable: Bool) {
    guard entities.indices.contains(index) else { return }
    let isNew = entities[index].note(state)
    let isOther = entities[index].note(isAvailable: isAvailable)
    guard isOpen, isNew || isOther, !queue.contains(index) else { return }
    if isOther { tellAvailability(entities[index]) }
    guard isNew else { return }
    let due = entities[index].news.offer(
      state, isFinal: false, atMicroseconds: loop.nowMicroseconds)
    if due != nil { tellState(entities[index]) }
    plan()
  }

  func stop(goingOn others: [any PanelService]?) {
    guard let alarm else { return }
    if let others, !others.contains(where: { ($0 as? Self)?.isInPlace(of: self) == true }) {
      for announced in entities {
        remove(announced.object, announced.entity.kind.component, withState: true)
      }
    }
    alarm.cancel()
    self.alarm = nil
    isOpen = false
    connection.leave(self)
  }

  private func isInPlace(of other: HomeAssistantDiscovery) -> Bool {
    let (mine, its) = (connection.broker, other.connection.broker)
    return mine.host == its.host && mine.port == its.port
      && discovery.panelID == other.discovery.panelID && discovery.prefix == other.discovery.prefix
  }

  // MARK: Telling

  private func send(_ payload: [UInt8], on topic: String, isPicture: Bool = false) {
    let message = MQTTMessage(
      topic: topic, payload: payload, isRetained: !isPicture, isLarge: isPicture)
    if let id = connection.publish(message) { leaving = id }
  }

  private func tellState(_ announced: AnnouncedEntity) {
    guard announced.state != .none else { return }
    let isPicture = announced.entity.kind == .picture
    if isPicture, leaving != nil {
      isPictureWaiting = true
      return
    }
    send(
      DiscoveryMessages.payload(of: announced.state), on: names.state(announced.object),
      isPicture: isPicture)
  }

  private func tellAvailability(_ announced: AnnouncedEntity) {
    guard announced.entity.canBeUnavailable else { return }
    send(
      announced.isAvailable ? DiscoveryMessages.online : DiscoveryMessages.offline,
      on: names.availability(announced.object))
  }

  private func tellAll(_ announced: AnnouncedEntity) {
    let configuration = DiscoveryMessages.configuration(
      of: announced.entity, names,
      deviceName: discovery.name ?? "Panel \(discovery.panelID)")
    send(
      Array(configuration.line.utf8),
      on: names.configuration(announced.object, announced.entity.kind.component))
    tellAvailability(announced)
    if announced.entity.kind != .picture { tellState(announced) }
  }

  /// Removes an entity from the broker.
  private func remove(_ object: String, _ component: String, withState: Bool) {
    guard isOpen else { return }
    send([], on: names.configuration(object, component))
    guard withState else { return }
    send([], on: names.state(object))
    send([], on: names.availability(object))
  }

  // MARK: Turns of the loop

  /// Does what is due, and announces one portion of the waiting entities.
  private func takeTurn() {
    let now = loop.nowMicroseconds
    if isOpen, leaving == nil {
      for place in queue.prefix(Self.portion) { tellAll(entities[place]) }
      queue.removeFirst(min(Self.portion, queue.count))
      if isPictureWaiting {
        isPictureWaiting = false
        for announced in entities where announced.entity.kind == .picture { tellState(announced) }
      }
      if queue.isEmpty, !isOnlineTold {
        isOnlineTold = true
        send(DiscoveryMessages.online, on: names.availability)
      }
    }
    if let due = onlineDue, due <= now {
      onlineDue = nil
      if isOpen, isOnlineTold { send(DiscoveryMessages.online, on: names.availability) }
    }
    var due: [(entity: PanelEntity, object: String, command: PanelEntity.Command)] = []
    for place in entities.indices {
      if entities[place].news.due(atMicroseconds: now) != nil { tellState(entities[place]) }
      if let command = entities[place].commands.due(atMicroseconds: now) {
        due.append((entities[place].entity, entities[place].object, command))
      }
    }
    for (entity, object, command) in due {
      // An earlier command may have changed the layout, and this entity's index, or removed the
      // entity.
      guard let place = places[object], entities[place].entity == entity else { continue }
      onCommand(place, command)
    }
    plan()
  }

  private func plan() {
    var next = onlineDue
    if isOpen, leaving == nil, !queue.isEmpty || !isOnlineTold || isPictureWaiting {
      next = loop.nowMicroseconds
    }
    for announced in entities {
      if let due = announced.deadlineMicroseconds { next = min(next ?? due, due) }
    }
    alarm?.set(atMicroseconds: next)
  }
}

extension HomeAssistantDiscovery: MQTTConnection.Member {
  var topics: [String] { [names.availability, names.allCommands, names.allConfigurations] }

  var quality: UInt8 { 0 }

  func didOpen() {
    (isOpen, isOnlineTold, leaving, onlineDue) = (true, false, nil, nil)
    isPictureWaiting = false
    queue = Array(entities.indices)
    plan()
  }

  func didLose(reason: String) {
    isOpen = false
    for place in entities.indices {
      entities[place].news.dropHeld()
      entities[place].commands.dropHeld()
    }
    onlineDue = nil
    plan()
    onReport("Home Assistant cannot be told of the panel: \(reason)")
  }

  func didDeliver(id: UInt16) {
    guard id == leaving else { return }
    leaving = nil
    plan()
  }

  func didReceive(_ payload: Payload, on topic: String) {
    if topic == names.availability { return contradict(payload) }
    if let object = names.object(of: topic, "config") {
      return check(payload, object: object, topic)
    }
    guard !payload.isRetained, let object = names.object(of: topic, "set") else { return }
    guard let place = places[object] else {
      return complain(.command, "a command came for \"\(object)\", which the panel does not have")
    }
    guard let command = DiscoveryMessages.command(payload.bytes, to: entities[place].entity.kind)
    else {
      return complain(
        .command, "\"\(topic)\": \(StateReader.excerpt(payload.bytes)) is nothing that it can do")
    }
    let now = loop.nowMicroseconds
    let due = entities[place].commands.offer(command, isFinal: false, atMicroseconds: now)
    // Presses in quick succession count as one, except those that reload the layout.
    if command == .press, entities[place].entity.target != .reload {
      entities[place].commands.dropHeld()
    }
    if let due { onCommand(place, due) }
    plan()
  }

  /// Corrects the will of an earlier session, which may arrive long after this one has begun.
  private func contradict(_ payload: Payload) {
    guard !payload.isRetained, payload.bytes != DiscoveryMessages.online, onlineDue == nil else {
      return
    }
    onlineDue = loop.nowMicroseconds + Self.contradictionMicroseconds
    plan()
  }

  /// Removes an entity of an earlier layout, or of an earlier version of this program.
  private func check(_ payload: Payload, object: String, _ topic: String) {
    guard payload.isRetained, !payload.bytes.isEmpty else { return }
    let current = places[object].map { entities[$0] }
    let component = current?.entity.kind.component
    guard component.map({ names.configuration(object, $0) }) != topic else { return }
    send([], on: topic)
    guard current == nil else { return }
    send([], on: names.state(object))
    send([], on: names.availability(object))
  }

  func didSkip(byteCount: Int, on topic: String) {
    complain(
      .tooLong, "\"\(topic)\": a message of \(byteCount) bytes came, and is too long to be read")
  }

  func didRefuse(_ topic: String) {
    complain(
      .presence, "\(connection.broker.title): the broker does not let us read \"\(topic)\"")
  }

  private func complain(_ kind: Complaints.Kind, _ text: String) {
    guard complaints.isDue(kind, atMicroseconds: loop.nowMicroseconds) else { return }
    onReport("Home Assistant: \(text)")
  }
}
