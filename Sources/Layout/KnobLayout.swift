public import Diagnostics
public import Gesture
public import Knobs

/// One entry of `knobs:`.
public struct KnobLayout: Sendable {
  public var id: String
  /// Design pixels.
  public var center: DesignPoint
  /// Design pixels, positive.
  public var diameter: Double
  public var name: String?
  /// With sectors: 0 to their number less one in steps of 1, each value being a sector's index.
  public var scale: Scale
  /// Shown until the control answers, never sent; within the scale's range.
  public var value: Double
  /// Where a double tap goes; nil if it does nothing.
  public var defaultValue: Double?
  public var unit: String
  public var turn: TurnMode
  public var travel: Travel
  public var control: ControlLayout?
  public var feel = Feel()
  /// nil for what suits the way to turn: `hold` for absolute, else `discard`.
  public var overTravel: Knob.OverTravel?
  public var snap = Knob.Snap.always
  public var magnets: [Magnet] = []
  /// Whether a wheel of sectors that is let go while it turns goes on.
  public var hasInertia = false
  public var guards = Guards()
  public var taps = Taps()
  public var report = Report()
  /// nil for what suits the scale.
  public var format: ValueFormat?
  public var arcOrigin = ArcOrigin.minimum
  /// The panel's look with the knob's own over it.
  public var look = KnobStyle()
  /// False for a knob that takes no finger and is greyed.
  public var isEnabled = true
  /// nil for the theme's shapes.
  public var skin: SkinLayout?
  /// Index of the page it stands on; nil if it is on every one.
  public var page: Int?
  /// Where the file names the id, for messages about this knob.
  public var location: SourceLocation

  public init(
    id: String, center: DesignPoint, diameter: Double, name: String? = nil, scale: Scale = Scale(),
    value: Double = 0, defaultValue: Double? = nil, unit: String = "", turn: TurnMode = .relative,
    travel: Travel = .standard, control: ControlLayout? = nil,
    location: SourceLocation = SourceLocation(line: 1, column: 1)
  ) {
    self.id = id
    self.center = center
    self.diameter = diameter
    self.name = name
    self.scale = scale
    self.value = value
    self.defaultValue = defaultValue
    self.unit = unit
    self.turn = turn
    self.travel = travel
    self.control = control
    self.location = location
  }
}
