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
///
/// When `auto` decides, the way travelled so far counts in full: nothing is lost, and the value is
/// continuous.
struct DragTracker {
  private let rules: TurnRules
  private let start: Point
  private var last: Point
  private var mode: TurnMode

  init(rules: TurnRules, start: Point) {
    self.rules = rules
    self.start = start
    last = start
    mode = rules.mode
  }

  /// The signed turn in radians since the last movement, clockwise positive.
  mutating func move(to point: Point) -> Double {
    if mode == .auto {
      guard let decided = decide(at: point) else { return 0 }
      mode = decided
    }
    defer { last = point }
    let perPixel = rules.sweep / rules.dragTravel
    switch mode {
    case .relative, .absolute, .auto: return rules.dial.turn(from: last, to: point)
    case .vertical: return (last.y - point.y) * perPixel
    case .horizontal: return (point.x - last.x) * perPixel
    case .both: return (point.x - last.x + last.y - point.y) * perPixel
    }
  }

  /// The mode that the first stretch of the way speaks for; nil while it is too short to tell.
  private func decide(at point: Point) -> TurnMode? {
    let way = Point(x: point.x - start.x, y: point.y - start.y)
    let length = start.distance(to: point)
    guard length >= rules.decisionDistance else { return nil }
    if start.distance(to: rules.dial.center) >= rules.circularFrom {
      // A circle's chord is square to the arm of its middle, however fast the finger was.
      let middle = Point(x: (start.x + point.x) / 2, y: (start.y + point.y) / 2)
      let arm = Point(x: middle.x - rules.dial.center.x, y: middle.y - rules.dial.center.y)
      let square = abs(arm.x * way.y - arm.y * way.x)
      // Within 40 degrees of it: cos 40° of the way runs along the circle.
      if square >= 0.766 * middle.distance(to: rules.dial.center) * length { return .relative }
    }
    return abs(way.y) >= abs(way.x) ? .vertical : .horizontal
  }
}
