import Gesture
import Glibc
import JSON
import Knobs
import Layout
import LayoutFile
@testable import Panel
import Raster

/// A master `home` over `a`, `b` and `c`, and fingers that turn them to exact values.
///
/// All are in a row, 200 apart, of radius 50; values 0…100 in steps of 1 unless changed.
final class House {
  let panel: PanelController
  private var clock: Int64 = 0
  /// The angle of the finger on each knob, in degrees.
  private var fingers = [0.0, 0, 0, 0]

  init(
    shows: GroupProportions.Shown = .loudest, values: [Double] = [60, 30, 0],
    isConnected: Bool = false, _ change: (inout KnobLayout) -> Void = { _ in }
  ) {
    let names = ["home", "a", "b", "c"]
    let knobs = names.enumerated().map { index, id in
      var knob = KnobLayout(
        id: id, center: DesignPoint(x: 100 + 200 * Double(index), y: 100), diameter: 100,
        scale: Scale(step: 1), value: index == 0 ? 0 : values[index - 1])
      knob.feel.isFiltered = false
      knob.feel.liftOffMicroseconds = 0
      if id == "home" {
        knob.control = .group(GroupLayout(members: ["a", "b", "c"], shows: shows))
      }
      change(&knob)
      return knob
    }
    let layout = LayoutDocument(panel: PanelLayout(width: 800, height: 200), knobs: knobs)
    panel = PanelController(
      layout: layout,
      viewport: Viewport(panel: layout.panel, displaySize: PixelSize(width: 800, height: 200)))
    guard isConnected else { return }
    for member in 1...3 { panel.connect(.knob(member)) }
    for member in 1...3 { remote(values[member - 1] / 100, member) }
    _ = happened()
  }

  var values: [Double] { panel.knobs.map(\.knob.value) }

  /// The values of the master and its members, as "60: 60 30 0".
  var text: String {
    let values = values.map { JSONText.number($0) }
    return "\(values[0]): " + values.dropFirst().joined(separator: " ")
  }

  /// Returns the kinds and values of events since the last call.
  func happened() -> [String] {
    defer { panel.events.removeAll() }
    return panel.events.compactMap(\.knob).map {
      "\(panel.layout.knobs[$0.knob].id) \($0.kind.rawValue) \(JSONText.number($0.value))"
    }
  }

  /// Returns the control requests since the last call; final ones end with a full stop.
  func requested() -> [String] {
    defer { panel.controlRequests.removeAll() }
    return panel.controlRequests.compactMap { request in
      guard let knob = request.knob, let level = request.level else { return nil }
      return "\(panel.layout.knobs[knob].id) \(JSONText.number(level, decimals: 4))"
        + (request.isFinal ? "." : "")
    }
  }

  func touch(_ change: ContactChange) {
    clock += 10_000
    panel.handle(TouchFrame(time: Timestamp(microseconds: clock), changes: [change]))
  }

  func wait(_ milliseconds: Int64 = 600) {
    let end = Timestamp(microseconds: clock + milliseconds * 1000)
    while let wake = panel.nextWake, wake <= end { panel.tick(at: wake) }
    clock += milliseconds * 1000
  }

  func remote(_ level: Double, _ knob: Int) {
    clock += 10_000
    panel.handleLevel(level, of: .knob(knob), at: Timestamp(microseconds: clock))
  }

  func lose(_ knob: Int) {
    clock += 10_000
    panel.handleLoss(of: .knob(knob), at: Timestamp(microseconds: clock))
  }

  /// Puts a finger down on a knob where its pointer is.
  func grab(_ knob: Int) {
    fingers[knob] = panel.knobs[knob].knob.angle
    touch(.down(finger(knob), point(knob)))
  }

  /// Turns a grabbed knob by the angle from its pointer to a position 0…1.
  func turn(_ knob: Int, to position: Double) {
    let travel = panel.layout.knobs[knob].travel
    let way = travel.angle(atPosition: position) - panel.knobs[knob].knob.angle
    for _ in 1...8 {
      fingers[knob] += way / 8
      touch(.moved(finger(knob), point(knob)))
    }
  }

  func lift(_ knob: Int) {
    wait()
    touch(.up(finger(knob)))
    wait()
  }

  /// A whole turn of a knob: grab, turn, lift.
  func set(_ knob: Int, to position: Double) {
    grab(knob)
    turn(knob, to: position)
    lift(knob)
  }

  /// Taps a knob's middle so many times.
  func tap(_ knob: Int, times: Int = 1) {
    for _ in 0..<times {
      touch(.down(finger(knob), point(knob)))
      touch(.up(finger(knob)))
    }
    wait()
  }

  private func finger(_ knob: Int) -> ContactID { ContactID(device: 0, slot: Int32(knob)) }

  /// The position of a knob's finger on the ring.
  private func point(_ knob: Int) -> DisplayFraction {
    let radians = Angle.radians(fromDegrees: fingers[knob])
    return DisplayFraction(
      x: (100 + 200 * Double(knob) + 40 * sin(radians)) / 800, y: (100 - 40 * cos(radians)) / 200)
  }
}
