public import Diagnostics
public import Gesture
public import Knobs

/// One entry of `knobs:`.
public struct KnobLayout: Equatable, Sendable {
  /// Unique among the ids of all knobs, buttons and pages.
  public var id: String
  /// The knob's centre in design pixels.
  public var center: DesignPoint
  /// Diameter in design pixels; positive.
  public var diameter: Double
  /// The name shown with the knob; nil for none.
  public var name: String?
  /// The position of a name below the knob; nil for the theme's.
  public var nameBelow: NameBelow?
  /// Range, taper and step; with sectors, the indices of the sectors, from 0 in steps of 1.
  public var scale: Scale
  /// The value shown until the control reports one; never sent; within the scale's range.
  public var value: Double
  /// The value that a double tap sets; nil if a double tap does nothing.
  public var defaultValue: Double?
  /// The unit shown after the value; may be empty.
  public var unit: String
  /// How a finger's movement turns the knob.
  public var turn: TurnMode
  /// The sweep of the knob on its face.
  public var travel: Travel
  /// The names of the positions of a switch with two ends, from the first one; nil for other knobs.
  public var positions: [String]?
  /// The knob's target; nil for none.
  public var control: ControlLayout?
  /// The keys that the layout leaves to the target.
  public var keysLeftOut: KnobDescription.Keys = []
  /// The source of the actual value, shown beside the wanted one in the knob's unit; nil for none.
  public var reading: ControlLayout?
  /// The encoder, wheel or keys that turn the knob in addition to touch; nil for none.
  public var encoder: EncoderLayout?
  /// How the knob responds to touch.
  public var feel = Feel()
  /// Behaviour beyond the ends; nil for the turn mode's: `hold` for absolute, else `discard`.
  public var overTravel: Knob.OverTravel?
  /// When the value snaps to a step.
  public var snap = Knob.Snap.always
  /// Values that attract nearby values.
  public var magnets: [Magnet] = []
  /// Whether a wheel of sectors keeps turning when it is released in motion.
  public var hasInertia = false
  /// Limits that protect against unintended turns.
  public var guards = Guards()
  /// When the knob returns from a value set at the panel; nil for never.
  public var valueReturn: ValueReturn?
  /// The effects of taps.
  public var taps = Taps()
  /// When changes by a finger are reported.
  public var report = Report()
  /// False for a knob without clicks on a panel with clicks.
  public var clicks = true
  /// The format of values; nil for the scale's default.
  public var format: ValueFormat?
  /// The start of the arc that shows the value.
  public var arcOrigin = ArcOrigin.minimum
  /// The panel's look, with the knob's own settings applied.
  public var look = KnobStyle()
  /// Whether the knob shows a value that cannot be set here.
  public var isReadOnly: Bool { control?.settings?.isReadOnly ?? false }
  /// False for a knob that ignores touches and is drawn grey.
  public var isEnabled = true
  /// Opacity of the whole knob, from 0 (invisible) to 1.
  public var opacity = 1.0
  /// The pictures that replace the theme's shapes; nil to draw the theme's shapes.
  public var skin: SkinLayout?
  /// Index of the knob's page; nil for all pages.
  public var page: Int?
  /// Whether it is visible unless a case of `when:` says otherwise.
  public var isVisible = true
  /// The cases of `when:`, of which the first one whose conditions hold applies.
  public var cases: [ItemCase] = []
  /// Location of the id in the file, for messages about this knob.
  public var location: SourceLocation
  /// The path of that file for messages; empty for a knob that is not from a file.
  public var file = ""

  /// Creates a knob on all pages, with defaults for all other settings.
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

extension KnobLayout {
  /// The names of the sectors of a wheel or a switch, whose indices are the values; nil for numeric
  /// values.
  public var sectors: [String]? {
    if case .sectors(let names) = travel { names } else { positions }
  }

  /// Returns the name of the sector at a value; nil for numeric values.
  public func sector(_ value: Double) -> String? {
    guard let names = sectors, let index = Int(exactly: value.rounded()),
      names.indices.contains(index)
    else { return nil }
    return names[index]
  }
}
