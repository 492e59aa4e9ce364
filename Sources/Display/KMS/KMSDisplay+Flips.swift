internal import Glibc
internal import Linux
internal import Raster

/// Getting the back buffer onto the screen, one at a time.
extension KMSDisplay {
  /// Tries this often for a flip, and again for a modeset, before it pauses.
  private static let busyLimit = 5
  /// Waits so long for a flip's event: far more than the slowest screen takes.
  private static let overdueMicroseconds: Int64 = 1_000_000
  /// Between attempts to come out of a pause that nobody announces the end of.
  private static let recoveryMicroseconds: Int64 = 1_000_000

  /// Commits the back buffer; its content stays for another try.
  func submit() {
    guard let configuration else { return }
    let swapchain = configuration.swapchain
    // Whoever presents sees on return that a modeset is done; whoever waits has to be told.
    let isAwaited = phase != .idle
    generation += 1
    do throws(SystemError) {
      var outcome: FlipOutcome?
      if configuration.needsModeset {
        try configuration.path.modeset(swapchain.backBuffer)
        configuration.needsModeset = false
      } else {
        outcome = try configuration.path.flip(
          to: swapchain.backBuffer, damage: swapchain.frameDamage, generation: generation)
      }
      busyCount = 0
      swapchain.advance()
      countCommit()
      if let outcome {
        wait(for: outcome)
      } else {
        phase = .idle
        if isAwaited { onEvent(.ready(shownAtMicroseconds: nil)) }
      }
    } catch {
      failed(error)
    }
  }

  private func wait(for outcome: FlipOutcome) {
    switch outcome {
    case .pending:
      phase = .flipping(generation: generation)
      watchdog.set(atMicroseconds: MonotonicClock.microseconds + Self.overdueMicroseconds)
    case .shown:
      shown(atMicroseconds: MonotonicClock.microseconds)
    }
  }

  /// Reads the events of the card's descriptor.
  func receiveFlipEvents() {
    guard let device = card?.device else { return }
    do throws(SystemError) {
      try device.readEvents { event in
        guard phase == .flipping(generation: event.userData) else { return }
        shown(atMicroseconds: event.microseconds)
      }
    } catch {
      failed(error)
    }
  }

  /// The last picture is visible.
  ///
  /// Screens that are emulated or fed over a slow bus say so at once; for them the rate is kept to
  /// that of the mode.
  private func shown(atMicroseconds moment: Int64) {
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
      onEvent(.ready(shownAtMicroseconds: moment))
    }
  }

  /// The moment came at which a screen would have shown the last picture.
  func becomeReady() {
    guard phase == .pacing else { return }
    phase = .idle
    onEvent(.ready(shownAtMicroseconds: pacedShownMicroseconds))
  }

  /// The event of the flip in flight got lost: drivers do that after a reset or with a loose cable.
  func flipIsOverdue() {
    guard case .flipping = phase, let configuration else { return }
    options.log("\(configuration.pipeline.connector.name): a flip did not finish; setting all anew")
    configuration.swapchain.retreat()
    configuration.needsModeset = true
    submit()
  }

  func failed(_ error: SystemError) {
    switch CommitFailure(code: error.code) {
    case .busy: retrySoon(error)
    case .notMaster:
      pause("another program has taken over the card (\(error))")
      recoverLater()
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
      retry.set(
        atMicroseconds: MonotonicClock.microseconds + configuration.periodMicroseconds)
    } else {
      busyCount = 0
      pause("the card stays busy (\(error))")
      recoverLater()
    }
  }

  /// A flip that is refused may lack what somebody else turned off; a modeset that is refused will
  /// not work here any more.
  private func simplify(_ error: SystemError) {
    guard let configuration else { return }
    guard configuration.needsModeset else {
      configuration.needsModeset = true
      submit()
      return
    }
    options.log("\(configuration.description) is refused: \(error)")
    let (card, pipeline) = (configuration.card, configuration.pipeline)
    let remaining = configuration.remaining
    self.configuration = nil
    do {
      adopt(
        try Configuration.first(
          of: remaining, card: card, pipeline: pipeline, log: options.log))
      onEvent(.changed)
    } catch {
      pause("\(error)")
    }
  }

  /// For pauses whose end no event tells.
  ///
  /// With a console, coming to the front is the event.
  func recoverLater() {
    guard isInFront else { return }
    retry.set(atMicroseconds: MonotonicClock.microseconds + Self.recoveryMicroseconds)
  }

  func tryAgain() {
    switch phase {
    case .retrying: submit()
    case .paused where isInFront: resume()
    default: break
    }
  }

  /// Waits a moment for the flip in flight: older drivers refuse to be set while one is.
  func finishFlip() {
    guard case .flipping = phase, let card else { return }
    generation += 1
    var descriptor = pollfd(fd: card.device.descriptor, events: Int16(POLLIN), revents: 0)
    if poll(&descriptor, 1, 100) > 0 { try? card.device.readEvents { _ in } }
  }
}
