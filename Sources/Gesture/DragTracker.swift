/// Follows one finger and says how far each of its movements turns the knob.
///
/// | # | mode | the movement | turns by |
/// |---|---|---|---|
/// | 1 | relative, absolute | any | the angle about the centre outside the hub (`Dial.turn`) |
/// | 2 | vertical | up by the travel | one sweep |
/// | 3 | horizontal | to the right by the travel | one sweep |
/// | 4 | both | up and right, added | one sweep for the travel |
/// | 5 | auto, undecided | less than the decision distance from the start | nothing yet |
/// | 6 | auto, decides | along the circle, begun outside the cap's middle | as 1, from the start |
/// | 7 | auto, decides | else more up or down than sideways | as 2, from the start |
/// | 8 | auto, decides | else | as 3, from the start |
/// | 9 | auto, decided | any | as decided, until the finger leaves |
/// | 10 | any but absolute | away from the knob | less, by the gear there |
///
/// When `auto` decides, the way travelled so far counts in full: nothing is lost, and the value is
/// continuous. The gear of a circle goes by the distance from the centre, that of a straight drag by
/// the distance across the drag, so that a long drag alone changes none.
struct DragTracker {
  private var rules: TurnRules
  private var start: DesignPoint
  private var last: DesignPoint
  private var mode: TurnMode
  /// What the last movement was multiplied by, sensitivity aside: 1 near the knob, less away from it.
  private(set) var gear = 1.0

  init(rules: TurnRules, start: DesignPoint) {
    self.rules = rules
    self.start = start
    last = start
    mode = rules.mode
  }

  /// Goes on by other rules: from `point`, or if that is nil from where the finger is.
  ///
  /// What it decided about the way to turn stands as long as the rules leave that open.
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

  /// The signed turn in radians since the last movement, clockwise positive.
  mutating func move(to point: DesignPoint) -> Double {
    if mode == .auto {
      guard let decided = decide(at: point) else { return 0 }
      mode = decided
    }
    defer { last = point }
    let way = point - last
    gear = rules.gear.gain(at: distance(of: last + way * 0.5))
    let gain = gear * rules.feel.sensitivity
    let perPixel = gain * rules.sweep / rules.dragTravel
    switch mode {
    case .absolute: return rules.dial.turn(from: last, to: point)
    case .relative, .auto: return gain * rules.dial.turn(from: last, to: point)
    case .vertical: return -way.y * perPixel
    case .horizontal: return way.x * perPixel
    case .both: return (way.x - way.y) * perPixel
    }
  }

  /// How far from the knob a place is, as the gear sees it.
  private func distance(of point: DesignPoint) -> Double {
    let offset = point - rules.dial.center
    switch mode {
    case .absolute: return 0
    case .relative, .auto: return offset.length
    case .vertical: return abs(offset.x)
    case .horizontal: return abs(offset.y)
    // Across the diagonal on which up and right add.
    case .both: return abs(offset.x + offset.y) / 2.0.squareRoot()
    }
  }

  /// The mode that the first stretch of the way speaks for; nil while it is too short to tell.
  private func decide(at point: DesignPoint) -> TurnMode? {
    let way = point - start
    let length = way.length
    guard length >= rules.decisionDistance else { return nil }
    if start.distance(to: rules.dial.center) >= rules.circularFrom {
      // A circle's chord is square to the arm of its middle, however fast the finger was.
      let arm = (start + point) * 0.5 - rules.dial.center
      let square = abs(arm.x * way.y - arm.y * way.x)
      // Within 40 degrees of it: cos 40° of the way runs along the circle.
      if square >= 0.766 * arm.length * length { return .relative }
    }
    return abs(way.y) >= abs(way.x) ? .vertical : .horizontal
  }
}
