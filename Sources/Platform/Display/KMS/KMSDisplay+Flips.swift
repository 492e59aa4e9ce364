internal import Glibc
internal import Linux
internal import Raster

/// Commits back buffers, one at a time.
extension KMSDisplay {
  /// The number of attempts at a flip, and then at a modeset, before the display pauses.
  private static let busyLimit = 5
  /// The timeout for a flip's event: far longer than the slowest screen takes.
  private static let overdueMicroseconds: Int64 = 1_000_000

  /// Commits the back buffer; if that fails, keeps its content for a retry.
  func submit() {
    guard let configuration else { return }
    let swapchain = configuration.swapchain
    // `present` returns after a modeset, so its caller sees that the display is ready; a caller
    // that waits for a retry needs the event.
    let isAwaited = phase != .idle
    generation += 1
    do throws(SystemError) {
      var outcome: FlipOutcome?
      let isModeset = configuration.needsModeset
      if configuration.needsModeset {
        try configuration.path.modeset(swapchain.backBuffer)
        configuration.needsModeset = false
      } else {
        outcome = try configuration.path.flip(
          to: swapchain.backBuffer, damage: swapchain.frameDamage, generation: generation)
      }
      swapchain.advance()
      succeeded()
      // Some cards clear their memory when enabled, and only `present` has the picture.
      if isModeset, !isPresenting { raise(.lostContents) }
      if let outcome {
        wait(for: outcome)
      } else {
        phase = .idle
        if isAwaited { raise(.ready(shownAtMicroseconds: nil)) }
      }
    } catch {
      failed(error)
    }
  }

  /// Resets the failure state: the card shows a picture.
  private func succeeded() {
    commitCount += 1
    busyCount = 0
    recovery.reset()
    hasLostCard = false
    guard !isShowing else { return }
    isShowing = true
    card?.removeLeftoverFramebuffers()
    logged.removeAll()
    knownHolders.removeAll()
    raise(.startedShowing)
  }

  private func wait(for outcome: FlipOutcome) {
    switch outcome {
    case .pending:
      phase = .flipping(generation: generation)
      watchdog.set(afterMicroseconds: Self.overdueMicroseconds)
    case .shown:
      didShow(atMicroseconds: loop.nowMicroseconds)
    }
  }

  /// Reads events from the card's descriptor.
  func receiveFlipEvents() {
    guard let device = card?.device else { return }
    do throws(SystemError) {
      try device.readEvents { event in
        guard phase == .flipping(generation: event.userData) else { return }
        didShow(atMicroseconds: event.microseconds)
      }
    } catch {
      // The descriptor stays readable, so the loop would spin.
      loseCard(error)
    }
  }

  /// Records that the last picture is visible.
  ///
  /// Emulated screens and screens on a slow bus complete flips immediately; their rate is limited
  /// to the mode's refresh rate.
  private func didShow(atMicroseconds moment: Int64) {
    watchdog.set(atMicroseconds: nil)
    let period = configuration?.periodMicroseconds ?? 0
    let previous = lastShownMicroseconds
    lastShownMicroseconds = moment
    if let previous, moment >= previous, moment - previous < period / 2 {
      lastShownMicroseconds = previous + period
      pacedShownMicroseconds = moment
      phase = .pacing
      pacer.set(atMicroseconds: previous + period)
    } else {
      phase = .idle
      raise(.ready(shownAtMicroseconds: moment))
    }
  }

  /// Ends pacing, when a real screen would have shown the last picture.
  func becomeReady() {
    guard phase == .pacing else { return }
    phase = .idle
    raise(.ready(shownAtMicroseconds: pacedShownMicroseconds))
  }

  /// Sets the mode after a lost flip event; some drivers lose one after a reset or with a loose
  /// cable.
  func flipIsOverdue() {
    guard case .flipping = phase, let configuration else { return }
    options.log("\(configuration.pipeline.connector.name): a flip did not finish; setting the mode")
    configuration.swapchain.retreat()
    configuration.needsModeset = true
    submit()
  }

  func failed(_ error: SystemError) {
    switch CommitFailure(code: error.code) {
    case .busy: retrySoon(error)
    case .notMaster:
      pause("another program has taken over the card (\(error))", isRetried: true)
    case .refused: simplify(error)
    case .gone: loseCard(error)
    }
  }

  private func retrySoon(_ error: SystemError) {
    guard let configuration else { return }
    busyCount += 1
    if busyCount == Self.busyLimit { configuration.needsModeset = true }
    if busyCount < 2 * Self.busyLimit {
      phase = .retrying
      retry.set(afterMicroseconds: configuration.periodMicroseconds)
    } else {
      busyCount = 0
      pause("the card stays busy (\(error))", isRetried: true)
    }
  }

  /// Tries a modeset or, if that was refused, the next configuration.
  ///
  /// A flip may be refused because another program disabled the output.
  private func simplify(_ error: SystemError) {
    guard let configuration else { return }
    guard configuration.needsModeset else {
      configuration.needsModeset = true
      submit()
      return
    }
    logOnce("\(configuration.description) is refused: \(error)")
    let (card, pipeline) = (configuration.card, configuration.pipeline)
    let remaining = configuration.remaining
    self.configuration = nil
    do {
      adopt(
        try Configuration.first(
          of: remaining, card: card, pipeline: pipeline, log: logOnce))
      raise(.changed)
    } catch {
      // A modeset may also be refused because of what other programs hold; no event announces its
      // release.
      pause(for: error, isRetried: true)
    }
  }

  func tryAgain() {
    switch phase {
    case .retrying: submit()
    case .paused where isConsoleActive: resume()
    default: break
    }
  }

  /// Waits up to 100 ms for the pending flip: older drivers refuse a modeset during one.
  ///
  /// Its event remains to be read.
  func waitForFlip() {
    guard case .flipping = phase, let card else { return }
    _ = FileDescriptor.waitForInput(of: [card.device.descriptor], milliseconds: 100)
  }

  /// Waits for the pending flip as `waitForFlip` does, and discards its event.
  func finishFlip() {
    guard case .flipping = phase else { return }
    generation += 1
    waitForFlip()
    try? card?.device.readEvents { _ in }
  }
}
