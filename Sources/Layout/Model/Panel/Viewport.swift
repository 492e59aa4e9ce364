public import Gesture
public import Raster

/// The transform between a design, its picture, and the display.
///
/// The *picture* is upright as seen by the user; the *display* shows it rotated by `rotation`.
/// Drawing and touch input both use this type, so they cannot disagree.
public struct Viewport: Hashable, Sendable {
  /// Size of the display's scanout, before any rotation.
  public let displaySize: PixelSize
  /// Clockwise rotation of the picture on the display.
  public let rotation: Rotation
  /// Horizontal scale: picture pixels per design pixel.
  public let scaleX: Double
  /// Vertical scale: picture pixels per design pixel.
  public let scaleY: Double
  /// Horizontal position of the design's left edge, in picture pixels.
  public let offsetX: Double
  /// Vertical position of the design's upper edge, in picture pixels.
  public let offsetY: Double
  /// The offset at which the finished picture is displayed, in picture pixels; it applies to
  /// touches, but not to drawing.
  public var shift = PixelOffset()

  /// Fits `panel` to the display; `orientation` is how the display is mounted.
  public init(panel: PanelLayout, displaySize: PixelSize, orientation: Rotation = .none) {
    self.displaySize = displaySize
    rotation = (Rotation(degrees: panel.rotate) ?? .none) + orientation
    let picture = rotation.apply(to: displaySize)
    let ratioX = Double(picture.width) / panel.width
    let ratioY = Double(picture.height) / panel.height
    switch panel.fit {
    case .contain: (scaleX, scaleY) = (min(ratioX, ratioY), min(ratioX, ratioY))
    case .stretch: (scaleX, scaleY) = (ratioX, ratioY)
    case .none: (scaleX, scaleY) = (1, 1)
    }
    offsetX = (Double(picture.width) - panel.width * scaleX) / 2
    offsetY = (Double(picture.height) - panel.height * scaleY) / 2
  }

  /// Size of the upright picture.
  public var pictureSize: PixelSize { rotation.apply(to: displaySize) }

  /// The area of the panel on the display, in display pixels.
  ///
  /// It is centred in every rotation.
  public var panelOnDisplay: PixelRect {
    let picture = pictureSize
    let size = rotation.apply(
      to: PixelSize(
        width: Int((Double(picture.width) - 2 * offsetX).rounded()),
        height: Int((Double(picture.height) - 2 * offsetY).rounded())))
    return PixelRect(
      x: (displaySize.width - size.width) / 2, y: (displaySize.height - size.height) / 2,
      width: size.width, height: size.height)
  }

  /// Returns the position of a design point in picture pixels.
  public func picturePoint(_ design: DesignPoint) -> DesignPoint {
    DesignPoint(x: design.x * scaleX + offsetX, y: design.y * scaleY + offsetY)
  }

  /// Returns the design point at a position on the display.
  public func designPoint(displayFraction fraction: DisplayFraction) -> DesignPoint {
    let upright =
      switch rotation {
      case .none: fraction
      case .quarter: DisplayFraction(x: fraction.y, y: 1 - fraction.x)
      case .half: DisplayFraction(x: 1 - fraction.x, y: 1 - fraction.y)
      case .threeQuarters: DisplayFraction(x: 1 - fraction.y, y: fraction.x)
      }
    let picture = pictureSize
    return DesignPoint(
      x: (upright.x * Double(picture.width) - Double(shift.x) - offsetX) / scaleX,
      y: (upright.y * Double(picture.height) - Double(shift.y) - offsetY) / scaleY)
  }

  /// Returns a length across the display, given as a fraction of its width, in design pixels.
  public func designLength(displayFraction fraction: Double) -> Double {
    fraction * Double(displaySize.width) / scaleX
  }

  /// Returns the position of a design point on the display.
  public func displayFraction(designPoint design: DesignPoint) -> DisplayFraction {
    let pixel = picturePoint(design)
    let picture = pictureSize
    let upright = DisplayFraction(
      x: (pixel.x + Double(shift.x)) / Double(picture.width),
      y: (pixel.y + Double(shift.y)) / Double(picture.height))
    return switch rotation {
    case .none: upright
    case .quarter: DisplayFraction(x: 1 - upright.y, y: upright.x)
    case .half: DisplayFraction(x: 1 - upright.x, y: 1 - upright.y)
    case .threeQuarters: DisplayFraction(x: upright.y, y: 1 - upright.x)
    }
  }
}
