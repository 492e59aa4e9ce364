internal import Glibc
internal import Linux
internal import Raster

/// Finding cards and screens, and losing them.
extension KMSDisplay {
  // MARK: Choosing

  /// Settles on the first card that shows something when asked to, preferring screens that are
  /// certainly there.
  func configure() throws(DisplayError) {
    var errors: [DisplayError] = []
    var candidates: [(card: Card, pipeline: Pipeline)] = []
    for path in try cardPaths() {
      do throws(DisplayError) {
        let card = try card(at: path)
        candidates.append((card, try Pipeline.find(on: card, options: options)))
      } catch {
        errors.append(error)
      }
    }
    let ordered =
      candidates.filter { $0.pipeline.connector.status == .connected }
      + candidates.filter { $0.pipeline.connector.status != .connected }
    for (card, pipeline) in ordered {
      do throws(DisplayError) {
        try claim(card)
        let attempts = try Configuration.attempts(
          for: pipeline, hasAtomic: !options.usesLegacyModesetting && card.hasAtomic,
          mode: options.mode)
        let configuration = try Configuration.first(
          of: attempts[...], card: card, pipeline: pipeline, log: options.log)
        try use(card)
        adopt(configuration)
        return
      } catch {
        errors.append(error)
      }
    }
    throw DisplayError.mostTelling(errors) ?? .noCard(seat: options.seat)
  }

  private func cardPaths() throws(DisplayError) -> [String] {
    let found = try orThrow { () throws(SystemError) in try system.cards(seat: options.seat) }
    guard let name = options.card else { return found }
    let path = system.deviceFile(named: name)
    guard found.contains(path) else { throw .noSuchCard(named: name, found: found) }
    return [path]
  }

  private func card(at path: String) throws(DisplayError) -> Card {
    if let card, card.path == path { return card }
    do throws(SystemError) {
      return Card(path: path, device: try system.open(path))
    } catch {
      guard error.code == EACCES || error.code == EPERM else { throw .system(error) }
      throw .permissionDenied(card: path, group: system.group(of: path))
    }
  }

  private func claim(_ card: Card) throws(DisplayError) {
    guard !card.device.isMaster else { return }
    do throws(SystemError) {
      try card.device.setMaster()
    } catch {
      if CommitFailure(code: error.code) == .gone { throw .system(error) }
      throw .busy(card: card.path, holders: system.holders(of: card.path))
    }
  }

  /// Makes it the card whose events are heard.
  private func use(_ card: Card) throws(DisplayError) {
    guard card !== self.card else { return }
    if let old = self.card { giveBack(old) }
    try orThrow { () throws(SystemError) in
      try loop.watch(card.device.descriptor, for: .readable) { [unowned self] _ in
        receiveFlipEvents()
      }
    }
    self.card = card
  }

  /// Shows on the card what was there before, and lets go of it.
  func giveBack(_ card: Card) {
    if isInFront, card.device.isMaster {
      do throws(SystemError) {
        try card.restore()
      } catch {
        // What was shown before is gone itself; dark is better than a picture of nobody.
        try? configuration?.path.disable()
      }
    }
    configuration = nil
    try? card.device.dropMaster()
    loop.unwatch(card.device.descriptor)
    self.card = nil
  }

  // MARK: Losing and finding again

  /// False while another console is.
  var isInFront: Bool { console?.isActive ?? true }

  func pause(_ reason: String) {
    generation += 1
    for alarm in [watchdog, retry, pacer] { alarm.set(atMicroseconds: nil) }
    guard phase != .paused else { return }
    phase = .paused
    options.log("paused: \(reason)")
    onEvent(.paused(reason: reason))
  }

  /// Shows again if anything allows it; otherwise stays paused.
  func resume() {
    generation += 1
    if let configuration, let card {
      do throws(DisplayError) {
        try claim(card)
      } catch {
        if case .system(let error) = error {
          loseCard(error)
        } else {
          pause("\(error)")
          recoverLater()
        }
        return
      }
      if isStillThere(configuration) {
        configuration.needsModeset = true
        phase = .idle
        onEvent(.changed)
        return
      }
    }
    lookForScreen(because: "no screen")
  }

  /// Replaces a configuration that cannot go on.
  private func lookForScreen(because reason: String) {
    configuration = nil
    guard isInFront else {
      pause(reason)
      return
    }
    do throws(DisplayError) {
      try configure()
      onEvent(.changed)
    } catch {
      options.log("waiting: \(error)")
      pause(reason)
      if case .busy = error { recoverLater() }
    }
  }

  func loseCard(_ error: SystemError) {
    guard let card else { return }
    // Nothing can be said to it any more.
    configuration = nil
    loop.unwatch(card.device.descriptor)
    self.card = nil
    options.log("\(error)")
    lookForScreen(because: "\(card.path) is gone")
  }

  func cardsChanged(_ event: CardEvent) {
    switch event {
    case .removed(let path) where path == card?.path:
      loseCard(SystemError(call: "udev", subject: path, code: ENODEV))
    case _ where !isInFront:
      // Everything is looked at when this console returns.
      break
    case .changed(let path) where path == card?.path && configuration != nil:
      checkCable()
    case .added, .changed:
      if configuration == nil { resume() }
    case .removed:
      break
    }
  }

  private func checkCable() {
    guard let configuration, phase != .paused else { return }
    if isStillThere(configuration) {
      guard isLinkBad(configuration) else { return }
      options.log("\(configuration.pipeline.connector.name): the link went bad; setting it anew")
      finishFlip()
      watchdog.set(atMicroseconds: nil)
      configuration.needsModeset = true
      phase = .idle
      onEvent(.lostContents)
    } else {
      generation += 1
      // Before its framebuffers go: some ports stay dead if they are lit while they lose them.
      try? configuration.path.disable()
      let name = configuration.pipeline.connector.name
      lookForScreen(because: "\(name) was unplugged")
    }
  }

  /// True if the connector still has its screen and that still has the mode.
  private func isStillThere(_ configuration: Configuration) -> Bool {
    guard
      let connector = try? configuration.card.device.connector(
        configuration.pipeline.connector.id, probing: true)
    else { return false }
    let isConnected = connector.status != .disconnected || options.connector == connector.name
    return isConnected
      && connector.modes.contains { $0.hasSameTiming(as: configuration.attempt.mode) }
  }

  private func isLinkBad(_ configuration: Configuration) -> Bool {
    let table = try? PropertyTable(
      of: configuration.pipeline.connector.id, kind: .connector, on: configuration.card.device)
    return table?.value("link-status") == 1
  }

  // MARK: Consoles

  func leaveFront() {
    onConsoleChange(false)
    finishFlip()
    pause("another console is in front")
    try? card?.device.dropMaster()
  }

  func returnToFront() {
    onConsoleChange(true)
    resume()
  }
}
