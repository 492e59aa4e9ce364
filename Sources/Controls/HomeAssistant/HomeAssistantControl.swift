internal import JSON
internal import Layout
internal import Linux

/// Drives an entity of a Home Assistant, and reports changes by others.
///
/// The numbers of its exchange are Home Assistant's own, such as a brightness of 0…255; those of
/// choices and of on and off are levels. A service is called for turns and presses only, never at the
/// start or after a loss; one call at a time, but the last value of a turn does not wait.
///
/// Not thread-safe; call `stop` before the loop ends.
final class HomeAssistantControl: LineControl {
  /// Zigbee networks cannot process more than ten commands a second.
  static let pace = Pace(writeMicroseconds: 100_000, reportsWrites: true)

  /// The entity or the service, and the connection, for messages.
  let name: String
  let settings: HomeAssistantSettings
  let connection: HomeAssistantConnection
  let runner: ExchangeRunner
  let grid: EntityGrid
  /// Whether the exchange awaits the entity's reports.
  private var isFound = false
  private var seenRevision: Int?
  private var text: String?
  private var lastCall: UInt16 = 0
  private var hasComparedRange = false
  private let describingAttributes: [String]
  private var describedAttributes: [EntityState.Value?] = []
  private var description = KnobDescription()
  private var hasBeenLost = false

  /// Creates a control, not yet started.
  init(
    _ settings: HomeAssistantSettings, over connection: HomeAssistantConnection, loop: EventLoop
  ) {
    (self.settings, self.connection) = (settings, connection)
    describingAttributes = settings.describingAttributes
    let target = settings.service ?? settings.attribute.map { "`\($0)` of \(settings.entity)" }
    name = "\(target ?? settings.entity) of \(connection.server.title)"
    let grid = EntityGrid(settings)
    self.grid = grid
    runner = ExchangeRunner(
      LevelExchange(
        Self.pace,
        scale: grid.scale, use: settings.use, isReadOnly: settings.isReadOnly),
      loop: loop)
    runner.target = self
  }

  deinit {
    stop()
  }

  /// Checks that the connection's files can be read; does not contact the server.
  func open() throws(HomeAssistantError) {
    do { _ = try connection.server.token.read() } catch { throw .noToken(error.description) }
    guard connection.server.isEncrypted else { return }
    do { try connection.server.tls.check() } catch { throw .noCertificate("\(error)") }
  }

  func join() {
    connection.use(settings.entity, settings.attributes)
    connection.join(self)
  }

  func leave() {
    connection.leave(self)
    connection.endUse(settings.entity, settings.attributes)
  }

  func forget() { (isFound, seenRevision, text, hasBeenLost) = (false, nil, nil, true) }

  // MARK: Writing

  func write(_ write: LevelExchange.Write) -> UInt16? {
    let state = connection.states[settings.entity]
    switch settings.call(for: write.number, state) {
    case .call(let call): return send(call)
    case .beyond(let limits):
      refuse("it accepts only \(limits); correct the knob's `range`", .outOfRange)
    case .unknownOther(let attribute): refuse("its \(attribute) is unknown", .command)
    case .none: break
    }
    return nil
  }

  func write(isMuted: Bool) -> UInt16? {
    send(
      ServiceCall(
        "media_player.volume_mute", [("is_volume_muted", .bool(isMuted))], of: settings.entity))
  }

  func send(code: TypedCode) -> Bool {
    guard runner.isRunning, runner.exchange.canWrite, case .press(let service) = settings.feature
    else { return false }
    let data = (settings.dataPairs ?? []) + [("code", .string(code.text))]
    return send(ServiceCall(service, data, of: settings.entity.isEmpty ? nil : settings.entity))
      != nil
  }

  func read() {
    if let state = connection.states[settings.entity] { report(state) }
  }

  private func send(_ call: ServiceCall) -> UInt16? {
    lastCall &+= 1
    let id = lastCall
    let isSent = connection.call(call) { [weak self] outcome in self?.didCall(call, id, outcome) }
    if !isSent { refuse("too many calls are unanswered", .command) }
    return isSent ? id : nil
  }

  private func didCall(_ call: ServiceCall, _ id: UInt16, _ outcome: CallOutcome) {
    switch outcome {
    case .done: runner.update { $0.confirmed(id, at: $1) }
    case .refused(let text):
      runner.update { $0.confirmed(id, at: $1) }
      refuse("Home Assistant refuses \(call.name): \(text)", .command)
    case .overdue:
      runner.update { $0.confirmed(id, at: $1) }
      let reason = "\(call.name) has not ended within 10 seconds"
      runner.update { $0.complain(.command, about(reason), at: $1) }
    }
  }

  /// Reports why a write has failed, and returns to the entity's state.
  private func refuse(_ reason: String, _ kind: Complaints.Kind) {
    runner.update { $0.complain(kind, about(reason), at: $1) }
    guard settings.use != .push else { return }
    runner.update { exchange, _ in exchange.refusedMute() }
    runner.update { exchange, _ in exchange.refused() }
  }

  private func about(_ reason: String) -> String {
    settings.entity.isEmpty ? reason : "\(settings.entity): \(reason)"
  }

  // MARK: Reading

  func didUpdate() {
    guard !settings.entity.isEmpty else {
      if !isFound { find(nil) }
      return
    }
    let revision = connection.revisions[settings.entity]
    guard revision != nil, revision != seenRevision else { return }
    seenRevision = revision
    guard let state = connection.states[settings.entity] else {
      let reason = connection.absences[settings.entity] ?? "there is no entity \(settings.entity)"
      return reportAbsence(reason)
    }
    guard !state.isUnavailable else { return reportAbsence("\(settings.entity) is unavailable") }
    if !isFound { find(state) }
    if settings.use == .push { return runner.update { $0.reported(absence: nil, at: $1) } }
    report(state)
  }

  private func find(_ state: EntityState?) {
    isFound = true
    if let state {
      grid.adopt(state)
      runner.update { exchange, _ in
        exchange.use(grid.scale)
        return LevelExchange.Effects()
      }
    }
    let hasMute = settings.hasMute(state)
    runner.update {
      $0.found(
        settings.use == .push ? .none : .reports, muteSource: hasMute ? .reports : nil, at: $1)
    }
  }

  private func reportAbsence(_ reason: String) {
    text = nil
    let event = ControlEvent.offline(reason: "\(connection.server.title): \(reason)")
    guard isFound else { return runner.update { exchange, _ in exchange.lost(event) } }
    runner.update {
      settings.use == .push
        ? $0.reported(absence: event, at: $1) : $0.reported(none: event, at: $1)
    }
  }

  private func report(_ state: EntityState) {
    grid.adopt(state)
    if describe(state) { return }
    if settings.hasMute(state), case .flag(let isMuted)? = state["is_volume_muted"] {
      runner.update { $0.reported(isMuted: isMuted, at: $1) }
    }
    if let warning = compareRange(state) {
      runner.update { $0.complain(.outOfRange, about(warning), at: $1) }
    }
    switch settings.reading(of: state, rounding: grid.rounding) {
    case .number(let number):
      runner.update { $0.reported(number, at: $1) }
    case .text(let reported):
      guard reported != text else { return }
      text = reported
      return runner.update { $0.reported(text: reported, at: $1) }
    case .unknown(let reason):
      reportUnknown(reason)
    case .unreadable(let kind, let reason):
      runner.update { $0.misread(kind, about(reason), at: $1) }
    }
    text = nil
  }

  /// Reports what the entity says about its knob; returns whether the knob cannot be used without that.
  private func describe(_ state: EntityState) -> Bool {
    guard settings.describesKnob else { return false }
    let attributes = describingAttributes.map { state[$0] }
    // A short message about one attribute does not make a long list be read again.
    if attributes != describedAttributes {
      describedAttributes = attributes
      description = settings.description(of: state)
      runner.onEvent(.described(description))
    }
    guard runner.isRunning, settings.awaitsDescription else { return false }
    if description.range != nil || !description.sectors.isEmpty {
      // After a loss, the knob must not stay offline. Before, it is unknown anyway, for a moment.
      if hasBeenLost { reportUnknown("the layout does not fit its range") }
      return true
    }
    guard case .choice = settings.feature else { return false }
    reportUnknown("its list of words cannot be read, so the knob needs `sectors`")
    return true
  }

  private func reportUnknown(_ reason: String) {
    runner.update { $0.reported(none: .unknown(reason: about(reason)), at: $1) }
  }

  /// Returns a warning, once, about a range that the entity does not accept; nil if it does.
  private func compareRange(_ state: EntityState) -> String? {
    guard !hasComparedRange, case .number(let number) = settings.feature,
      let limits = number.limits(of: state)
    else { return nil }
    hasComparedRange = true
    let range = settings.text.range
    let ends = [range.lowest, range.highest]
    guard !ends.allSatisfy({ limits.contains($0) }) else { return nil }
    return "it accepts only \(NumberFeature.text(limits)), but the knob has "
      + "\(JSONText.number(range.lowest)) to \(JSONText.number(range.highest)); correct its `range`"
  }
}
