internal import Display
internal import Gesture
internal import Layout
internal import Linux
internal import Logging
internal import Panel
internal import Raster
internal import Touch

/// What the display reports, and whether the screen is off.
extension Application {
  func handle(_ event: DisplayEvent) {
    switch event {
    case .ready(let moment):
      frameScheduler.shown(atMicroseconds: moment)
      if display.isShowing { service?.shows(on: display.name) }
    case .lostContents: stage.invalidate()
    case .startedShowing: service?.shows(on: display.name)
    case .changed: layOut()
    case .paused(let reason):
      log.info("display paused: \(reason)")
      service?.waits(because: reason)
      // At once: what the fingers do in the same wake-up is not seen any more.
      touchActivation.suspend()
      encoders?.suspend()
      stage.panel.cancelAllContacts(at: loop.now)
    }
  }

  /// Lays the panel out for what the display is now.
  private func layOut() {
    // It shows again, and is sent to standby again if the screen is off.
    isStandingBy = false
    log.info("display: \(display.size.width)x\(display.size.height)")
    screen.displayChanged(to: display.name)
    // Resumed in the same round if it shows.
    if let output = display.connectorName, touch.follow(output: output) {
      touchActivation.suspend()
    }
    let before = stage.panel
    do {
      try stage.move(toDisplaySize: display.size, orientation: display.orientation, at: loop.now)
      isLaidOut = true
    } catch {
      log.error("\(error)")
      isLaidOut = false
    }
    if stage.panel !== before { passOn(from: before, to: controls) }
    onDisplayChange()
  }

  /// What has stopped and does not go on by itself; nil if nothing has.
  func fault(stallLimit: Int64) -> String? {
    if touch.hasEnded { return "touch input has ended" }
    let stall = frameScheduler.stallMicroseconds
    guard stall > stallLimit else { return nil }
    return "\(display.name) has not taken a frame for \(stall / 1_000_000) s"
  }

  func followDisplay() {
    let wasSuspended = touchActivation.isSuspended
    // A screen that stands by is woken by touch.
    let isSeen = display.isShowing || isStandingBy && !display.isWaiting
    touchActivation.follow(isShowing: isSeen && isLaidOut)
    if touchActivation.isSuspended {
      encoders?.suspend()
      if !wasSuspended { stage.panel.cancelAllContacts(at: loop.now) }
    } else {
      encoders?.resume()
    }
  }

  /// Ends what the fingers do when the panel is not seen any more, and tells of each change.
  func followScreen() {
    if stage.panel.isScreenOffWanted {
      stage.panel.isScreenOffWanted = false
      screen.turnOff()
    }
    guard let state = screen.takeChange() else { return }
    if state == .off || state == .idle { stage.panel.cancelAllContacts(at: loop.now) }
    log.debug("screen \(state.rawValue)")
    stage.panel.report(ScreenEvent(time: loop.now, state: state))
  }

  /// Draws and presents what is due, as bright as the screen is to be, if it can be seen.
  func showPicture() {
    switch screen.picture(canStandBy: display.canStandBy) {
    case .shown(let brightness):
      // The picture of an earlier run is better than one that has no values yet.
      guard !isAwaitingValues else { return frameScheduler.rest() }
      if isStandingBy { stage.invalidate() }
      isStandingBy = false
      stage.show(brightness: brightness, shift: screen.shift)
      stage.show(idle: screen.idle)
      frameScheduler.presentIfDue(for: stage)
    case .unseen:
      frameScheduler.rest()
      guard screen.standsBy, !isStandingBy, display.isReady else { return }
      isStandingBy = true
      display.standBy()
    }
  }

  private var isAwaitingValues: Bool {
    guard let replacement, replacement.deadlineMicroseconds != nil else { return false }
    let isAwaiting =
      display.showsEarlierPicture && controls.all.contains { state(of: $0.item) == .awaited }
    if !isAwaiting { replacement.set(atMicroseconds: nil) }
    return isAwaiting
  }

  /// Opens the touch devices anew, and shows everything.
  func resumeAfterSuspend() {
    log.info("the machine was suspended")
    stage.panel.cancelAllContacts(at: loop.now)
    encoders?.suspend()
    touchActivation.suspend()
    display.resumeAfterSuspend()
  }
}

// MARK: Touch

extension Application {
  /// Keeps when a finger came down, every 10 s at most: a turn is one touch, and who is told of it may
  /// record each.
  func noteTouch(_ frame: TouchFrame) {
    let isDown = frame.changes.contains { if case .down = $0 { true } else { false } }
    guard isDown else { return }
    let now = WallClockTimer.utcSeconds
    if let last = lastTouchSeconds, (0..<10).contains(now - last) { return }
    lastTouchSeconds = now
  }
}
