internal import Glibc
internal import Linux
internal import Raster

/// Finds cards and screens.
extension KMSDisplay {
  // MARK: Choosing

  /// Uses the first card that accepts a configuration; cards whose connector is known to be
  /// connected come first.
  func configure() throws(DisplayError) {
    var errors: [DisplayError] = []
    defer { isSearchWorthRepeating = errors.contains { !$0.isAnnounced } }
    var candidates: [(card: Card, pipeline: Pipeline)] = []
    let paths: [String]
    do throws(DisplayError) {
      paths = try cardPaths()
    } catch {
      errors.append(error)
      throw error
    }
    for path in paths {
      do throws(DisplayError) {
        let card = try card(at: path)
        candidates.append((card, try Pipeline.find(on: card, options: options)))
      } catch {
        errors.append(error)
        forgetCard(at: path, ifGone: error)
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
          of: attempts[...], card: card, pipeline: pipeline, log: logOnce)
        try use(card)
        adopt(configuration)
        return
      } catch {
        errors.append(error)
        leave(card)
        forgetCard(at: card.path, ifGone: error)
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
      return Card(path: path, device: try openDevice(at: path))
    } catch {
      guard error.code == EACCES || error.code == EPERM else { throw .system(error) }
      guard options.session == nil else { throw .refusedByService(card: path, error) }
      throw .permissionDenied(card: path, group: system.group(of: path))
    }
  }

  /// Opens a card, or takes over the one that an earlier run left open.
  ///
  /// A card whose last run dropped DRM master is opened anew: the kernel permits only that run's
  /// process to become master again (`drm_master_check_perm`).
  private func openDevice(at path: String) throws(SystemError) -> any DRMDevice {
    let device = try system.open(path)
    guard device.isTakenOver, !device.isMaster, (try? device.setMaster()) == nil else {
      return device
    }
    system.forget(path)
    return try system.open(path)
  }

  func becomeMaster(of card: Card) throws(DisplayError) {
    guard !card.device.isMaster else { return }
    do throws(SystemError) {
      try card.device.setMaster()
    } catch {
      if CommitFailure(code: error.code) == .gone { throw .system(error) }
      throw .busy(card: card.path, holders: holders(of: card.path))
    }
  }

  private func holders(of path: String) -> [String] {
    if let known = knownHolders[path] { return known }
    let found = system.holders(of: path)
    knownHolders[path] = found
    return found
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
    system.keep(card.device, at: card.path)
  }

  /// Undoes what failed attempts changed on an unusable card.
  private func leave(_ card: Card) {
    guard card !== self.card, card.device.isMaster else { return }
    try? card.restore()
    try? card.device.dropMaster()
  }

  /// Makes the next search reopen the device file if the error means that the card is gone.
  private func forgetCard(at path: String, ifGone error: DisplayError) {
    if case .system(let failure) = error, CommitFailure(code: failure.code) == .gone {
      forgetCard(at: path)
    }
  }

  /// Stops using a card that is gone.
  func forgetCard(at path: String) {
    guard let card, card.path == path else { return }
    system.forget(path)
    configuration = nil
    loop.unwatch(card.device.descriptor)
    self.card = nil
  }

  /// Leaves the last picture on the screen, for the next run of this program.
  func leavePicture(on card: Card) {
    configuration?.swapchain.leave()
    configuration = nil
    loop.unwatch(card.device.descriptor)
    self.card = nil
  }

  /// Restores what the card showed before, and stops using it.
  func restoreAndRelease(_ card: Card) {
    // A seat service revokes DRM master itself.
    if console?.isActive ?? true, card.device.isMaster {
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
}
