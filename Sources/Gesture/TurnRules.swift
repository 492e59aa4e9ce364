/// How the fingers on one knob are to be understood.
///
/// Lengths are design pixels.
public struct TurnRules: Hashable, Sendable {
  public var dial: Dial
  public var mode: TurnMode
  /// Radians from the knob's one end to the other, negative if it grows counter-clockwise.
  public var sweep: Double
  /// How far a straight drag goes for the whole sweep.
  public var dragTravel: Double
  /// How far a finger goes before `auto` decides what it means.
  public var decisionDistance: Double
  /// `auto` takes only what starts this far from the centre for a circle.
  public var circularFrom: Double
  /// A finger that moves further than this is no tap.
  public var tapSlop: Double
  public var tapMicroseconds: Int64 = 300_000
  /// From the end of one tap to the start of the next.
  public var doubleTapMicroseconds: Int64 = 350_000

  /// The rules of a knob drawn with this radius.
  public init(center: Point, radius: Double, mode: TurnMode = .relative, sweep: Double) {
    dial = Dial(center: center, radius: radius)
    self.mode = mode
    self.sweep = sweep
    // A thumb's comfortable reach for large knobs, room to aim for small ones.
    dragTravel = max(2 * radius, 240)
    decisionDistance = max(0.06 * radius, 8)
    circularFrom = 0.5 * radius
    tapSlop = 12
  }
}
