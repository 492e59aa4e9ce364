public import Gesture

/// One entry of `images:`: a PNG file shown on the panel.
public struct ImageLayout: Hashable, Sendable {
  /// The size at which the image is shown, in design pixels.
  public enum Size: Hashable, Sendable {
    /// One pixel of the file is one design pixel.
    case natural
    /// The length of the longer side; the other side is in proportion.
    case longest(Double)
    /// This width and height, regardless of the file's proportions.
    case exact(width: Double, height: Double)
    /// As large as fits into this width and height, in proportion.
    case within(width: Double, height: Double)

    /// Returns the size in design pixels of a file with this many pixels.
    public func resolved(width: Int, height: Int) -> (width: Double, height: Double) {
      switch self {
      case .natural: return (Double(width), Double(height))
      case .longest(let side):
        let factor = side / Double(max(width, height, 1))
        return (Double(width) * factor, Double(height) * factor)
      case .exact(let width, let height): return (width, height)
      case .within(let widest, let highest):
        let factor = min(widest / Double(max(width, 1)), highest / Double(max(height, 1)))
        return (Double(width) * factor, Double(height) * factor)
      }
    }
  }

  /// The point of the image at `position`.
  public enum Anchor: Sendable {
    case topLeft, center
  }

  /// Position in the drawing order.
  public enum Layer: String, CaseIterable, Sendable {
    /// Behind labels, knobs and buttons.
    case back
    /// In front of them, behind the tabs.
    case front
  }

  /// Path of the file to open.
  public var file: String
  /// Position of the anchor in design pixels.
  public var position: DesignPoint
  /// The point of the image at `position`.
  public var anchor: Anchor
  /// The size at which the image is shown.
  public var size: Size
  /// Opacity from 0 (invisible) to 1.
  public var opacity: Double
  /// Whether the image is behind or in front of labels, knobs and buttons.
  public var layer = Layer.back
  /// Index of the image's page; nil for all pages.
  public var page: Int?
  /// Whether it is visible unless a case of `when:` says otherwise.
  public var isVisible = true
  /// The cases of `when:`, of which the first one whose conditions hold applies.
  public var cases: [ItemCase] = []

  /// Creates an image on all pages.
  public init(
    file: String, position: DesignPoint, anchor: Anchor = .topLeft, size: Size = .natural,
    opacity: Double = 1
  ) {
    self.file = file
    self.position = position
    self.anchor = anchor
    self.size = size
    self.opacity = opacity
  }
}

/// A picture behind everything, instead of the theme's background.
public struct BackgroundLayout: Hashable, Sendable {
  /// How the picture fills the display.
  public enum Fit: String, CaseIterable, Sendable {
    /// In proportion, as small as possible without gaps; what extends beyond the edges is cut off.
    case cover
    /// In proportion, as large as fits, centred on the theme's background.
    case contain
    /// Width and height each fill the display.
    case stretch
    /// Repeated from the top left corner; one pixel of the file is one design pixel.
    case tile
  }

  /// Path of the file to open.
  public var file: String
  /// How the picture fills the display.
  public var fit: Fit

  /// Creates a background from a picture file.
  public init(file: String, fit: Fit = .cover) {
    self.file = file
    self.fit = fit
  }
}
