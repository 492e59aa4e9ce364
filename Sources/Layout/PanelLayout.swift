public import Knobs
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

  /// Which part of the display is visible.
  public enum Shape: String, CaseIterable, Sendable {
    case rectangle
    /// The largest ellipse that fits: a circle on a square display.
    case round
  }

  /// What a running panel does with mistakes of a layout that was saved.
  public enum Mistakes: String, CaseIterable, Sendable {
    /// A badge in a corner says where the first one is.
    case show
    /// They are only logged.
    case log
  }

  /// Names of the built-in themes.
  public static let themes = Palette.themes.map(\.name)

  /// Width of the design in design pixels; positive.
  public var width: Double
  /// Height of the design in design pixels; positive.
  public var height: Double
  /// How the design fills a display of another size.
  public var fit: Fit
  /// Clockwise rotation in degrees: 0, 90, 180 or 270.
  public var rotate: Int
  /// Name of a built-in theme.
  public var theme: String
  /// The theme's colours, overridden by those of the layout.
  public var palette: Palette
  /// Which part of the display is visible.
  public var shape = Shape.rectangle
  /// The picture behind everything; nil for the theme's background.
  public var background: BackgroundLayout?
  /// A factor for the size of all texts; positive.
  public var textScale = 1.0
  /// What stands before the decimals of values.
  public var decimalMark = ValueFormat.DecimalMark.point
  /// The words of the panel itself.
  public var words = PanelWords()
  /// The font of all texts.
  public var font = FontLayout.family(TextStyle.standardFamily)
  /// What a running panel does with mistakes of a layout that was saved.
  public var mistakes = Mistakes.show
  /// Time without a touch after which knobs go back to their defaults from what people set at the
  /// panel, in microseconds; nil for never.
  public var idleReturnMicroseconds: Int64?
  /// How bright the screen is, and when it is dimmed and off.
  public var screen = ScreenLayout()
  /// What is heard and seen of what fingers do.
  public var clicks = ClickLayout()
  /// What unlocks all that has `lock: pin`; nil without one.
  public var pin: PIN?
  /// Whether the PIN is asked for whatever is touched.
  public var isLocked = false
  /// How long after the last touch that is locked again, in microseconds.
  public var pinUnlockedMicroseconds: Int64 = 60_000_000
  /// How people switch between pages.
  public var paging = Paging()

  /// Creates a panel with a built-in theme and default settings.
  public init(
    width: Double = 800, height: Double = 480, fit: Fit = .contain, rotate: Int = 0,
    theme: String = "graphite"
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
  /// The upright picture in which each design pixel is a pixel, at most 16384 pixels a side.
  public var naturalSize: PixelSize {
    let limit = 16384.0
    return PixelSize(
      width: Int(min(max(1, width.rounded()), limit)),
      height: Int(min(max(1, height.rounded()), limit)))
  }
}
