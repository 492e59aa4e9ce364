internal import Controls
internal import Gesture
internal import Layout
internal import Linux
internal import Panel
internal import Raster

/// A panel with one knob, as in the kiosk but without a display: touches reach the control, and the
/// control's reports reach the knob.
final class FleetPanel {
  /// The knob's value, from 0 to 100.
  var value: Double { panel.value(ofKnob: 0) }
  /// Whether the knob's value is known and its server connected.
  private(set) var isOnline = false
  /// Called with the knob's value when it has changed.
  var onChange: (Double) -> Void = { _ in }

  private let panel: PanelController
  private let parts: FleetLayout
  private var control: any Control { parts.controls[0] }
  private var animation: Alarm?
  private var shown = 0.0
  private var requests: [ControlRequest] = []

  /// - Parameters:
  ///   - text: The knob's control, as in a layout.
  ///   - other: The control of another knob, which is only started, as in a layout; nil for none.
  ///   - connection: The server.
  ///   - loop: Runs it; must outlive it.
  /// - Throws: `FleetError` if the layout has errors.
  init(
    control text: String, other: String? = nil, connection: FleetLayout.Connection,
    loop: EventLoop
  ) throws(FleetError) {
    let range = "range: [0, 100]"
    let second = other.map {
      "\n  other: {center: [60, 60], diameter: 80, \(range), control: \($0)}"
    }
    parts = try FleetLayout(
      knobs: "  volume: {center: [240, 240], diameter: 300, \(range), step: 1, control: \(text)}"
        + (second ?? ""),
      connection: connection, loop: loop)
    panel = PanelController(
      layout: parts.layout,
      viewport: Viewport(
        panel: parts.layout.panel, displaySize: PixelSize(width: 480, height: 480)))
    animation = loop.makeAlarm { [unowned self] in
      panel.tick(at: Self.now)
      settle()
    }
    control.onEvent = { [unowned self] event in
      receive(event)
      settle()
    }
    panel.connect(.knob(0))
  }

  deinit {
    for control in parts.controls { control.stop() }
    animation?.cancel()
  }

  /// Connects to the server.
  func start() { for control in parts.controls { control.start() } }

  /// Handles a finger.
  func handle(_ change: ContactChange) {
    panel.handle(TouchFrame(time: Self.now, changes: [change]))
    settle()
  }

  private func receive(_ event: ControlEvent) {
    switch event {
    case .level(let level):
      isOnline = true
      panel.handleLevel(level, of: .knob(0), at: Self.now)
    case .unknown, .offline:
      isOnline = false
      panel.handleLoss(of: .knob(0), at: Self.now)
    case .muted, .text, .follower, .unreadable, .described: break
    }
  }

  /// Forwards requests, as the application does after each wake-up of its loop.
  private func settle() {
    swap(&requests, &panel.controlRequests)
    for case let request in requests {
      if case .level(let level, let isFinal) = request.change {
        control.set(level: level, isFinal: isFinal)
      }
    }
    requests.removeAll(keepingCapacity: true)
    panel.events.removeAll(keepingCapacity: true)
    panel.viewChanges.removeAll()
    animation?.set(atMicroseconds: panel.nextWake?.microseconds)
    guard isOnline, value != shown else { return }
    shown = value
    onChange(value)
  }

  private static var now: Timestamp { Timestamp(microseconds: MonotonicClock.microseconds) }
}
