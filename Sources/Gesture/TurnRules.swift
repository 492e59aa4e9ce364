/// How the fingers on one knob are to be understood: its feel, resolved for its size.
///
/// Lengths are design pixels.
public struct TurnRules: Hashable, Sendable {
  public var dial: Dial
  public var mode: TurnMode
  /// Radians from the knob's one end to the other, negative if it grows counter-clockwise.
  public var sweep: Double
  public var feel: Feel
  public var gear: Gear
  /// How far a straight drag goes for the whole sweep.
  public var dragTravel: Double
  /// How far a finger goes before `auto` decides what it means.
  public var decisionDistance: Double
  /// `auto` takes only what starts this far from the centre for a circle.
  public var circularFrom: Double
  /// A finger that moves further than this is no tap.
  public var tapSlop: Double
  /// One that is seen to turn, and goes further than this, is none either.
  public var turnSlop: Double
  public var tapMicroseconds: Int64 = 300_000
  /// From the end of one tap to the start of the next.
  public var doubleTapMicroseconds: Int64 = 350_000
  /// Standard deviation on one axis of the worst touchscreen's noise.
  public var greatestNoise: Double

  /// The rules of a knob drawn with this radius.
  ///
  /// - Parameter pixel: Design pixels that a pixel of the display is wide: what fingers and
  ///   touchscreens do by themselves has the display's size, not the design's.
  public init(
    center: DesignPoint, radius: Double, mode: TurnMode = .relative, sweep: Double,
    feel: Feel = Feel(), pixel: Double = 1
  ) {
    dial = Dial(center: center, radius: radius)
    if let outer = feel.outerRadius { dial.reachRadius = outer }
    self.mode = mode
    self.sweep = sweep
    self.feel = feel
    gear = Gear(ratio: feel.fine, near: dial.reachRadius, far: 3 * dial.reachRadius)
    // A thumb's comfortable reach for large knobs, room to aim for small ones.
    dragTravel = feel.dragTravel ?? max(2 * radius, 240 * pixel)
    decisionDistance = max(0.06 * radius, 8 * pixel)
    circularFrom = 0.5 * radius
    tapSlop = 12 * pixel
    turnSlop = 5 * pixel
    // 1.5 px, with what rounding to pixels adds.
    greatestNoise = feel.isFiltered ? 1.6 * pixel : 0
  }
}
