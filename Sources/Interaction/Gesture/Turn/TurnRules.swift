/// How a knob recognizes contacts: its `Feel`, resolved for its size.
///
/// Lengths are in design pixels.
public struct TurnRules: Hashable, Sendable {
  /// Where fingers may land.
  public var dial: Dial
  /// How movements turn the knob.
  public var mode: TurnMode
  /// Radians from one end of the knob to the other, negative if it grows counter-clockwise.
  public var sweep: Double
  /// The layout's settings.
  public var feel: Feel
  /// The gear for `feel.fine`.
  public var gear: Gear
  /// The length of a straight drag for the full sweep.
  public var dragTravel: Double
  /// How far a finger moves before `auto` decides.
  public var decisionDistance: Double
  /// The distance from the centre beyond which a movement can be circular for `auto`.
  public var circularFrom: Double
  /// The distance beyond which a contact is not a tap.
  public var tapSlop: Double
  /// The distance beyond which a contact that turns the knob is not a tap.
  public var turnSlop: Double
  /// The maximum duration of a tap.
  public var tapMicroseconds: Int64 = 300_000
  /// The maximum time from the end of one tap to the start of the next.
  public var doubleTapMicroseconds: Int64 = 350_000
  /// Standard deviation of the noise to filter, on one axis; 0 for no filter.
  public var maximumNoise: Double

  /// Creates the rules of a knob drawn with this radius.
  ///
  /// - Parameters:
  ///   - center: In design pixels.
  ///   - radius: In design pixels.
  ///   - mode: How movements turn the knob.
  ///   - sweep: Radians from one end of the knob to the other.
  ///   - feel: The layout's settings.
  ///   - pixel: Design pixels per display pixel, on which noise and finger size depend.
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
    // 1.5 px, plus the rounding to pixels.
    maximumNoise = feel.isFiltered ? 1.6 * pixel : 0
  }
}
