internal import Gesture
internal import Knobs
internal import Layout
internal import Panel
internal import Raster

/// The real panel with one knob, used through its public interface: touch frames in, values out.
final class OurKnob: Turning {
  private let panel: PanelController
  private let center: DesignPoint
  private let contact = ContactID(device: 0, slot: 0)
  private static let size = 1000.0

  init(_ mode: TurnMode, radius: Double) {
    center = DesignPoint(x: Self.size / 2, y: Self.size / 2)
    let layout = LayoutDocument(
      panel: PanelLayout(width: Self.size, height: Self.size),
      knobs: [
        KnobLayout(id: "bench", center: center, diameter: 2 * radius, value: 50, turn: mode)
      ])
    let pixels = Int(Self.size)
    panel = PanelController(
      layout: layout,
      viewport: Viewport(
        panel: layout.panel, displaySize: PixelSize(width: pixels, height: pixels)))
  }

  var level: Double { panel.value(ofKnob: 0) / 100 }

  /// Returns the pointer's position, 0…1 along the sweep, in a frame that becomes visible at
  /// `seconds`; nil if that is unknown.
  func drawn(at seconds: Double?) -> Double {
    panel.predict(shownAt: seconds.map(time))
    return panel.viewState(ofKnob: 0).position
  }

  /// Returns the time of the first sample of a path at which the pointer moves; nil if it never does.
  static func firstMovement(_ mode: TurnMode, along path: FingerPath, seed: Int) -> Double? {
    let knob = OurKnob(mode, radius: path.radius)
    let samples = path.samples(seed: seed)
    knob.down(samples[0].point, radius: path.radius)
    let initial = knob.drawn(at: nil)
    return samples.dropFirst().first { sample in
      knob.moved(to: sample.point, time: sample.time)
      return knob.drawn(at: nil) != initial
    }?.time
  }

  func down(_ point: DesignPoint, radius: Double) {
    send(.down(contact, fraction(point)), at: 0)
  }

  func moved(to point: DesignPoint, time: Double) {
    send(.moved(contact, fraction(point)), at: time)
  }

  func up(time: Double) {
    send(.up(contact), at: time)
  }

  private func fraction(_ point: DesignPoint) -> DisplayFraction {
    DisplayFraction(x: (center.x + point.x) / Self.size, y: (center.y + point.y) / Self.size)
  }

  private func send(_ change: ContactChange, at seconds: Double) {
    panel.handle(TouchFrame(time: time(seconds), changes: [change]))
    panel.events.removeAll(keepingCapacity: true)
  }

  private func time(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64((seconds * 1e6).rounded()))
  }
}
