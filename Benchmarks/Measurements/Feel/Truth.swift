internal import Gesture

/// The true state of a knob under a finger without noise, sampled 2400 times per second.
struct Truth {
  /// The interpretation of a path.
  enum Meaning {
    /// The turn about the centre is added, except within the hub (0.15 of the radius).
    case turn
    /// The direction of the finger; in the gap, the end that it came from stays.
    case direction
    /// Pixels for the whole sweep, up or to the right.
    case vertical(travel: Double)
    case horizontal(travel: Double)
  }

  private var levels: [Double] = []
  private static let rate = 2400.0

  init(_ path: FingerPath, meaning: Meaning) {
    let dial = Dial(center: DesignPoint(x: 0, y: 0), radius: path.radius)
    var last = path.position(0)
    var level = 0.5
    var reach = 0.5
    if case .direction = meaning, let direction = dial.direction(of: last) {
      level = min(max(0.5 + Angle.degrees(fromRadians: direction) / 270, 0), 1)
      reach = level
    }
    levels.append(level)
    for step in 1...max(Int(path.seconds * Self.rate), 1) {
      let point = path.position(Double(step) / Self.rate)
      let turn = Angle.degrees(fromRadians: dial.turn(from: last, to: point)) / 270
      switch meaning {
      case .turn: level = min(max(level + turn, 0), 1)
      case .direction:
        reach += turn
        level = min(max(reach, 0), 1)
      case .vertical(let travel): level = min(max(level + (last.y - point.y) / travel, 0), 1)
      case .horizontal(let travel): level = min(max(level + (point.x - last.x) / travel, 0), 1)
      }
      if level != levels[0] { isResting = false }
      levels.append(level)
      last = point
    }
  }

  /// Whether the finger should change nothing at all.
  private(set) var isResting = true

  func level(at seconds: Double) -> Double {
    levels[min(max(Int((seconds * Self.rate).rounded()), 0), levels.count - 1)]
  }
}
