public import Gesture
public import Knobs

/// A panel as its layout file describes it: all lengths resolved to design pixels, all defaults
/// filled in, every value within its limits.
public struct Layout: Sendable {
  public var panel: PanelLayout
  /// In the order of the file; ids are unique.
  public var knobs: [KnobLayout]
  public var labels: [LabelLayout]

  public init(panel: PanelLayout, knobs: [KnobLayout] = [], labels: [LabelLayout] = []) {
    self.panel = panel
    self.knobs = knobs
    self.labels = labels
  }
}

/// The `panel:` section.
public struct PanelLayout: Sendable {
  /// How the design fills a display of another size.
  public enum Fit: String, CaseIterable, Sendable {
    /// As large as fits, in proportion, centred.
    case contain
    /// Width and height each fill the display.
    case stretch
    /// One design pixel is one display pixel, centred.
    case none
  }

  /// Names of the built-in themes.
  public static let themes = ["graphite", "paper", "hifi"]

  /// Design pixels, both positive.
  public var width: Double
  public var height: Double
  public var fit: Fit
  /// Clockwise degrees: 0, 90, 180 or 270.
  public var rotate: Int
  /// Name of a built-in theme.
  public var theme: String

  public init(
    width: Double = 800, height: Double = 480, fit: Fit = .contain, rotate: Int = 0,
    theme: String = "graphite"
  ) {
    self.width = width
    self.height = height
    self.fit = fit
    self.rotate = rotate
    self.theme = theme
  }
}

/// One entry of `knobs:`.
public struct KnobLayout: Sendable {
  public var id: String
  /// Design pixels.
  public var center: Point
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
  /// Where the file names the id, for messages about this knob.
  public var location: SourceLocation

  public init(
    id: String, center: Point, diameter: Double, name: String? = nil, scale: Scale = Scale(),
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

/// What a knob drives.
public enum ControlLayout: Hashable, Sendable {
  /// An ALSA mixer element, `card` as ALSA names it ("default", "hw:0", an id such as "Dummy").
  case alsa(card: String, element: String)
}

/// One entry of `labels:`.
public struct LabelLayout: Sendable {
  public enum Alignment: String, CaseIterable, Sendable {
    case left, center, right
  }

  public var text: String
  /// Where the text's left end, middle or right end stands on its baseline, in design pixels.
  public var at: Point
  /// The em, in design pixels.
  public var size: Double
  public var align: Alignment

  public init(text: String, at: Point, size: Double = 18, align: Alignment = .left) {
    self.text = text
    self.at = at
    self.size = size
    self.align = align
  }
}

/// A place in a layout file; both count from 1, columns in Unicode scalars.
public struct SourceLocation: Hashable, Sendable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
