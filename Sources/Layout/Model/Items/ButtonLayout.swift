public import Diagnostics
public import Gesture
public import Knobs
public import Raster

/// One entry of `buttons:`.
public struct ButtonLayout: Sendable {
  /// How long the effect of a press lasts.
  public enum Kind: String, CaseIterable, Sendable {
    /// The effect lasts while a finger is on the button.
    case momentary
    /// The next press reverses the effect.
    case toggle
    /// Each press acts once and cannot be reversed.
    case push
  }

  /// The only direction in which a preset moves knobs.
  public enum Direction: String, CaseIterable, Sendable {
    /// Knobs below their preset value stay where they are.
    case lower
    /// Knobs above their preset value stay where they are.
    case raise
  }

  /// The built-in icons.
  public enum Icon: String, CaseIterable, Sendable {
    case speaker, power, reset, left, right, up, down
    case play, pause, stop, record, previous, next, plus, minus, check, cross, menu, settings
    case info, home, lock, unlock, light, sun, moon, snow, drop, thermometer, microphone
    case headphones, music, screen, clock, bell, person, door, bed, blinds, wifi, star, heart
  }

  /// The symbol beside a button's text, or in place of it.
  public enum Symbol: Hashable, Sendable {
    case icon(Icon)
    /// The path of a PNG file to open.
    case picture(file: String)
  }

  /// One step of what a press does; knobs are indices into the layout's knobs.
  public enum Action: Hashable, Sendable {
    /// Sets the knobs to their lowest values; the next press restores them.
    case mute([Int])
    /// Sets the knobs to their defaults; all of them have one.
    case reset([Int])
    /// Sets each target knob to its value.
    case preset([Target])
    /// Adds each target's value to its knob; a toggle or momentary button subtracts it again.
    case change([Target])
    /// Shows a page.
    case page(PageTarget)
    /// Sets a target outside the panel.
    case send(ControlLayout)
    /// Opens a keypad, and sends the code that is typed to a target outside the panel.
    case keypad(KeypadLayout)
    /// Acts on the panel as a whole.
    case panel(PanelAction)
    /// Delays the steps after it.
    case wait(microseconds: Int64)
  }

  /// An action on the panel as a whole.
  public enum PanelAction: Hashable, Sendable {
    /// Ignores touches for this long, so that the screen can be wiped.
    case clean(microseconds: Int64)
    /// Switches the screen off until it is touched.
    case switchScreenOff
    /// Sets the brightness of the screen, 0…1, until day or night begins.
    case dim(brightness: Double)
    /// Shows the texts in a language, by its index in the layout.
    case show(language: Int)
  }

  /// The page a button shows.
  public enum PageTarget: Hashable, Sendable {
    /// Index of the page.
    case index(Int)
    /// The page after or before the shown one; wraps around at both ends.
    case next, previous
  }

  /// A knob, and the value a preset sets it to or a change adds to it.
  public struct Target: Hashable, Sendable {
    /// Index of the knob in the layout.
    public var knob: Int
    /// The value to set, within the knob's range; or the difference, at most the width of the range
    /// and not 0.
    public var value: Double

    /// Creates a target for the knob at an index.
    public init(knob: Int, value: Double) {
      self.knob = knob
      self.value = value
    }
  }

  /// Unique among the ids of all knobs, buttons and pages.
  public var id: String
  /// The button's centre in design pixels.
  public var center: DesignPoint
  /// Width in design pixels; positive.
  public var width: Double
  /// Height in design pixels; positive.
  public var height: Double
  /// The text on the button; may be empty.
  public var text: String
  /// The symbol on the button; nil for none.
  public var symbol: Symbol?
  /// Font size (the em) of the text in design pixels; nil to derive it from the button's size.
  public var textSize: Double?
  /// Size of the symbol in design pixels, for a picture its longer side; nil to derive it from the
  /// button's size.
  public var iconSize: Double?
  /// What a press does, in order; at least one step and at most `maximumSteps`.
  public var steps: [Action]
  /// How long the effect of a press lasts.
  public var kind: Kind
  /// The only direction in which a preset moves knobs; nil for both.
  public var only: Direction?
  /// The gesture required in addition to a press, never `tap`; nil for none.
  public var lock: Lock?
  /// The choice the button belongs to, in which at most one button is on; nil for none.
  public var choice: String?
  /// The colour of the button's face; nil for the theme's.
  public var color: Color?
  /// The colour of the button while it is on; nil for the theme's.
  public var litColor: Color?
  /// False for a button that ignores touches and is drawn grey.
  public var isEnabled = true
  /// Index of the button's page; nil for all pages.
  public var page: Int?
  /// Whether it is visible unless a case of `when:` says otherwise.
  public var isVisible = true
  /// The cases of `when:`, of which the first one whose conditions hold applies.
  public var cases: [ItemCase] = []
  /// Location of the id in the file, for messages about this button.
  public var location = SourceLocation(line: 1, column: 1)

  /// The maximum number of steps.
  public static let maximumSteps = 16

  /// The targets outside the panel, in the order of the steps that set them.
  public var controls: [ControlLayout] {
    steps.compactMap(\.target)
  }

  /// Indices of the knobs that the steps move, each once.
  public var knobs: [Int] {
    var seen: Set<Int> = []
    return steps.flatMap(\.knobs).filter { seen.insert($0).inserted }
  }

  /// Creates a button with one step.
  public init(
    id: String, center: DesignPoint, width: Double, height: Double, text: String = "",
    icon: Icon? = nil, action: Action, kind: Kind? = nil
  ) {
    self.init(
      id: id, center: center, width: width, height: height, text: text, icon: icon,
      steps: [action], kind: kind)
  }

  /// Creates a button on all pages; a `kind` of nil means the usual kind of the steps.
  public init(
    id: String, center: DesignPoint, width: Double, height: Double, text: String = "",
    icon: Icon? = nil, steps: [Action], kind: Kind? = nil
  ) {
    self.id = id
    self.center = center
    self.width = width
    self.height = height
    self.text = text
    symbol = icon.map { .icon($0) }
    self.steps = steps
    self.kind = kind ?? Self.usualKind(of: steps)
  }

  /// Returns the kind of a button if the layout sets none.
  public static func usualKind(of steps: [Action]) -> Kind {
    if steps.count == 1, case .mute = steps[0] { .toggle } else { .push }
  }
}

extension ButtonLayout.Action {
  /// The target outside the panel; nil for an action on the panel.
  public var target: ControlLayout? {
    switch self {
    case .send(let control): control
    case .keypad(let keypad): keypad.target
    case .mute, .reset, .preset, .change, .page, .panel, .wait: nil
    }
  }

  /// Indices of the knobs that the action moves.
  public var knobs: [Int] {
    switch self {
    case .mute(let knobs), .reset(let knobs): knobs
    case .preset(let targets), .change(let targets): targets.map(\.knob)
    case .page, .send, .keypad, .panel, .wait: []
    }
  }
}
