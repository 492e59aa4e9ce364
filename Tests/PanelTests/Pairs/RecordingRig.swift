import Gesture
import Glibc
import Knobs
import Layout

@testable import Panel

/// A panel and its recorded state, for comparison with a fresh one; times are in milliseconds.
final class RecordingRig {
  /// An output of the panel, or its visible state at a time.
  enum Record: Equatable {
    case event(PanelEvent)
    case request(ControlRequest)
    case feedback(Feedback)
    case viewState(
      [KnobViewState], [ButtonViewState], page: Double, PINPadViewState?, wake: Timestamp?)
  }

  private(set) var play: PlayedPanel
  private(set) var now: Int64 = 0
  private var records: [Record] = []

  init(_ layout: LayoutDocument, viewport: Viewport? = nil, at time: Int64 = 0) {
    play = PlayedPanel(
      PanelController(
        layout: layout, viewport: viewport ?? PlayedPanel.viewport(of: layout)))
    now = time
  }

  var panel: PanelController { play.panel }
  var time: Timestamp { PlayedPanel.time(now) }

  /// Returns the record since the last call.
  func newRecords() -> [Record] {
    collect()
    defer { records.removeAll() }
    return records
  }

  func wait(_ milliseconds: Int64) { wait(until: now + milliseconds) }

  func wait(until end: Int64) {
    while let wake = panel.nextWake, wake <= PlayedPanel.time(end) {
      panel.tick(at: wake)
      collect()
    }
    now = end
  }

  func down(_ point: DesignPoint, finger: Int = 0) {
    play.down(point.x, point.y, at: now, finger: finger)
    note()
  }

  /// Moves a finger 10 ms after the last event.
  func move(_ point: DesignPoint, finger: Int = 0) {
    wait(10)
    play.move(point.x, point.y, at: now, finger: finger)
    note()
  }

  func up(_ finger: Int = 0) {
    play.up(at: now, finger: finger)
    note()
  }

  func cancel(_ finger: Int = 0) {
    play.cancel(at: now, finger: finger)
    note()
  }

  func tap(_ point: DesignPoint, finger: Int = 0) {
    down(point, finger: finger)
    wait(60)
    up(finger)
  }

  /// Applies an event other than a touch to the panel.
  func perform(_ body: (PanelController) -> Void) {
    body(panel)
    note()
  }

  /// Continues with another layout, or on another display.
  func reload(_ layout: LayoutDocument, viewport: Viewport? = nil) {
    let next = panel.successor(
      layout: layout, viewport: viewport ?? PlayedPanel.viewport(of: layout), at: time)
    collect()
    play = PlayedPanel(next)
    note()
  }

  /// A position on the ring of a knob.
  func ring(_ degrees: Double, knob: Int = 0) -> DesignPoint {
    let layout = panel.layout.knobs[knob]
    let (radians, radius) = (Angle.radians(fromDegrees: degrees), 0.4 * layout.diameter)
    return DesignPoint(
      x: layout.center.x + radius * sin(radians), y: layout.center.y - radius * cos(radians))
  }

  /// The first difference of the records since the last call; nil if they are equal.
  func difference(from other: RecordingRig) -> String? {
    let (records, expected) = (newRecords(), other.newRecords())
    let count = zip(records, expected).prefix { $0 == $1 }.count
    guard count < max(records.count, expected.count) else { return nil }
    return "\(records.dropFirst(count).prefix(1)), not \(expected.dropFirst(count).prefix(1))"
  }

  /// Records the visible state.
  private func note() {
    collect()
    records.append(
      .viewState(
        panel.layout.knobs.indices.map(panel.viewState(ofKnob:)),
        panel.layout.buttons.indices.map(panel.viewState(ofButton:)), page: panel.pagePosition,
        panel.pinPad, wake: panel.nextWake))
  }

  private func collect() {
    records += panel.events.map { .event($0) } + panel.controlRequests.map { .request($0) }
    if !panel.feedback.isEmpty { records.append(.feedback(panel.feedback)) }
    panel.events.removeAll()
    panel.controlRequests.removeAll()
    panel.feedback = []
  }
}

extension RecordingRig {
  /// Lifts all fingers, reconnects the controls, and waits until nothing moves.
  ///
  /// - Parameters:
  ///   - time: The time when the panel is at rest, long after the last event.
  ///   - levels: The levels that controls report before; if nil, only muted or offline knobs get a
  ///     level, as a muted knob remembers one to restore.
  func rest(until time: Int64, levels: [Double]? = nil) {
    for finger in 0...2 { up(finger) }
    wait(until: time - 10_000)
    for index in panel.layout.knobs.indices {
      let knob = panel.knobs[index]
      guard knob.layout.isDriving else { continue }
      if let levels {
        // Two levels, so that the value changes whatever it was before.
        for level in [0.5, levels[index]] {
          panel.handleLevel(level, of: .knob(index), at: self.time)
        }
      } else if knob.control.state != .connected || knob.isMuted {
        panel.handleLevel(0.4, of: .knob(index), at: self.time)
      }
      if knob.control.isMuted == true { panel.handleMute(false, of: .knob(index), at: self.time) }
      wait(100)
    }
    wait(until: time)
    _ = newRecords()
  }

  /// A fresh panel with the same values, at the same time.
  func fresh() -> RecordingRig {
    let other = RecordingRig(panel.layout, viewport: panel.viewport, at: now - 5000)
    for (index, knob) in panel.knobs.enumerated() where knob.layout.isDriving {
      other.panel.connect(.knob(index))
      if let isMuted = knob.control.isMuted {
        other.panel.handleMute(isMuted, of: .knob(index), at: other.time)
      }
      other.panel.handleLevel(knob.knob.level, of: .knob(index), at: other.time)
    }
    other.panel.set(page: panel.shownPage)
    other.wait(until: now)
    _ = other.newRecords()
    return other
  }
}

extension KnobLayout {
  /// Whether a back end controls the knob.
  var isDriving: Bool { control?.settings != nil }
}
