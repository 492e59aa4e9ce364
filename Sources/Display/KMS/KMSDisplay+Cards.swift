internal import Glibc
internal import Linux
internal import Raster

/// Finds cards and screens, and handles their removal.
extension KMSDisplay {
  // MARK: Choosing

  /// Uses the first card that accepts a configuration; those with a connector that is known to be
  /// connected come first.
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
        try becomeMaster(of: card)
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
    throw DisplayError.mostRelevant(of: errors) ?? .noCard(seat: options.seat)
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

  private func becomeMaster(of card: Card) throws(DisplayError) {
    guard !card.device.isMaster else { return }
    do throws(SystemError) {
      try card.device.setMaster()
    } catch {
      if CommitFailure(code: error.code) == .gone { throw .system(error) }
      throw .busy(card: card.path, holders: system.holders(of: card.path))
    }
  }

  /// Makes it the current card and watches its events.
  private func use(_ card: Card) throws(DisplayError) {
    guard card !== self.card else { return }
    if let old = self.card { restoreAndRelease(old) }
    try orThrow { () throws(SystemError) in
      try loop.watch(card.device.descriptor, for: .readable) { [unowned self] _ in
        receiveFlipEvents()
      }
    }
    self.card = card
  }

  /// Restores what the card showed before and stops using it.
  func restoreAndRelease(_ card: Card) {
    if isConsoleActive, card.device.isMaster {
      do throws(SystemError) {
        try card.restore()
      } catch {
        // The old framebuffer is gone; disable the CRTC.
        try? configuration?.path.disable()
      }
    }
    configuration = nil
    try? card.device.dropMaster()
    loop.unwatch(card.device.descriptor)
    self.card = nil
  }

  // MARK: Pausing and resuming

  /// False while another console is active.
  var isConsoleActive: Bool { console?.isActive ?? true }

  func pause(_ reason: String) {
    generation += 1
    for alarm in [watchdog, retry, pacer] { alarm.set(atMicroseconds: nil) }
    guard phase != .paused else { return }
    phase = .paused
    isShowing = false
    options.log("paused: \(reason)")
    raise(.paused(reason: reason))
  }

  /// Shows again if it can; otherwise stays paused.
  func resume() {
    generation += 1
    if let configuration, let card {
      do throws(DisplayError) {
        try becomeMaster(of: card)
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
        raise(.changed)
        return
      }
    }
    reconfigure(because: "no screen")
  }

  /// Replaces a configuration that no longer works.
  private func reconfigure(because reason: String) {
    configuration = nil
    guard isConsoleActive else {
      pause(reason)
      return
    }
    do throws(DisplayError) {
      try configure()
      raise(.changed)
    } catch {
      options.log("waiting: \(error)")
      pause(reason)
      if case .busy = error { recoverLater() }
    }
  }

  func loseCard(_ error: SystemError) {
    guard let card else { return }
    // The card can no longer be used, so nothing is restored.
    configuration = nil
    loop.unwatch(card.device.descriptor)
    self.card = nil
    options.log("\(error)")
    reconfigure(because: "\(card.path) is gone")
  }

  func cardsChanged(_ event: CardEvent) {
    switch event {
    case .removed(let path) where path == card?.path:
      loseCard(SystemError(call: "udev", subject: path, code: ENODEV))
    case _ where !isConsoleActive:
      // Checked when this console becomes active again.
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
      options.log("\(configuration.pipeline.connector.name): the link failed; setting the mode")
      finishFlip()
      watchdog.set(atMicroseconds: nil)
      configuration.needsModeset = true
      phase = .idle
      isShowing = false
      raise(.lostContents)
    } else {
      generation += 1
      // Before its framebuffers are removed: some ports fail if that happens while they are enabled.
      try? configuration.path.disable()
      let name = configuration.pipeline.connector.name
      reconfigure(because: "\(name) was unplugged")
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

  func consoleWasReleased() {
    onConsoleChange(false)
    finishFlip()
    pause("another console is in front")
    try? card?.device.dropMaster()
  }

  func consoleWasAcquired() {
    onConsoleChange(true)
    resume()
  }
}
