internal import Glibc
internal import Linux

/// Pauses when nothing can be shown, and resumes: cables, cards and consoles.
extension KMSDisplay {
  /// False while another console or session is active.
  var isConsoleActive: Bool { options.session?.isActive ?? console?.isActive ?? true }

  /// Shows nothing until `resume` succeeds.
  ///
  /// With `isRetried`, it is tried after a delay, because no event announces when it can succeed.
  /// While another console is active, the switch back is that event.
  func pause(_ reason: String, isRetried: Bool) {
    generation += 1
    for alarm in [watchdog, retry, pacer] { alarm.set(atMicroseconds: nil) }
    if isRetried, isConsoleActive {
      retry.set(afterMicroseconds: recovery.nextMicroseconds())
    }
    guard phase != .paused else { return }
    phase = .paused
    isShowing = false
    logOnce("paused: \(reason)")
    raise(.paused(reason: reason))
  }

  /// Pauses because of the error; gives up a card that is gone.
  func pause(for error: DisplayError, isRetried: Bool) {
    if case .system(let failure) = error, CommitFailure(code: failure.code) == .gone {
      loseCard(failure)
    } else {
      pause("\(error)", isRetried: isRetried)
    }
  }

  /// Shows again if possible; otherwise stays paused.
  func resume() {
    generation += 1
    retry.set(atMicroseconds: nil)
    if let configuration, let card {
      do throws(DisplayError) {
        try becomeMaster(of: card)
      } catch {
        pause(for: error, isRetried: true)
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
      pause(reason, isRetried: false)
      return
    }
    do throws(DisplayError) {
      try configure()
      raise(.changed)
    } catch {
      logOnce("waiting: \(error)")
      pause(reason, isRetried: isSearchWorthRepeating)
    }
  }

  /// Gives up an unusable card, without restoring anything, and looks for another.
  ///
  /// If a card fails again before it has shown a picture, the display waits: otherwise it would
  /// find, use and lose the card endlessly.
  func loseCard(_ error: SystemError) {
    guard let card else { return }
    forgetCard(at: card.path)
    logOnce("\(error)")
    let reason = "\(card.path) is gone"
    if hasLostCard {
      pause(reason, isRetried: true)
    } else {
      hasLostCard = true
      reconfigure(because: reason)
    }
  }

  // MARK: Standby and suspend

  /// Disables the output until the next picture, which is shown by a modeset.
  public func standBy() {
    guard let configuration, phase != .paused, phase != .closed else { return }
    finishFlip()
    generation += 1
    for alarm in [watchdog, retry, pacer] { alarm.set(atMicroseconds: nil) }
    isShowing = false
    phase = .idle
    configuration.needsModeset = true
    do throws(SystemError) {
      try configuration.path.disable()
    } catch {
      guard CommitFailure(code: error.code) == .refused else { return failed(error) }
      canStandBy = false
      options.log("\(configuration.pipeline.connector.name) cannot be sent to standby: \(error)")
      raise(.lostContents)
    }
  }

  /// Checks what changed while the machine was suspended, and sets the mode.
  public func resumeAfterSuspend() {
    guard phase != .closed, isConsoleActive else { return }
    recovery.reset()
    finishFlip()
    checkEverything()
    guard let configuration, phase != .paused else { return }
    watchdog.set(atMicroseconds: nil)
    configuration.needsModeset = true
    phase = .idle
    raise(.lostContents)
  }

  // MARK: Cards and cables

  func cardsChanged(_ event: CardEvent) {
    recovery.reset()
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
    case .missed:
      checkEverything()
    }
  }

  /// Checks what lost events would have reported.
  private func checkEverything() {
    if let device = card?.device {
      do throws(SystemError) {
        _ = try device.resources()
      } catch {
        loseCard(error)
        return
      }
    }
    if configuration == nil { resume() } else { checkCable() }
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
      // Before its framebuffers are removed: some outputs fail if they are enabled at that time.
      try? configuration.path.disable()
      let name = configuration.pipeline.connector.name
      reconfigure(because: "\(name) was unplugged")
    }
  }

  /// Returns whether the connector still has a screen, and the screen still has the mode.
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

  func consoleWillRelease() {
    waitForFlip()
    try? card?.device.dropMaster()
  }

  func consoleDidRelease() {
    pause("another console is active", isRetried: false)
  }

  /// If another process took the card meanwhile, the next commit fails.
  func consoleDidNotRelease() {
    try? card?.device.setMaster()
  }

  func consoleDidAcquire() {
    recovery.reset()
    resume()
  }
}
