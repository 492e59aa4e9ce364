public import Gesture

/// One entry of `images:`: a PNG file that stands on the panel, below the knobs.
public struct ImageLayout: Hashable, Sendable {
  /// How large it is shown, in design pixels.
  public enum Size: Hashable, Sendable {
    /// One pixel of the file is one of the design.
    case natural
    /// The longer side; the other one in proportion.
    case longest(Double)
    case exact(width: Double, height: Double)
    /// In proportion, as large as fits.
    case within(width: Double, height: Double)

    /// Design pixels of a file that has so many pixels.
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

  /// What of it stands at `place`.
  public enum Anchor: Sendable {
    case topLeft, center
  }

  /// Path of the file, as the program opens it.
  public var file: String
  /// Design pixels.
  public var place: DesignPoint
  public var anchor: Anchor
  public var size: Size
  /// 0…1.
  public var opacity: Double
  /// Index of the page it stands on; nil if it is on every one.
  public var page: Int?

  public init(
    file: String, place: DesignPoint, anchor: Anchor = .topLeft, size: Size = .natural,
    opacity: Double = 1
  ) {
    self.file = file
    self.place = place
    self.anchor = anchor
    self.size = size
    self.opacity = opacity
  }
}

/// A picture behind everything, instead of the theme's ground.
public struct BackgroundLayout: Hashable, Sendable {
  /// How it fills the display.
  public enum Fit: String, CaseIterable, Sendable {
    /// In proportion, as small as leaves nothing bare; what is beyond the edges is cut off.
    case cover
    /// In proportion, as large as is wholly seen, in the middle of the theme's ground.
    case contain
    /// Width and height each fill the display.
    case stretch
    /// Again and again from the top left corner, pixel for design pixel.
    case tile
  }

  /// Path of the file, as the program opens it.
  public var file: String
  public var fit: Fit

  public init(file: String, fit: Fit = .cover) {
    self.file = file
    self.fit = fit
  }
}
