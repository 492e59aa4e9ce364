/// How the contacts on one knob are recognized: its `Feel`, resolved for its size.
///
/// Lengths are design pixels.
public struct TurnRules: Hashable, Sendable {
  /// Where fingers may land.
  public var dial: Dial
  /// How movements turn the knob.
  public var mode: TurnMode
  /// Radians from the knob's one end to the other, negative if it grows counter-clockwise.
  public var sweep: Double
  /// What the layout says about it.
  public var feel: Feel
  /// The gear for `feel.fine`.
  public var gear: Gear
  /// The length of a straight drag for the whole sweep.
  public var dragTravel: Double
  /// How far a finger moves before `auto` decides.
  public var decisionDistance: Double
  /// Only movements that start this far from the centre can be circular for `auto`.
  public var circularFrom: Double
  /// A contact that moves further is not a tap.
  public var tapSlop: Double
  /// A contact that turns the knob and moves further is not a tap either.
  public var turnSlop: Double
  /// The longest contact that is a tap.
  public var tapMicroseconds: Int64 = 300_000
  /// From the end of one tap to the start of the next.
  public var doubleTapMicroseconds: Int64 = 350_000
  /// Standard deviation on one axis of the noise to filter; 0 for none.
  public var greatestNoise: Double

  /// The rules of a knob drawn with this radius.
  ///
  /// - Parameters:
  ///   - center: In design pixels.
  ///   - radius: In design pixels.
  ///   - mode: How movements turn the knob.
  ///   - sweep: Radians from the knob's one end to the other.
  ///   - feel: What the layout says.
  ///   - pixel: Design pixels per pixel of the display: noise and the size of fingers depend on the
  ///     display and not on the design.
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
    // The diameter, but enough for precise movements on small knobs.
    dragTravel = feel.dragTravel ?? max(2 * radius, 240 * pixel)
    decisionDistance = max(0.06 * radius, 8 * pixel)
    circularFrom = 0.5 * radius
    tapSlop = 12 * pixel
    turnSlop = 5 * pixel
    // 1.5 px, with what rounding to pixels adds.
    greatestNoise = feel.isFiltered ? 1.6 * pixel : 0
  }
}
