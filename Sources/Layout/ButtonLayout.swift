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
    /// A knob below its value of the preset stays where it is.
    case lower
    /// A knob above its value of the preset stays where it is.
    case raise
  }

  /// The icons that the program draws.
  public enum Icon: String, CaseIterable, Sendable {
    case speaker, power, reset, left, right, up, down
    case play, pause, stop, record, previous, next, plus, minus, check, cross, menu, settings
    case info, home, lock, unlock, light, sun, moon, snow, drop, thermometer, microphone
    case headphones, music, screen, clock, bell, person, door, bed, blinds, wifi, star, heart
  }

  /// What stands beside the button's text, or instead of it.
  public enum Symbol: Hashable, Sendable {
    case icon(Icon)
    /// A PNG file, as the program opens it.
    case picture(file: String)
  }

  /// What a press does; knobs are indices into the layout's knobs.
  public enum Action: Hashable, Sendable {
    /// Sets the knobs to their lowest values, and back.
    case mute([Int])
    /// Sets the knobs to their defaults, which all of them have.
    case reset([Int])
    /// Sets each target knob to its value.
    case preset([Target])
    /// Adds its value to that of each target knob; a toggle or momentary button takes it off again.
    case change([Target])
    /// Shows a page.
    case page(PageTarget)
    /// Sets a target outside the panel.
    case send(ControlLayout)
    /// Does something to the panel as a whole.
    case panel(PanelAction)
  }

  /// What a button does to the panel as a whole.
  public enum PanelAction: Hashable, Sendable {
    /// Ignores touches for so long, so that the screen can be wiped.
    case clean(microseconds: Int64)
    /// Switches the screen off until somebody touches it.
    case switchScreenOff
  }

  /// The page that a button shows.
  public enum PageTarget: Hashable, Sendable {
    /// Index of the page.
    case index(Int)
    /// The page after or before the shown one; wraps around at both ends.
    case next, previous
  }

  /// The value to which a preset sets one knob, or by which a change moves it.
  public struct Target: Hashable, Sendable {
    /// Index of the knob in the layout.
    public var knob: Int
    /// The value to set, within the knob's range; or the difference, as far as the range reaches at
    /// most and not 0.
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
  /// Font size (the em) of the text in design pixels; nil for that of the button's size.
  public var textSize: Double?
  /// Width and height of the symbol in design pixels, of a picture the longer one; nil for those of
  /// the button's size.
  public var iconSize: Double?
  /// What a press does.
  public var action: Action
  /// How long the effect of a press lasts.
  public var kind: Kind
  /// Where a preset moves knobs; nil for either direction.
  public var only: Direction?
  /// What a finger has to do beside pressing it, never `tap`; nil for nothing.
  public var lock: Lock?
  /// The choice that it is part of, of whose buttons at most one is on; nil for none.
  public var choice: String?
  /// The colour of its face; nil for the theme's.
  public var color: Color?
  /// The colour in which it is lit while it is on; nil for the theme's.
  public var litColor: Color?
  /// False for a button that ignores fingers and is drawn grey.
  public var isEnabled = true
  /// Index of the page it is on; nil if it is on all pages.
  public var page: Int?
  /// Where the file names the id, for messages about this button.
  public var location = SourceLocation(line: 1, column: 1)

  /// What it sets outside the panel; nil for a button that moves knobs or shows a page.
  public var control: ControlLayout? {
    if case .send(let control) = action { control } else { nil }
  }

  /// Creates a button on all pages; a `kind` of nil means the usual kind of the action.
  public init(
    id: String, center: DesignPoint, width: Double, height: Double, text: String = "",
    icon: Icon? = nil, action: Action, kind: Kind? = nil
  ) {
    self.id = id
    self.center = center
    self.width = width
    self.height = height
    self.text = text
    symbol = icon.map { .icon($0) }
    self.action = action
    self.kind = kind ?? action.usualKind
  }
}

extension ButtonLayout.Action {
  /// The kind of a button whose layout does not set one.
  public var usualKind: ButtonLayout.Kind {
    switch self {
    case .mute: .toggle
    case .reset, .preset, .change, .page, .send, .panel: .push
    }
  }

  /// Indices of the knobs that the action moves.
  public var knobs: [Int] {
    switch self {
    case .mute(let knobs), .reset(let knobs): knobs
    case .preset(let targets), .change(let targets): targets.map(\.knob)
    case .page, .send, .panel: []
    }
  }
}
