public import Diagnostics
public import Gesture
public import Knobs

/// One entry of `knobs:`.
public struct KnobLayout: Sendable {
  /// Unique among the ids of all knobs, buttons and pages.
  public var id: String
  /// The knob's centre in design pixels.
  public var center: DesignPoint
  /// Diameter in design pixels; positive.
  public var diameter: Double
  /// The name shown with the knob; nil for none.
  public var name: String?
  /// With sectors: 0 to their number less one in steps of 1, each value being a sector's index.
  public var scale: Scale
  /// The value shown until the control reports one; never sent; within the scale's range.
  public var value: Double
  /// The value that a double tap sets; nil if a double tap does nothing.
  public var defaultValue: Double?
  /// The unit shown after the value; may be empty.
  public var unit: String
  /// How the movement of a finger turns the knob.
  public var turn: TurnMode
  /// The sweep of the knob on its face.
  public var travel: Travel
  /// What the knob drives; nil for nothing.
  public var control: ControlLayout?
  /// The encoder, wheel or keys that turn it beside fingers; nil for none.
  public var encoder: EncoderLayout?
  /// How the knob responds to fingers.
  public var feel = Feel()
  /// nil for the default of the turn mode: `hold` for absolute, else `discard`.
  public var overTravel: Knob.OverTravel?
  /// When the value goes to a step.
  public var snap = Knob.Snap.always
  /// Values that attract the knob when it comes near.
  public var magnets: [Magnet] = []
  /// Whether a wheel of sectors keeps turning when the finger lifts during a turn.
  public var hasInertia = false
  /// Limits that protect against unintended turns.
  public var guards = Guards()
  /// Whether it goes back from a value that people gave it at the panel; nil if it does not.
  public var valueReturn: ValueReturn?
  /// What taps do.
  public var taps = Taps()
  /// When the changes made by a finger are reported.
  public var report = Report()
  /// False for a knob that does not click where the panel does.
  public var clicks = true
  /// How values are written; nil for the default of the scale.
  public var format: ValueFormat?
  /// Where the arc that shows the value begins.
  public var arcOrigin = ArcOrigin.minimum
  /// The panel's look, with the knob's own settings applied.
  public var look = KnobStyle()
  /// True for a knob that shows a value which nothing here can set.
  public var isReadOnly: Bool { control?.settings?.isReadOnly ?? false }
  /// False for a knob that ignores fingers and is drawn grey.
  public var isEnabled = true
  /// Opacity of all of the knob, from 0 (invisible) to 1.
  public var opacity = 1.0
  /// The pictures that replace the theme's shapes; nil to draw the theme's shapes.
  public var skin: SkinLayout?
  /// Index of the page it is on; nil if it is on all pages.
  public var page: Int?
  /// Where the file names the id, for messages about this knob.
  public var location: SourceLocation
  /// The path of that file, as messages call it; empty for a knob that no file names.
  public var file = ""

  /// Creates a knob on all pages, with default settings for everything that is not a parameter.
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
  /// The names of its sectors, whose indices are its values; nil for a knob of numbers.
  public var sectors: [String]? {
    if case .sectors(let names) = travel { names } else { nil }
  }

  /// The name of the sector at a value; nil for a knob of numbers.
  public func sector(_ value: Double) -> String? {
    guard let names = sectors, let index = Int(exactly: value.rounded()),
      names.indices.contains(index)
    else { return nil }
    return names[index]
  }
}
