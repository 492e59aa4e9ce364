internal import Display
internal import Gesture
internal import Diagnostics
internal import Layout
internal import Linux
internal import Raster
internal import Logging
internal import Panel
internal import Touch
internal import Controls

/// The running panel: fingers, controls and a display around one stage, on one event loop.
///
///     touch ─▶ panel ─▶ controls        all within one wake-up; then, when the frame scheduler says so,
///               │                       one frame with the damage of everything that happened
///               └─▶ picture ─▶ display  (the picture asks the panel for what has changed)
final class Application {
  let display: any DisplayOutput
  private let loop: EventLoop
  private let stage: Stage
  let touch: any TouchSource
  private var controls: KnobControls
  private let events: EventLog?
  private let log: Logger
  private let frameScheduler: FrameScheduler
  private var animation: Alarm?
  private var isTouchSuspended = false

  init(
    loop: EventLoop, stage: Stage, display: any DisplayOutput, touch: any TouchSource,
    controls: KnobControls, events: EventLog?, log: Logger
  ) {
    self.loop = loop
    self.stage = stage
    self.display = display
    self.touch = touch
    self.controls = controls
    self.events = events
    self.log = log
    frameScheduler = FrameScheduler(display, loop: loop, log: log)
  }

  /// Runs until the loop is stopped, then closes everything; calls `onStart` once all is open.
  func run(onStart: () -> Void) throws {
    defer { stop() }
    try start()
    onStart()
    settle()
    // The code that only startup needs is not used any more.
    ProgramCode.unmapPages()
    try loop.run()
  }

  private func start() throws {
    touch.onFrame = { [stage, frameScheduler] frame in
      frameScheduler.sampled(at: frame.time)
      stage.panel.handle(frame)
    }
    display.onEvent = { [unowned self] event in self.handle(event) }
    loop.afterEvents = { [unowned self] in self.settle() }
    animation = loop.makeAlarm { [stage] in stage.panel.tick(at: .now) }
    connect(goingOnFrom: nil)
    try touch.start()
  }

  private func stop() {
    loop.afterEvents = {}
    animation?.cancel()
    frameScheduler.close()
    // The final values of knobs that are still held are requested before the controls stop.
    stage.panel.cancelAllContacts(at: .now)
    passOn()
    for case let control? in controls.byKnob { control.stop() }
    touch.onFrame = { _ in }
    display.close()
  }

  /// Switches to another layout from the next frame on; changes nothing if that fails.
  func show(_ layout: LayoutDocument) throws(LayoutFault) {
    let next = try KnobControls(for: layout, goingOnFrom: controls, log: log)
    let before = stage.panel
    do {
      try stage.show(layout, at: .now)
    } catch {
      throw LayoutFault("\(error)")
    }
    frameScheduler.layoutChanged()
    passOn(from: before)
    let old = controls
    for case let control? in old.byKnob where !next.contains(control) { control.stop() }
    controls = next
    connect(goingOnFrom: old)
  }

  /// Shows the fault because of which the layout file is not shown.
  func show(_ fault: LayoutFault) {
    do {
      try stage.show(fault, at: .now)
    } catch {
      log.error("\(error)")
    }
  }

  /// Connects each control with its knob, and starts the new ones.
  private func connect(goingOnFrom old: KnobControls?) {
    for (index, control) in controls.byKnob.enumerated() {
      guard let control else { continue }
      control.onEvent = { [unowned self] event in self.handle(event, ofKnob: index) }
      if old?.contains(control) == true { continue }
      stage.panel.connect(knob: index)
      control.start()
    }
  }

  private func handle(_ event: ControlEvent, ofKnob index: Int) {
    switch event {
    case .level(let level): stage.panel.handleLevel(level, ofKnob: index, at: .now)
    case .unknown(let reason):
      log.warning("\(stage.layout.knobs[index].id): \(reason)")
      stage.panel.connect(knob: index)
    case .offline(let reason):
      log.warning("\(stage.layout.knobs[index].id): \(reason)")
      stage.panel.handleLoss(ofKnob: index, at: .now)
    }
  }

  private func handle(_ event: DisplayEvent) {
    switch event {
    case .ready(let moment): frameScheduler.shown(atMicroseconds: moment)
    case .lostContents: stage.invalidate()
    case .startedShowing: break
    case .changed:
      log.info("display: \(display.size.width)x\(display.size.height)")
      do {
        try stage.move(toDisplaySize: display.size, orientation: display.orientation)
        if isTouchSuspended { try touch.resume() }
        isTouchSuspended = false
      } catch {
        log.error("\(error)")
      }
    case .paused(let reason):
      log.info("display paused: \(reason)")
      touch.suspend()
      isTouchSuspended = true
      stage.panel.cancelAllContacts(at: .now)
    }
  }

  /// Passes on events and requests and updates the display, after all events of one wake-up.
  private func settle() {
    passOn()
    stage.update()
    frameScheduler.presentIfDue(for: stage)
    animation?.set(atMicroseconds: stage.panel.nextWake?.microseconds)
  }

  private func passOn() {
    passOn(from: stage.panel)
  }

  private func passOn(from panel: PanelController) {
    events?.write(panel.events, of: panel.layout)
    panel.events.removeAll(keepingCapacity: true)
    for request in panel.controlRequests {
      controls.byKnob[request.knob]?.set(level: request.level, isFinal: request.isFinal)
    }
    panel.controlRequests.removeAll(keepingCapacity: true)
  }
}

extension Timestamp {
  /// The current time.
  static var now: Timestamp { Timestamp(microseconds: MonotonicClock.microseconds) }
}
