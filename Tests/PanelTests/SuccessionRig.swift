import Gesture
import Glibc
import JSON
import Knobs
import Layout
import LayoutFile
import Raster

@testable import Panel

/// A panel of 200 × 100 with fingers on it while its layout changes; times are in milliseconds.
final class SuccessionRig {
  static let thumb = ContactID(device: 0, slot: 0)
  static let index = ContactID(device: 0, slot: 1)

  var panel: PanelController
  /// Whether a reload copies the state of all knobs, also of those that stay as they are.
  var copiesKnobs = false
  /// The kinds and values of all panels' events, in order.
  var happened: [String] = []
  var requested: [ControlRequest] = []

  /// `left` (50, 50) and `right` (150, 50), of radius 40, at 20, with steps of 1.
  static func knobs(_ change: (inout KnobLayout) -> Void = { _ in }) -> [KnobLayout] {
    [("left", 50.0), ("right", 150.0)].map { id, x in
      var knob = KnobLayout(
        id: id, center: DesignPoint(x: x, y: 50), diameter: 80, scale: Scale(step: 1), value: 20)
      change(&knob)
      return knob
    }
  }

  static func layout(
    _ knobs: [KnobLayout], width: Double = 200, height: Double = 100, rotate: Int = 0
  ) -> LayoutDocument {
    LayoutDocument(panel: PanelLayout(width: width, height: height, rotate: rotate), knobs: knobs)
  }

  static func viewport(_ layout: LayoutDocument) -> Viewport {
    Viewport(panel: layout.panel, displaySize: PixelSize(width: 200, height: 100))
  }

  init(_ change: (inout KnobLayout) -> Void = { _ in }) {
    let layout = Self.layout(Self.knobs(change))
    panel = PanelController(layout: layout, viewport: Self.viewport(layout))
  }

  /// Connects both knobs to targets with a level.
  convenience init(level: Double, _ change: (inout KnobLayout) -> Void = { _ in }) {
    self.init {
      $0.control = .backEnd(TestSettings(name: $0.id))
      change(&$0)
    }
    for knob in 0...1 { panel.connect(.knob(knob)) }
    remote(level, 0)
    remote(level, 0, knob: 1)
    happened.removeAll()
  }

  func drain() {
    happened += panel.events.compactMap(\.knob).map {
      "\(panel.layout.knobs[$0.knob].id) \($0.kind.rawValue) \(JSONText.number($0.value))"
    }
    requested += panel.controlRequests
    panel.events.removeAll()
    panel.controlRequests.removeAll()
  }

  /// Reloads the layout with a change of both knobs.
  func reload(_ milliseconds: Int64, _ change: (inout KnobLayout) -> Void = { _ in }) {
    let knobs = panel.layout.knobs.map { knob in
      var knob = knob
      change(&knob)
      return knob
    }
    reload(milliseconds, Self.layout(knobs))
  }

  func reload(_ milliseconds: Int64, _ layout: LayoutDocument) {
    drain()
    happened.append("reloaded")
    let next = PanelController(layout: layout, viewport: Self.viewport(layout))
    var match = LayoutMatch(from: panel.layout, to: layout)
    if copiesKnobs { match.isSameKnob = match.isSameKnob.map { _ in false } }
    panel.succeed(
      as: next, match: match, at: Timestamp(microseconds: milliseconds * 1000))
    drain()
    panel = next
    drain()
  }

  func touch(_ milliseconds: Int64, _ changes: ContactChange...) {
    panel.handle(TouchFrame(time: Timestamp(microseconds: milliseconds * 1000), changes: changes))
    drain()
  }

  func tick(_ milliseconds: Int64) {
    panel.tick(at: Timestamp(microseconds: milliseconds * 1000))
    drain()
  }

  func remote(_ level: Double, _ milliseconds: Int64, knob: Int = 0) {
    panel.handleLevel(level, of: .knob(knob), at: Timestamp(microseconds: milliseconds * 1000))
    drain()
  }

  /// The events since the layout was reloaded.
  var sinceReload: [String] { Array(happened.drop { $0 != "reloaded" }.dropFirst()) }

  /// A position on the display, at an angle around a centre, 30 pixels from it by default.
  static func at(
    _ degrees: Double, x: Double = 50, y: Double = 50, radius: Double = 30
  ) -> DisplayFraction {
    let direction = Angle.radians(fromDegrees: degrees)
    return DisplayFraction(
      x: (x + radius * sin(direction)) / 200, y: (y - radius * cos(direction)) / 100)
  }
}

/// Settings of a back end that does not exist.
struct TestSettings: ControlSettings {
  var name: String
}
