public import Locales
public import Raster

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

  /// The visible part of the display.
  public enum Shape: String, CaseIterable, Sendable {
    case rectangle
    /// The largest ellipse that fits: a circle on a square display.
    case round
  }

  /// How a running panel reports errors in a reloaded layout.
  public enum Mistakes: String, CaseIterable, Sendable {
    /// A badge in a corner shows the location of the first one.
    case show
    /// They are only logged.
    case log
  }

  /// The built-in themes.
  public static let themes = ThemeName.allCases

  /// Width of the design in design pixels; positive.
  public var width: Double
  /// Height of the design in design pixels; positive.
  public var height: Double
  /// How the design fills a display of another size.
  public var fit: Fit
  /// Clockwise rotation in degrees: 0, 90, 180 or 270.
  public var rotate: Int
  public var theme: ThemeName
  /// The theme's colours, overridden by those of the layout.
  public var palette: Palette
  /// The visible part of the display.
  public var shape = Shape.rectangle
  /// The picture behind everything; nil for the theme's background.
  public var background: BackgroundLayout?
  /// A factor for the size of all texts; positive.
  public var textScale = 1.0
  /// The distance from which people read the panel, in metres; nil if none is given.
  public var viewingDistanceMetres: Double?
  /// The size of texts that are legible from that distance, in design pixels; nil without one.
  public var legibleTextSize: Double?
  /// The size of names, units and captions, in design pixels, below which a theme does not draw
  /// them where there is room: a thirtieth of the shorter side.
  public var smallestTextSize: Double { min(width, height) / 30 }
  /// How numbers and dates are written; nil for a decimal point, without groups of digits, and for
  /// names in the machine's language.
  public var locale: Locale?
  /// The direction of reading; nil for that of the language.
  public var direction: ReadingDirection?
  /// Whether columns, tabs and pages follow each other from right to left, as in the panel's first
  /// language; they stay where they are while it is read in another one.
  public var isMirrored = false
  /// The panel's own wording.
  public var words = PanelWords()
  /// The font of all texts.
  public var font = FontLayout.family(TextStyle.standardFamily)
  /// How a running panel reports errors in a reloaded layout.
  public var mistakes = Mistakes.show
  /// Time without a touch after which values set at the panel return to their defaults, in
  /// microseconds; nil for never.
  public var idleReturnMicroseconds: Int64?
  /// Time without a touch after which the first language is shown again, in microseconds; nil for
  /// never.
  public var firstLanguageMicroseconds: Int64?
  /// The screen's brightness, and when it is dimmed and switched off.
  public var screen = ScreenLayout()
  /// Audible and visible feedback to touches.
  public var clicks = ClickLayout()
  /// The PIN that unlocks everything with `lock: pin`; nil for none.
  public var pin: PIN?
  /// Whether any touch asks for the PIN.
  public var isLocked = false
  /// Time after the last touch until the PIN is required again, in microseconds.
  public var pinUnlockedMicroseconds: Int64 = 60_000_000
  /// The ways to switch between pages.
  public var paging = Paging()

  /// Creates a panel with a built-in theme and default settings.
  public init(
    width: Double = 800, height: Double = 480, fit: Fit = .contain, rotate: Int = 0,
    theme: ThemeName = .graphite
  ) {
    self.width = width
    self.height = height
    self.fit = fit
    self.rotate = rotate
    self.theme = theme
    palette = .named(theme)
  }
}

extension PanelLayout {
  /// The size of the upright picture with one pixel per design pixel, at most 16384 pixels a side.
  public var naturalSize: PixelSize {
    let limit = 16384.0
    return PixelSize(
      width: Int(min(max(1, width.rounded()), limit)),
      height: Int(min(max(1, height.rounded()), limit)))
  }
}
