/// Tracks one contact and computes how far each of its movements turns the knob.
///
/// | # | mode | the movement | turns by |
/// |---|---|---|---|
/// | 1 | relative, absolute | any | the angle about the centre outside the hub (`Dial.turn`) |
/// | 2 | vertical | up by the travel | one sweep |
/// | 3 | horizontal | to the right by the travel | one sweep |
/// | 4 | both | up and right, added | one sweep for the travel |
/// | 5 | auto, undecided | less than the decision distance from the start | nothing yet |
/// | 6 | auto, decides | along the circle, started at least `circularFrom` from the centre | as 1, from the start |
/// | 7 | auto, decides | otherwise more vertical than horizontal | as 2, from the start |
/// | 8 | auto, decides | otherwise | as 3, from the start |
/// | 9 | auto, decided | any | as decided, until the finger lifts |
/// | 10 | any but absolute | away from the knob | less, by the gear at that distance |
///
/// When `auto` decides, the movement so far counts in full, so that the value is continuous. The
/// gear of a circular movement depends on the distance from the centre. The gear of a straight drag
/// depends on the distance perpendicular to the drag, so that dragging alone does not change it.
struct DragTracker {
  private var rules: TurnRules
  private var start: DesignPoint
  private var last: DesignPoint
  private var mode: TurnMode
  /// The gain of the last movement, without the sensitivity: 1 near the knob, less further away.
  private(set) var gear = 1.0

  /// Whether `auto` has not decided yet and nothing turns.
  var isUndecided: Bool { mode == .auto }

  init(rules: TurnRules, start: DesignPoint) {
    self.rules = rules
    self.start = start
    last = start
    mode = rules.mode
  }

  /// Applies other rules from now on, starting at `point`, or at the last position if it is nil.
  ///
  /// The decision of `auto` stays as long as the mode stays `auto`.
  mutating func change(to rules: TurnRules, at point: DesignPoint?) {
    if rules.mode != self.rules.mode {
      mode = rules.mode
      start = last
    }
    self.rules = rules
    guard let point else { return }
    start = point
    last = point
  }

  /// Returns the signed turn in radians since the last movement, clockwise positive.
  mutating func move(to point: DesignPoint) -> Double {
    if mode == .auto {
      guard let decided = decide(at: point) else { return 0 }
      mode = decided
    }
    defer { last = point }
    let movement = point - last
    gear = rules.gear.gain(at: distance(of: last + movement * 0.5))
    let gain = gear * rules.feel.sensitivity
    let perPixel = gain * rules.sweep / rules.dragTravel
    switch mode {
    case .absolute: return rules.dial.turn(from: last, to: point)
    case .relative, .auto: return gain * rules.dial.turn(from: last, to: point)
    case .vertical: return -movement.y * perPixel
    case .horizontal: return movement.x * perPixel
    case .both: return (movement.x - movement.y) * perPixel
    }
  }

  /// Returns the distance that the gear depends on.
  private func distance(of point: DesignPoint) -> Double {
    let offset = point - rules.dial.center
    switch mode {
    case .absolute: return 0
    case .relative, .auto: return offset.length
    case .vertical: return abs(offset.x)
    case .horizontal: return abs(offset.y)
    // Perpendicular to the diagonal along which up and right add.
    case .both: return abs(offset.x + offset.y) / 2.0.squareRoot()
    }
  }

  /// Returns the mode indicated by the movement from the start; nil while it is too short.
  private func decide(at point: DesignPoint) -> TurnMode? {
    let movement = point - start
    let length = movement.length
    guard length >= rules.decisionDistance else { return nil }
    if start.distance(to: rules.dial.center) >= rules.circularFrom {
      // A chord of a circle is perpendicular to the radius at its middle, at any speed.
      let arm = (start + point) * 0.5 - rules.dial.center
      let square = abs(arm.x * movement.y - arm.y * movement.x)
      // Within 40 degrees of that: at least cos 40° of the length runs along the circle.
      if square >= 0.766 * arm.length * length { return .relative }
    }
    return abs(movement.y) >= abs(movement.x) ? .vertical : .horizontal
  }
}
