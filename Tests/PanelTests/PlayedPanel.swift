import Gesture
import JSON
import Layout
import Raster
import Testing

@testable import Panel

extension PanelController {
  /// The events of knobs, oldest first.
  var knobEvents: [KnobEvent] { events.compactMap(\.knob) }
}

/// A panel on a display with one pixel per design pixel, with fingers in design pixels and times in
/// milliseconds.
final class PlayedPanel {
  let panel: PanelController
  private var layout: LayoutDocument { panel.layout }

  init(_ layout: LayoutDocument) {
    panel = PanelController(layout: layout, viewport: Self.viewport(of: layout))
  }

  init(_ panel: PanelController) {
    self.panel = panel
  }

  static func viewport(of layout: LayoutDocument) -> Viewport {
    Viewport(
      panel: layout.panel,
      displaySize: PixelSize(width: Int(layout.panel.width), height: Int(layout.panel.height)))
  }

  static func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(microseconds: milliseconds * 1000)
  }

  func contact(_ finger: Int) -> ContactID { ContactID(device: 0, slot: Int32(finger)) }

  private func fraction(_ point: DesignPoint) -> DisplayFraction {
    panel.viewport.displayFraction(designPoint: point)
  }

  func down(_ x: Double, _ y: Double, at time: Int64, finger: Int = 0) {
    touch(.down(contact(finger), fraction(DesignPoint(x: x, y: y))), at: time)
  }

  func move(_ x: Double, _ y: Double, at time: Int64, finger: Int = 0) {
    touch(.moved(contact(finger), fraction(DesignPoint(x: x, y: y))), at: time)
  }

  func up(at time: Int64, finger: Int = 0) { touch(.up(contact(finger)), at: time) }
  func cancel(at time: Int64, finger: Int = 0) { touch(.cancelled(contact(finger)), at: time) }

  func tap(_ x: Double, _ y: Double, at time: Int64) {
    down(x, y, at: time)
    up(at: time + 60)
  }

  private func touch(_ change: ContactChange, at time: Int64) {
    panel.handle(TouchFrame(time: Self.time(time), changes: [change]))
  }

  /// Calls `tick` as the event loop would, until a time.
  func run(until time: Int64) {
    while let wake = panel.nextWake, wake <= Self.time(time) { panel.tick(at: wake) }
  }

  /// Returns the events since the last call, a few words each.
  func happened() -> [String] {
    #expect(!panel.context.hasEffects, "the panel has carried out all effects of its knobs")
    defer { panel.events.removeAll() }
    return panel.events.map { event in
      switch event {
      case .knob(let event):
        "\(layout.knobs[event.knob].id) \(event.kind.rawValue) \(JSONText.number(event.value))"
      case .button(let event):
        "\(layout.buttons[event.button].id) \(event.kind.rawValue)\(event.isOn ? " on" : "")"
      case .page(let event): "\(layout.pages[event.page].id) shown"
      case .language(let event): "\(layout.languages[event.language].name) shown"
      case .pin(let event): "PIN \(event.kind.rawValue)"
      case .control(let event): "\(event.item) \(event.reason ?? "online")"
      case .screen(let event): "screen \(event.state.rawValue)"
      case .presence(let event): event.isPresent ? "present" : "absent"
      case .cleaning(let event): "cleaning \(event.seconds.map { "\($0)" } ?? "ended")"
      case .message(let event): "\(event.message.text) \(event.kind.rawValue)"
      }
    }
  }

  func values() -> [Double] { layout.knobs.indices.map { panel.value(ofKnob: $0) } }
}
