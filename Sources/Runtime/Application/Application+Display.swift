internal import Display
internal import Gesture
internal import Layout
internal import Linux
internal import Logging
internal import Panel
internal import Raster
internal import Touch

/// Display events and screen state.
extension Application {
  func handle(_ event: DisplayEvent) {
    switch event {
    case .ready(let moment):
      frameScheduler.shown(atMicroseconds: moment)
      if display.isShowing { service?.shows(on: display.name) }
    case .lostContents: scene.invalidate()
    case .startedShowing: service?.shows(on: display.name)
    case .changed: layOut()
    case .paused(let reason):
      log.info("display paused: \(reason)")
      service?.waits(because: reason)
      // Suspend immediately: touches in the same wake-up no longer have a visible effect.
      touchActivation.suspend()
      encoders?.suspend()
      scene.panel.cancelAllContacts(at: loop.now)
    }
  }

  /// Lays the panel out for the display's current size and orientation.
  private func layOut() {
    // The display is showing again; `showPicture` returns it to standby if the screen is off.
    isStandingBy = false
    log.info("display: \(display.size.width)x\(display.size.height)")
    screen.displayChanged(to: display.name)
    // Touch resumes in the same round if the display is showing.
    if let output = display.connectorName, touch.follow(output: output) {
      touchActivation.suspend()
    }
    let before = scene.panel
    do {
      try scene.move(toDisplaySize: display.size, orientation: display.orientation, at: loop.now)
      isLaidOut = true
    } catch {
      log.error("\(error)")
      isLaidOut = false
    }
    if scene.panel !== before { forward(from: before, to: controls) }
    onDisplayChange()
  }

  /// Returns what has stopped and cannot recover by itself; nil if nothing has.
  func fault(stallLimit: Int64) -> String? {
    if touch.hasEnded { return "touch input has ended" }
    let stall = frameScheduler.stallMicroseconds
    guard stall > stallLimit else { return nil }
    return "\(display.name) has accepted no frame for \(stall / 1_000_000) s"
  }

  func followDisplay() {
    let wasSuspended = touchActivation.isSuspended
    // Touch wakes a screen in standby.
    let isSeen = display.isShowing || isStandingBy && !display.isWaiting
    touchActivation.follow(isShowing: isSeen && isLaidOut)
    if touchActivation.isSuspended {
      encoders?.suspend()
      if !wasSuspended { scene.panel.cancelAllContacts(at: loop.now) }
    } else {
      encoders?.resume()
    }
  }

  /// Cancels all contacts when the panel becomes invisible; reports changes of the screen state.
  func followScreen() {
    defer { screenSource = nil }
    for request in scene.panel.screenRequests {
      switch request {
      case .turnOff:
        screenSource = screenSource ?? .finger
        screen.turnOff()
      case .wake(let source):
        screenSource = screenSource ?? source
        screen.wake()
      case .setBrightness(let brightness): screen.dim(to: brightness)
      }
    }
    scene.panel.screenRequests.removeAll()
    scene.panel.follow(brightness: screen.setBrightness)
    guard let state = screen.takeChange() else { return }
    if state == .off || state == .idle { scene.panel.cancelAllContacts(at: loop.now) }
    log.debug("screen \(state.rawValue)")
    scene.panel.report(
      ScreenEvent(
        time: loop.now, source: screenSource ?? (state == .lit ? .finger : .timer), state: state))
  }

  /// Draws and presents a due frame at the screen's brightness, if it can be seen.
  func showPicture() {
    switch screen.picture(canStandBy: display.canStandBy) {
    case .shown(let brightness):
      // The previous run's picture is better than one without values.
      guard !isAwaitingValues else { return frameScheduler.rest() }
      if isStandingBy { scene.invalidate() }
      isStandingBy = false
      scene.show(brightness: brightness, shift: screen.shift)
      scene.show(idle: screen.idle(scene.shownPanel.locale))
      frameScheduler.presentIfDue(for: scene)
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

  /// Reopens the touch devices and redraws everything.
  func resumeAfterSuspend() {
    log.info("the machine was suspended")
    scene.panel.cancelAllContacts(at: loop.now)
    encoders?.suspend()
    touchActivation.suspend()
    display.resumeAfterSuspend()
  }
}

// MARK: Touch

extension Application {
  /// Records the time of a touch, at most every 10 s: a turn is a single touch, and receivers may
  /// store every update.
  func noteTouch(_ frame: TouchFrame) {
    let isDown = frame.changes.contains { if case .down = $0 { true } else { false } }
    guard isDown else { return }
    let now = WallClockTimer.utcSeconds
    if let last = lastTouchSeconds, (0..<10).contains(now - last) { return }
    lastTouchSeconds = now
  }
}
