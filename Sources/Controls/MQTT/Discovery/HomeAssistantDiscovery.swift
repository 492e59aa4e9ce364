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
  private var entityIndices: [String: Int] = [:]
  private var isOpen = false
  /// The indices of the entities still to be announced.
  private var queue: [Int] = []
  private var isOnlineSent = false
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
    stop(remaining: nil)
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
    let oldIndices = entityIndices
    entities = new.map(AnnouncedEntity.init)
    entityIndices = [:]
    queue = []
    for (index, announced) in entities.enumerated() {
      entityIndices[announced.object] = index
      if let last = oldIndices[announced.object], old[last].entity == announced.entity {
        entities[index] = old[last]
      } else {
        queue.append(index)
      }
    }
    for announced in old {
      let last = entityIndices[announced.object].map { entities[$0].entity }
      if last?.kind.component != announced.entity.kind.component {
        remove(announced.object, announced.entity.kind.component, withState: last == nil)
      }
    }
    // Some entities had not been announced when the layout changed.
    if isOpen, !isOnlineSent { queue = Array(entities.indices) }
    plan()
  }

  func update(_ index: Int, _ state: PanelEntity.State, isAvailable: Bool) {
    guard entities.indices.contains(index) else { return }
    let isStateNew = entities[index].note(state)
    let isAvailabilityNew = entities[index].note(isAvailable: isAvailable)
    guard isOpen, isStateNew || isAvailabilityNew, !queue.contains(index) else { return }
    if isAvailabilityNew { sendAvailability(entities[index]) }
    guard isStateNew else { return }
    let due = entities[index].states.offer(
      state, isFinal: false, atMicroseconds: loop.nowMicroseconds)
    if due != nil { sendState(entities[index]) }
    plan()
  }

  func stop(remaining others: [any PanelService]?) {
    guard let alarm else { return }
    if let others, !others.contains(where: { ($0 as? Self)?.replaces(self) == true }) {
      for announced in entities {
        remove(announced.object, announced.entity.kind.component, withState: true)
      }
    }
    alarm.cancel()
    self.alarm = nil
    isOpen = false
    connection.leave(self)
  }

  private func replaces(_ other: HomeAssistantDiscovery) -> Bool {
    let (mine, its) = (connection.broker, other.connection.broker)
    return mine.host == its.host && mine.port == its.port
      && discovery.panelID == other.discovery.panelID && discovery.prefix == other.discovery.prefix
  }

  // MARK: Sending

  private func send(_ payload: [UInt8], on topic: String, isPicture: Bool = false) {
    let message = MQTTMessage(
      topic: topic, payload: payload, isRetained: !isPicture, isLarge: isPicture)
    if let id = connection.publish(message) { leaving = id }
  }

  private func sendState(_ announced: AnnouncedEntity) {
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

  private func sendAvailability(_ announced: AnnouncedEntity) {
    guard announced.entity.canBeUnavailable else { return }
    send(
      announced.isAvailable ? DiscoveryMessages.online : DiscoveryMessages.offline,
      on: names.availability(announced.object))
  }

  private func sendAll(_ announced: AnnouncedEntity) {
    let configuration = DiscoveryMessages.configuration(
      of: announced.entity, names,
      deviceName: discovery.name ?? "Panel \(discovery.panelID)")
    send(
      Array(configuration.line.utf8),
      on: names.configuration(announced.object, announced.entity.kind.component))
    sendAvailability(announced)
    if announced.entity.kind != .picture { sendState(announced) }
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
      for index in queue.prefix(Self.portion) { sendAll(entities[index]) }
      queue.removeFirst(min(Self.portion, queue.count))
      if isPictureWaiting {
        isPictureWaiting = false
        for announced in entities where announced.entity.kind == .picture { sendState(announced) }
      }
      if queue.isEmpty, !isOnlineSent {
        isOnlineSent = true
        send(DiscoveryMessages.online, on: names.availability)
      }
    }
    if let due = onlineDue, due <= now {
      onlineDue = nil
      if isOpen, isOnlineSent { send(DiscoveryMessages.online, on: names.availability) }
    }
    var due: [(entity: PanelEntity, object: String, command: PanelEntity.Command)] = []
    for index in entities.indices {
      if entities[index].states.due(atMicroseconds: now) != nil { sendState(entities[index]) }
      if let command = entities[index].commands.due(atMicroseconds: now) {
        due.append((entities[index].entity, entities[index].object, command))
      }
    }
    for (entity, object, command) in due {
      // An earlier command may have changed the layout, and this entity's index, or removed the
      // entity.
      guard let index = entityIndices[object], entities[index].entity == entity else { continue }
      onCommand(index, command)
    }
    plan()
  }

  private func plan() {
    var next = onlineDue
    if isOpen, leaving == nil, !queue.isEmpty || !isOnlineSent || isPictureWaiting {
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
    (isOpen, isOnlineSent, leaving, onlineDue) = (true, false, nil, nil)
    isPictureWaiting = false
    queue = Array(entities.indices)
    plan()
  }

  func didLose(reason: String) {
    isOpen = false
    for index in entities.indices {
      entities[index].states.dropHeld()
      entities[index].commands.dropHeld()
    }
    onlineDue = nil
    plan()
    onReport("the panel cannot be announced to Home Assistant: \(reason)")
  }

  func didDeliver(id: UInt16) {
    guard id == leaving else { return }
    leaving = nil
    plan()
  }

  func didReceive(_ payload: Payload, on topic: String) {
    if topic == names.availability { return contradict(payload) }
    if let object = names.object(of: topic, "config") {
      return removeIfOutdated(payload, object: object, topic)
    }
    guard !payload.isRetained, let object = names.object(of: topic, "set") else { return }
    guard let index = entityIndices[object] else {
      return complain(.command, "a command is for \"\(object)\", which the panel does not have")
    }
    guard let command = DiscoveryMessages.command(payload.bytes, to: entities[index].entity.kind)
    else {
      return complain(
        .command, "\"\(topic)\": \(StateReader.excerpt(payload.bytes)) is not a valid command")
    }
    let now = loop.nowMicroseconds
    let due = entities[index].commands.offer(command, isFinal: false, atMicroseconds: now)
    // Presses in quick succession count as one, except those that reload the layout.
    if command == .press, entities[index].entity.target != .reload {
      entities[index].commands.dropHeld()
    }
    if let due { onCommand(index, due) }
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
  private func removeIfOutdated(_ payload: Payload, object: String, _ topic: String) {
    guard payload.isRetained, !payload.bytes.isEmpty else { return }
    let current = entityIndices[object].map { entities[$0] }
    let component = current?.entity.kind.component
    guard component.map({ names.configuration(object, $0) }) != topic else { return }
    send([], on: topic)
    guard current == nil else { return }
    send([], on: names.state(object))
    send([], on: names.availability(object))
  }

  func didSkip(byteCount: Int, on topic: String) {
    complain(
      .tooLong, "\"\(topic)\": a message of \(byteCount) bytes is too long, and was ignored")
  }

  func didRefuse(_ topic: String) {
    complain(
      .presence,
      "\(connection.broker.title): the broker refuses the subscription to \"\(topic)\"")
  }

  private func complain(_ kind: Complaints.Kind, _ text: String) {
    guard complaints.isDue(kind, atMicroseconds: loop.nowMicroseconds) else { return }
    onReport("Home Assistant: \(text)")
  }
}
