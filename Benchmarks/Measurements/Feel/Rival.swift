internal import Gesture
internal import Glibc

/// A knob under test: samples in, a level 0…1 out.
///
/// The knob has a sweep of 270 degrees from −135 and starts at the middle.
protocol Turning {
  var level: Double { get }
  mutating func down(_ point: DesignPoint, radius: Double)
  mutating func moved(to point: DesignPoint, time: Double)
  mutating func up(time: Double)
}

extension Turning {
  mutating func up(time: Double) {}
}

private func degrees(_ point: DesignPoint) -> Double {
  Angle.degrees(fromRadians: atan2(point.x, -point.y))
}

private func clamped(_ value: Double) -> Double { min(max(value, 0), 1) }

/// MHRotaryKnob: clamped angles, movements over 45 degrees ignored, a hub of 4 points.
struct MHRotary: Turning {
  private(set) var level = 0.5
  private var last: Double?

  mutating func down(_ point: DesignPoint, radius: Double) {
    last = distance(point) < 4 ? nil : min(max(degrees(point), -135), 135)
  }

  mutating func moved(to point: DesignPoint, time: Double) {
    guard let before = last, distance(point) >= 4 else { return }
    let angle = min(max(degrees(point), -135), 135)
    last = angle
    if abs(angle - before) <= 45 { level = clamped(level + (angle - before) / 270) }
  }

  private func distance(_ point: DesignPoint) -> Double { hypot(point.x, point.y) }
}

/// MHRotaryKnob's sliders: one point per degree, with over-travel remembered.
struct MHSlider: Turning {
  static let name = "MHRotaryKnob as a slider"
  let isVertical: Bool
  private(set) var level = 0.5
  private var start = DesignPoint(x: 0, y: 0)

  init(isVertical: Bool) { self.isVertical = isVertical }

  mutating func down(_ point: DesignPoint, radius: Double) { start = point }

  mutating func moved(to point: DesignPoint, time: Double) {
    level = clamped(0.5 + (isVertical ? start.y - point.y : point.x - start.x) / 270)
  }
}

/// Kodeco's reusable knob: the pointer goes to the finger; the gap counts as the nearer end.
struct Kodeco: Turning {
  private(set) var level = 0.5

  mutating func down(_ point: DesignPoint, radius: Double) {}

  mutating func moved(to point: DesignPoint, time: Double) {
    level = clamped((degrees(point) + 135) / 270)
  }
}

/// bradhowes/Knob: vertical, slower the further the finger is from the centre line.
struct BradHowes: Turning {
  private(set) var level = 0.5
  private var last = DesignPoint(x: 0, y: 0)
  private var travel = 1.0

  mutating func down(_ point: DesignPoint, radius: Double) {
    last = point
    travel = 2 * radius
  }

  mutating func moved(to point: DesignPoint, time: Double) {
    let aside = min(abs(point.x), travel / 2 - 1)
    let gain = aside <= 2 ? 1 : 1 - aside / (travel / 2)
    level = clamped(level + (last.y - point.y) * gain / travel)
    last = point
  }
}

/// Raumfeld's one-finger rotation: a ring; leaving it ends the gesture.
struct Raumfeld: Turning {
  private(set) var level = 0.5
  private var last: DesignPoint?
  private var ring = 0.0...1

  mutating func down(_ point: DesignPoint, radius: Double) {
    ring = radius / 3...radius
    last = ring.contains(hypot(point.x, point.y)) ? point : nil
  }

  mutating func moved(to point: DesignPoint, time: Double) {
    guard let before = last else { return }
    guard ring.contains(hypot(point.x, point.y)) else {
      last = nil
      return
    }
    let turn = (degrees(point) - degrees(before)).remainder(dividingBy: 360)
    level = clamped(level + turn / 270)
    last = point
  }
}

/// SMRotaryWheel: adds the finger's angle from the start of the touch, no stops; the ring matters
/// only at the start.
struct SMWheel: Turning {
  private(set) var level = 0.5
  private var start: Double?

  mutating func down(_ point: DesignPoint, radius: Double) {
    let distance = hypot(point.x, point.y)
    start = distance >= 0.3 * radius && distance <= radius ? degrees(point) : nil
  }

  mutating func moved(to point: DesignPoint, time: Double) {
    guard let start else { return }
    let turn = (degrees(point) - start).remainder(dividingBy: 360)
    level = clamped(0.5 + turn / 270)
  }
}
