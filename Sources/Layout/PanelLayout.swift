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

  /// What of the display can be seen.
  public enum Shape: String, CaseIterable, Sendable {
    case rectangle
    /// The largest ellipse in it: a circle on a square display.
    case round
  }

  /// Names of the built-in themes.
  public static let themes = Palette.themes.map(\.name)

  /// Design pixels, both positive.
  public var width: Double
  public var height: Double
  public var fit: Fit
  /// Clockwise degrees: 0, 90, 180 or 270.
  public var rotate: Int
  /// Name of a built-in theme.
  public var theme: String
  /// The theme's, with the layout's own over them.
  public var palette: Palette
  public var shape = Shape.rectangle
  /// nil for the theme's ground.
  public var background: BackgroundLayout?
  public var font = FontLayout.family("Inter")
  public var paging = Paging()

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
