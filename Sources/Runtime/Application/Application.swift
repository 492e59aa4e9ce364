package import Backlight
package import Display
package import Gesture
internal import Diagnostics
package import Layout
package import Linux
internal import Raster
package import Logging
internal import Panel
internal import Program
package import Touch
internal import Controls

/// The running panel: fingers, controls and a display around one scene, on one event loop.
///
///     touch ─▶ panel ─▶ controls        all within one wake-up; the frame scheduler then
///               │                       presents one frame with the accumulated damage
///               └─▶ picture ─▶ display  (the picture reads the changes from the panel)
package final class Application {
  package let display: any DisplayOutput
  package var touch: any TouchSource { touchActivation.source }
  /// The name of each knob's control; nil for a knob without one.
  package var controlNames: [String?] {
    scene.layout.knobs.indices.map { controls[.knob($0)]?.name }
  }
  /// Called after the panel was laid out for a display whose size may have changed.
  package var onDisplayChange: () -> Void = {}
  /// Reloads the layout; nil if the layout has no file.
  weak var reloader: Reloader?
  /// Time of the last touch, in seconds since 1970, updated at most every 10 s.
  var lastTouchSeconds: Int64?
  /// Called when persistent state may have changed.
  var onChange: () -> Void = {}
  /// Called before and after another layout is shown.
  var willShowLayout: () -> Void = {}
  var didShowLayout: () -> Void = {}

  let loop: EventLoop
  let scene: PanelScene
  let touchActivation: TouchActivation
  let encoders: EncoderSource?
  /// The indices of the knobs that each watched encoder turns.
  private var turnedByEncoders: [[Int]] = []
  /// The watched input that reports whether somebody is there.
  private var presenceInput: KeyInput?
  private(set) var controls: PanelControls
  /// Announces the panel's items over the layout's connections.
  private lazy var announcement = PanelAnnouncement(of: self)
  private let clicks: ClickPlayer
  /// Whether the layout may start programs.
  private let runsPrograms: Bool
  /// Receivers of panel events.
  package var eventReceivers: [any EventReceiver]
  /// The last reported state of each control's target.
  var controlStates: [ObjectIdentifier: ControlState] = [:]
  /// Why followers of controls cannot be set, by their controls and names.
  var lostFollowers: [ObjectIdentifier: [(name: String, reason: String)]] = [:]
  let service: ServiceReport?
  let log: Logger
  let frameScheduler: FrameScheduler
  let screen: ScreenControl
  let dayClock: DayClock
  /// The language that the layout's control has named last, if the layout does not have it.
  var refusedLanguage: String?
  /// Whether somebody is there; nil if no sensor has reported it.
  var isPresent: Bool?
  /// The last word of the presence sensor, if it is unknown.
  var refusedPresence: String?
  /// Why the last message could not be read, which was reported.
  var refusedMessage: String?
  /// The last report of the light sensor, if it is no illuminance.
  var refusedLight: String?
  /// Who has requested the next change of the screen; nil for a touch or the screen itself.
  var screenSource: EventSource?
  /// True while the display is in standby because the screen is off.
  var isStandingBy = false
  private var animation: Alarm?
  /// Fires when `settle` has to continue after other events were handled.
  private var continuation: Alarm?
  /// Fires when the previous run's picture is replaced even though values are still unknown.
  private(set) var replacement: Alarm?
  private var isSettling = false
  /// Display events deferred while `isSettling`.
  var displayEvents: [DisplayEvent] = []
  /// The requests being forwarded; empty otherwise.
  private var requests: [ControlRequest] = []
  /// False if no picture of the display's size can be drawn.
  var isLaidOut = true

  /// The maximum number of rounds of `settle` before other events are handled.
  private static let settlingRounds = 4
  /// The delay before `settle` continues: one frame at 60 Hz, so that a display that refuses every
  /// frame costs little.
  private static let continuationMicroseconds: Int64 = 16_667
  /// How long the previous run's picture may stay until all controls have reported their values.
  private static let patienceMicroseconds: Int64 = 1_000_000

  package init(
    loop: EventLoop, scene: PanelScene, display: any DisplayOutput, touch: any TouchSource,
    encoders: EncoderSource? = nil, controls: PanelControls, events: (any EventReceiver)?,
    service: ServiceReport? = nil, backlightFolder: String?,
    logindOptions: LogindOptions = LogindOptions(), monitorOptions: MonitorOptions? = nil,
    runsPrograms: Bool = true, log: Logger
  ) {
    self.runsPrograms = runsPrograms
    self.loop = loop
    self.scene = scene
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
      scene.layout.panel.screen, loop: loop, log: log, backlightFolder: backlightFolder,
      logindOptions: logindOptions, monitorOptions: monitorOptions)
    dayClock = DayClock { [scene] minute in scene.panel.set(minuteOfDay: minute, at: loop.now) }
    screen.displayName = { display.name }
  }

  /// Runs until the loop is stopped, then closes everything; calls `onStart` once all is open.
  package func run(onStart: () -> Void) throws {
    defer { stop() }
    try start(onStart: onStart)
    try loop.run()
  }

  /// Opens everything and shows the first frame; call `stop` afterwards, even after an error.
  package func start(onStart: () -> Void = {}) throws {
    touch.onFrame = { [unowned self, scene, frameScheduler, screen] frame in
      frameScheduler.sampled(at: frame.time)
      noteTouch(frame)
      if let frame = screen.filter(frame) { scene.panel.handle(frame) }
    }
    display.onEvent = { [unowned self] event in
      // Events that arrive while a frame is being presented are deferred.
      if isSettling { displayEvents.append(event) } else { handle(event) }
    }
    loop.afterEvents = { [unowned self] in self.settle() }
    loop.onLongRound = { [log] round in log.debug("\(round.report)") }
    animation = loop.makeAlarm { [unowned self] in scene.panel.tick(at: loop.now) }
    continuation = loop.makeAlarm {}
    replacement = loop.makeAlarm {}
    if display.showsEarlierPicture {
      replacement?.set(afterMicroseconds: Self.patienceMicroseconds)
    }
    setUpClicks(scene.layout.panel.clicks)
    screen.onResume = { [unowned self] in resumeAfterSuspend() }
    screen.start()
    followDay()
    connect(replacing: nil)
    scene.prepare()
    showFirstPicture()
    _ = touch.follow(output: display.connectorName)
    try touch.start()
    encoders?.onAction = { [unowned self] input, action, time in
      frameScheduler.sampled(at: time)
      screenSource = .encoder
      guard screen.filterEncoder(at: time) else { return }
      for knob in turnedByEncoders[input] {
        scene.panel.handle(action, ofKnob: knob, at: time)
      }
    }
    encoders?.onKey = { [unowned self] _, isDown in follow(presence: isDown, from: .encoder) }
    watchEncoders()
    onStart()
    if display.isWaiting { service?.waits(because: display.name) }
    service?.fault = { [unowned self] limit in fault(stallLimit: limit) }
    settle()
    // A display without events shows immediately.
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
    // Request the final values of held knobs before the controls stop.
    scene.panel.cancelAllContacts(at: loop.now)
    forward(from: scene.panel, to: controls)
    for (_, control) in controls.all { control.stop() }
    announcement.stop()
    clicks.close()
    dayClock.close()
    screen.close()
    touch.onFrame = { _ in }
    display.onEvent = { _ in }
    display.close()
    log.debug("\(loop.durations.report)")
  }

  /// Switches to another layout from the next frame; changes nothing on error.
  package func show(_ layout: LayoutDocument) throws(LayoutFault) {
    try show(layout, prepared: nil)
  }

  /// Like `show(_:)`, with the layout's prepared picture; if nil, lays the layout out here.
  func show(_ layout: LayoutDocument, prepared: PreparedPicture?) throws(LayoutFault) {
    let next = try PanelControls(for: layout, replacing: controls, log: log)
    let before = scene.panel
    willShowLayout()
    do {
      try scene.show(layout, prepared: prepared, at: loop.now)
    } catch {
      next.stop(exceptIn: controls)
      throw LayoutFault("\(error)")
    }
    frameScheduler.layoutChanged()
    setUpClicks(layout.panel.clicks)
    screen.follow(layout.panel.screen)
    // From here on, control events belong to the new layout, even while the old layout's requests
    // are forwarded.
    let old = controls
    controls = next
    forward(from: before, to: old)
    old.stop(exceptIn: next)
    followDay()
    connect(replacing: old)
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

  /// Shows the fault that keeps the layout file from being shown.
  package func show(_ fault: LayoutFault) {
    do {
      try scene.show(fault, at: loop.now)
    } catch {
      log.error("\(error)")
    }
  }
}

// MARK: Encoders

extension Application {
  /// Watches exactly the layout's encoders.
  private func watchEncoders() {
    let knobs = scene.layout.knobs
    var inputs: [EncoderInput] = []
    for input in knobs.compactMap({ $0.encoder?.input }) where !inputs.contains(input) {
      inputs.append(input)
    }
    turnedByEncoders = inputs.map { input in
      knobs.indices.filter { knobs[$0].encoder?.input == input }
    }
    let presence = scene.layout.presence?.input
    if presence != presenceInput { follow(presence: nil, from: .layout) }
    presenceInput = presence
    encoders?.watch(inputs, keys: [presence].compactMap { $0 })
  }
}

// MARK: Controls

extension Application {
  /// Connects each new control to its item and starts it.
  private func connect(replacing old: PanelControls?) {
    let current = Set(controls.all.map { ObjectIdentifier($0.control) })
    controlStates = controlStates.filter { current.contains($0.key) }
    lostFollowers = lostFollowers.filter { current.contains($0.key) }
    followSensors(replacing: old)
    for (item, control) in controls.all where old?.item(of: control) == nil {
      controlStates[ObjectIdentifier(control)] = nil
      control.onEvent = { [unowned self, unowned control] event in handle(event, of: control) }
      scene.panel.connect(item)
      control.start()
    }
    announcement.serve(controls.services.map(\.service))
  }

  /// Handles a control's event; the item's index may differ in each layout.
  private func handle(_ event: ControlEvent, of control: any Control) {
    guard let item = controls.item(of: control) else { return }
    var event = event
    // Text is a value of labels, and of what the whole panel reads. For knobs and buttons it leaves the
    // state unchanged.
    if case .text(let text) = event {
      switch item {
      case .label, .language, .presence, .light, .messages, .condition: break
      case .reading: event = .unknown(reason: "\(VisibleText.quoted(text)) is not a number")
      case .knob, .button: return
      }
    }
    if let state = ControlState(event) { note(state, of: control, item) }
    if item == .presence { follow(presence: event) }
    if item == .messages { handleMessage(event) }
    if item == .light { follow(light: event) }
    switch event {
    case .level(let level): scene.panel.handleLevel(level, of: item, at: loop.now)
    case .muted(let isMuted): scene.panel.handleMute(isMuted, of: item, at: loop.now)
    case .text(let name) where item == .language: choose(language: name)
    case .text(let text): scene.panel.handleText(text, of: item, at: loop.now)
    case .unknown: scene.panel.connect(item, isReachable: true, at: loop.now)
    case .offline: scene.panel.handleLoss(of: item, at: loop.now)
    case .described(let description): describe(item, description)
    case .follower(let name, let reason): note(name, reason, followerOf: item)
    case .unreadable(let reason): log.warning("\(scene.layout.id(of: item)): \(reason)")
    }
  }
}

// MARK: Settling

extension Application {
  /// Forwards events and requests and updates the display, after all events of one wake-up.
  ///
  /// Reports from controls and the display during a round lead to another round, so that nothing is
  /// pending when the loop sleeps.
  private func settle() {
    isSettling = true
    defer { isSettling = false }
    var isSettled = false
    if scene.panel.mayGiveFeedback { clicks.expect() }
    for _ in 0..<Self.settlingRounds where !isSettled {
      followScreen()
      forward(from: scene.panel, to: controls)
      scene.panel.predict(shownAt: frameScheduler.nextShown)
      scene.update()
      showPicture()
      isSettled = displayEvents.isEmpty
      handleDisplayEvents()
      followDisplay()
      isSettled = isSettled && scene.panel.events.isEmpty && scene.panel.controlRequests.isEmpty
    }
    screen.settle()
    announcement.update()
    animation?.set(atMicroseconds: scene.panel.nextWake?.microseconds)
    continuation?.set(
      atMicroseconds: isSettled ? nil : loop.nowMicroseconds + Self.continuationMicroseconds)
  }

  /// Shows the picture before the touchscreens are opened, which takes a while; the other work of a
  /// wake-up follows later.
  private func showFirstPicture() {
    isSettling = true
    defer { isSettling = false }
    followScreen()
    scene.update()
    showPicture()
  }

  private func handleDisplayEvents() {
    var index = 0
    while index < displayEvents.count {
      handle(displayEvents[index])
      index += 1
    }
    displayEvents.removeAll(keepingCapacity: true)
  }

  func forward(from panel: PanelController, to controls: PanelControls) {
    if let click = Click(panel.feedback) { clicks.play(click) }
    panel.feedback = []
    if !panel.events.isEmpty {
      for receiver in eventReceivers { receiver.write(panel.events, of: panel.layout) }
      announcement.publish(panel.events, of: panel.layout)
      onChange()
    }
    panel.events.removeAll(keepingCapacity: true)
    // A control that fails immediately causes further requests; the next round forwards them.
    swap(&requests, &panel.controlRequests)
    for request in requests {
      guard let control = controls[request.item] else { continue }
      switch request.change {
      case .level(let level, let isFinal): control.set(level: level, isFinal: isFinal)
      case .mute(let isMuted): control.set(isMuted: isMuted)
      case .follow(let level): control.follow(level: level)
      case .code(let code):
        if !control.send(code: code) {
          log.warning("\(panel.layout.id(of: request.item)): the code was not sent")
        }
      }
    }
    requests.removeAll(keepingCapacity: true)
  }
}

extension EventLoop {
  /// The current time of the loop's clock.
  package var now: Timestamp { Timestamp(microseconds: nowMicroseconds) }
}
