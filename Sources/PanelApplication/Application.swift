package import DDC
package import Display
package import Gesture
internal import Diagnostics
package import Layout
package import Linux
internal import Raster
package import Logging
package import Logind
internal import Panel
internal import Program
package import Touch
internal import Controls

/// The running panel: fingers, controls and a display around one stage, on one event loop.
///
///     touch ─▶ panel ─▶ controls        all within one wake-up; then, when the frame scheduler says so,
///               │                       one frame with the damage of everything that happened
///               └─▶ picture ─▶ display  (the picture asks the panel for what has changed)
package final class Application {
  package let display: any DisplayOutput
  package var touch: any TouchSource { touchActivation.source }
  /// What the control of each knob is called; nil for a knob that drives nothing itself.
  package var controlNames: [String?] {
    stage.layout.knobs.indices.map { controls[.knob($0)]?.name }
  }
  /// Called when the display may have another size, after the panel was laid out for it.
  package var onDisplayChange: () -> Void = {}
  /// Reads the layout again; nil for a panel whose layout has no file.
  weak var reloader: Reloader?
  /// When a finger came down last, in seconds since 1970, at intervals of 10 s at least.
  var lastTouchSeconds: Int64?
  /// Called when something may have changed that is kept beyond the end.
  var onChange: () -> Void = {}
  /// Called before and after another layout is shown.
  var willShowLayout: () -> Void = {}
  var didShowLayout: () -> Void = {}

  let loop: EventLoop
  let stage: Stage
  let touchActivation: TouchActivation
  let encoders: EncoderSource?
  /// The knobs with an encoder, by the order in which these are watched.
  private var turnedByEncoders: [Int] = []
  private(set) var controls: PanelControls
  /// Tells the connections of the layout what is on the panel.
  private lazy var announcement = PanelAnnouncement(
    PanelRemote(self), loop: loop, log: log)
  private let clicks: ClickPlayer
  /// Whether the layout may have programs started.
  private let runsPrograms: Bool
  /// Take what happens on the panel.
  package var eventReceivers: [any EventReceiver]
  /// What each control has told last of its target.
  private var controlStates: [ObjectIdentifier: ControlState] = [:]
  let service: ServiceReport?
  let log: Logger
  let frameScheduler: FrameScheduler
  let screen: ScreenControl
  /// True while the display stands by because the screen is off.
  var isStandingBy = false
  private var animation: Alarm?
  /// Fires if `settle` has to go on after other events had their turn.
  private var continuation: Alarm?
  /// Fires when the picture of an earlier run is to be replaced, whatever is not known yet.
  private(set) var replacement: Alarm?
  private var isSettling = false
  /// What the display has reported while it was given a frame.
  var displayEvents: [DisplayEvent] = []
  /// The requests that are being passed on; empty otherwise.
  private var requests: [ControlRequest] = []
  /// False if no picture of the display's size can be drawn.
  var isLaidOut = true

  /// How often `settle` goes round before other events have their turn.
  private static let settlingRounds = 4
  /// When it goes on then: after a frame at 60 Hz, so that a display that refuses every frame costs
  /// little.
  private static let continuationMicroseconds: Int64 = 16_667
  /// How long the picture of an earlier run may stay until all controls have told their values.
  private static let patienceMicroseconds: Int64 = 1_000_000

  package init(
    loop: EventLoop, stage: Stage, display: any DisplayOutput, touch: any TouchSource,
    encoders: EncoderSource? = nil, controls: PanelControls, events: (any EventReceiver)?,
    service: ServiceReport? = nil, backlightFolder: String?,
    logindPlace: LogindPlace = LogindPlace(), monitorPlace: MonitorPlace? = nil,
    runsPrograms: Bool = true, log: Logger
  ) {
    self.runsPrograms = runsPrograms
    self.loop = loop
    self.stage = stage
    self.display = display
    self.encoders = encoders
    self.controls = controls
    eventReceivers = [events].compactMap { $0 }
    self.service = service
    self.log = log
    clicks = ClickPlayer(loop: loop) { log.report($0) }
    touchActivation = TouchActivation(touch, loop: loop, log: log)
    frameScheduler = FrameScheduler(display, loop: loop, log: log)
    screen = ScreenControl(
      stage.layout.panel.screen, loop: loop, log: log, backlightFolder: backlightFolder,
      logindPlace: logindPlace, monitorPlace: monitorPlace)
    screen.displayName = { display.name }
  }

  /// Runs until the loop is stopped, then closes everything; calls `onStart` once all is open.
  package func run(onStart: () -> Void) throws {
    defer { stop() }
    try start(onStart: onStart)
    try loop.run()
  }

  /// Opens everything and shows the first frame; `stop` has to follow, also after an error.
  package func start(onStart: () -> Void = {}) throws {
    touch.onFrame = { [unowned self, stage, frameScheduler, screen] frame in
      frameScheduler.sampled(at: frame.time)
      noteTouch(frame)
      if let frame = screen.filter(frame) { stage.panel.handle(frame) }
    }
    display.onEvent = { [unowned self] event in
      // While it is given a frame, its events wait until that is done.
      if isSettling { displayEvents.append(event) } else { handle(event) }
    }
    loop.afterEvents = { [unowned self] in self.settle() }
    loop.onLongRound = { [log] round in log.debug("\(round.report)") }
    animation = loop.makeAlarm { [unowned self] in stage.panel.tick(at: loop.now) }
    continuation = loop.makeAlarm {}
    replacement = loop.makeAlarm {}
    if display.showsEarlierPicture {
      replacement?.set(afterMicroseconds: Self.patienceMicroseconds)
    }
    setUpClicks(stage.layout.panel.clicks)
    screen.onResume = { [unowned self] in resumeAfterSuspend() }
    screen.start()
    connect(goingOnFrom: nil)
    stage.prepare()
    showFirstPicture()
    _ = touch.follow(output: display.connectorName)
    try touch.start()
    encoders?.onAction = { [unowned self] input, action, time in
      frameScheduler.sampled(at: time)
      guard screen.filterEncoder(at: time) else { return }
      stage.panel.handle(action, ofKnob: turnedByEncoders[input], at: time)
    }
    watchEncoders()
    onStart()
    if display.isWaiting { service?.waits(because: display.name) }
    service?.fault = { [unowned self] limit in fault(stallLimit: limit) }
    settle()
    // A display without events of its own shows at once.
    if display.isShowing { service?.shows(on: display.name) }
  }

  /// Closes everything.
  package func stop() {
    service?.stopping()
    service?.fault = { _ in nil }
    loop.afterEvents = {}
    loop.onLongRound = nil
    for alarm in [animation, continuation, replacement] { alarm?.cancel() }
    touchActivation.close()
    encoders?.watch([])
    frameScheduler.close()
    // The final values of knobs that are still held are requested before the controls stop.
    stage.panel.cancelAllContacts(at: loop.now)
    passOn(from: stage.panel, to: controls)
    for (_, control) in controls.all { control.stop() }
    announcement.stop()
    clicks.close()
    screen.close()
    touch.onFrame = { _ in }
    display.onEvent = { _ in }
    display.close()
    log.debug("\(loop.durations.report)")
  }

  /// Switches to another layout from the next frame on; changes nothing if that fails.
  package func show(_ layout: LayoutDocument) throws(LayoutFault) {
    try show(layout, prepared: nil)
  }

  /// As `show(_:)`, with the picture of the layout; nil to lay it out here.
  func show(_ layout: LayoutDocument, prepared: PreparedPicture?) throws(LayoutFault) {
    let next = try PanelControls(for: layout, goingOnFrom: controls, log: log)
    let before = stage.panel
    willShowLayout()
    do {
      try stage.show(layout, prepared: prepared, at: loop.now)
    } catch {
      next.stop(exceptIn: controls)
      throw LayoutFault("\(error)")
    }
    frameScheduler.layoutChanged()
    setUpClicks(layout.panel.clicks)
    screen.follow(layout.panel.screen)
    // From here on, what a control reports is about the new layout, also while the requests of the
    // old one are passed on.
    let old = controls
    controls = next
    passOn(from: before, to: old)
    old.stop(exceptIn: next)
    connect(goingOnFrom: old)
    watchEncoders()
    didShowLayout()
  }

  private func setUpClicks(_ layout: ClickLayout) {
    let isRefused = layout.isOn && !runsPrograms && !layout.namesDevice
    if isRefused {
      log.warning(
        "no clicks: \(VisibleText.quoted(layout.device)) may start programs; name a card's PCM")
    }
    clicks.settings = isRefused ? nil : ClickSettings(layout)
  }

  /// Shows the fault because of which the layout file is not shown.
  package func show(_ fault: LayoutFault) {
    do {
      try stage.show(fault, at: loop.now)
    } catch {
      log.error("\(error)")
    }
  }
}

// MARK: Encoders

extension Application {
  /// Watches the encoders of the layout, and no others.
  private func watchEncoders() {
    let knobs = stage.layout.knobs
    turnedByEncoders = knobs.indices.filter { knobs[$0].encoder != nil }
    encoders?.watch(turnedByEncoders.compactMap { knobs[$0].encoder?.input })
  }
}

// MARK: Controls

extension Application {
  /// Connects each new control with its item, and starts it.
  private func connect(goingOnFrom old: PanelControls?) {
    let current = Set(controls.all.map { ObjectIdentifier($0.control) })
    controlStates = controlStates.filter { current.contains($0.key) }
    for (item, control) in controls.all where old?.item(of: control) == nil {
      controlStates[ObjectIdentifier(control)] = nil
      control.onEvent = { [unowned self, unowned control] event in handle(event, of: control) }
      stage.panel.connect(item)
      control.start()
    }
    announcement.serve(controls.services.map(\.service))
  }

  /// Handles an event of a control, whose item may have another index in each layout.
  private func handle(_ event: ControlEvent, of control: any Control) {
    guard let item = controls.item(of: control) else { return }
    // Only a label has text: of anything else it is no value, and does not make it known.
    if case .text = event {
      guard case .label = item else { return }
    }
    if let state = ControlState(event) { note(state, of: control, item) }
    switch event {
    case .level(let level): stage.panel.handleLevel(level, of: item, at: loop.now)
    case .muted(let isMuted): stage.panel.handleMute(isMuted, of: item, at: loop.now)
    case .text(let text): stage.panel.handleText(text, of: item)
    case .unknown: stage.panel.connect(item, isReachable: true, at: loop.now)
    case .offline: stage.panel.handleLoss(of: item, at: loop.now)
    case .unreadable(let reason): log.warning("\(stage.layout.id(of: item)): \(reason)")
    }
  }
}

extension Application {
  /// How many frames were shown, and how long they took.
  var frameFigures: FrameFigures { frameScheduler.figures }

  /// What a control has told last of its target; `awaited` for an item without a control.
  package func state(of item: ControlItem) -> ControlState {
    controls[item].flatMap { controlStates[ObjectIdentifier($0)] } ?? .awaited
  }

  /// Whether an item drives a target that can be lost.
  func hasControl(_ item: ControlItem) -> Bool { controls[item] != nil }

  /// The items of the layout with the controls that they have.
  package var controlledItems: [(item: ControlItem, name: String)] {
    controls.all.map { ($0.item, $0.control.name) }
  }

  /// Tells the log and the panel's events when a target is lost, and when it is back.
  private func note(_ state: ControlState, of control: any Control, _ item: ControlItem) {
    let key = ObjectIdentifier(control)
    let before = controlStates[key] ?? .awaited
    guard state != before else { return }
    controlStates[key] = state
    let id = stage.layout.id(of: item)
    if let reason = state.reason {
      log.warning("\(id): \(reason)")
    } else if before == .awaited {
      log.debug("\(id): connected")
    } else {
      log.notice("\(id): connected")
    }
    // That a target is there at the start is no news.
    guard state.reason != nil || before != .awaited else { return }
    stage.panel.report(
      ControlStateEvent(
        time: loop.now, item: item, reason: state.reason, isReachable: state.isReachable))
  }
}

// MARK: Settling

extension Application {
  /// Passes on events and requests and updates the display, after all events of one wake-up.
  ///
  /// What the controls and the display report meanwhile leads to another round, so that nothing is
  /// left when the loop sleeps.
  private func settle() {
    isSettling = true
    defer { isSettling = false }
    var isSettled = false
    if stage.panel.mayGiveFeedback { clicks.expect() }
    for _ in 0..<Self.settlingRounds where !isSettled {
      followScreen()
      passOn(from: stage.panel, to: controls)
      stage.panel.predict(shownAt: frameScheduler.nextShown)
      stage.update()
      showPicture()
      isSettled = displayEvents.isEmpty
      takeDisplayEvents()
      followDisplay()
      isSettled = isSettled && stage.panel.events.isEmpty && stage.panel.controlRequests.isEmpty
    }
    screen.settle()
    announcement.update()
    animation?.set(atMicroseconds: stage.panel.nextWake?.microseconds)
    continuation?.set(
      atMicroseconds: isSettled ? nil : loop.nowMicroseconds + Self.continuationMicroseconds)
  }

  /// Shows the picture before touchscreens are opened, which takes a while; all else that belongs to
  /// a wake-up comes after that.
  private func showFirstPicture() {
    isSettling = true
    defer { isSettling = false }
    followScreen()
    stage.update()
    showPicture()
  }

  private func takeDisplayEvents() {
    var place = 0
    while place < displayEvents.count {
      handle(displayEvents[place])
      place += 1
    }
    displayEvents.removeAll(keepingCapacity: true)
  }

  func passOn(from panel: PanelController, to controls: PanelControls) {
    if let click = Click(panel.feedback) { clicks.play(click) }
    panel.feedback = []
    if !panel.events.isEmpty {
      for receiver in eventReceivers { receiver.write(panel.events, of: panel.layout) }
      onChange()
    }
    panel.events.removeAll(keepingCapacity: true)
    // A control that fails at once causes further requests, which the next round passes on.
    swap(&requests, &panel.controlRequests)
    for request in requests {
      guard let control = controls[request.item] else { continue }
      switch request.change {
      case .level(let level, let isFinal): control.set(level: level, isFinal: isFinal)
      case .mute(let isMuted): control.set(isMuted: isMuted)
      }
    }
    requests.removeAll(keepingCapacity: true)
  }
}

extension EventLoop {
  /// The time by its clock.
  package var now: Timestamp { Timestamp(microseconds: nowMicroseconds) }
}
