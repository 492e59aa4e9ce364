internal import Diagnostics
internal import Gesture
internal import Layout
internal import Raster

/// Converts the lengths of a panel to design pixels.
struct Ruler {
  enum Axis {
    case horizontal
    case vertical
    /// For items with one size, such as a diameter: percent of the panel's shorter side.
    case both
  }

  /// In design pixels; far beyond any panel, yet small enough for any integer type.
  static let limit = 100_000.0

  let width: Double
  let height: Double
  let isRound: Bool
  /// Whether the first column is at the right.
  let isMirrored: Bool
  /// Design pixels per millimetre; nil if the display's size is unknown or implausible.
  let horizontalScale: Double?
  let verticalScale: Double?
  /// Design pixels kept free of cells at the top and bottom.
  private(set) var reserved = (top: 0.0, bottom: 0.0)

  init(panel: PanelLayout, environment: LayoutEnvironment) {
    width = panel.width
    height = panel.height
    isRound = panel.shape == .round
    isMirrored = panel.isMirrored
    guard let pixels = environment.pixelsPerMillimetre, pixels.isFinite, pixels > 0 else {
      (horizontalScale, verticalScale) = (nil, nil)
      return
    }
    var viewport: Viewport?
    if let display = environment.displaySize, display.width > 0, display.height > 0 {
      viewport = Viewport(panel: panel, displaySize: display)
    }
    horizontalScale = pixels / (viewport?.scaleX ?? 1)
    verticalScale = pixels / (viewport?.scaleY ?? 1)
  }

  /// Keeps cells clear of the tabs.
  mutating func reserve(_ tabs: Paging.Tabs?) {
    switch tabs?.side {
    case .top?: reserved.top = tabs?.height ?? 0
    case .bottom?: reserved.bottom = tabs?.height ?? 0
    case nil: break
    }
  }

  /// Returns the length in design pixels, or nil after reporting the reason.
  func pixels(
    _ length: Length, along axis: Axis, _ context: ReadingContext
  ) -> Double? {
    let (side, scale) =
      switch axis {
      case .horizontal: (width, horizontalScale)
      case .vertical: (height, verticalScale)
      case .both: (min(width, height), scaleOfSizes)
      }
    let pixels: Double
    switch length.unit {
    case .pixels: pixels = length.amount
    case .percent: pixels = length.amount / 100 * side
    case .millimetres:
      guard let scale else {
        context.error(
          "millimetres need a display with a known true size, but this one's is unknown",
          at: length.span, hint: "write design pixels or %, which work on every display")
        return nil
      }
      pixels = length.amount * scale
    }
    guard abs(pixels) <= Self.limit else {
      context.error(
        "this length is \(NumberText.shown(pixels)) px; the limit is 100000",
        at: length.span)
      return nil
    }
    return pixels
  }

  /// Design pixels per millimetre of a diameter; nil if the display's size is not reliable.
  var scaleOfSizes: Double? {
    guard let horizontalScale, let verticalScale else { return nil }
    return max(horizontalScale, verticalScale)
  }

  /// The panel and its size, in words.
  var panelText: String {
    let size = "\(NumberText.shown(width)) x \(NumberText.shown(height)) px"
    return isRound ? "the round panel of \(size)" : "the panel, which is \(size)"
  }

  /// Returns how far a point, or a circle around it, extends beyond the visible panel, in design
  /// pixels; negative inside.
  func distanceBeyond(_ point: DesignPoint, radius: Double = 0) -> Double {
    let edges = max(
      radius - point.x, radius - point.y, point.x + radius - width, point.y + radius - height)
    guard isRound else { return edges }
    // An ellipse is approximated by a circle with the diameter of its shorter side.
    let (x, y) = (point.x / width - 0.5, point.y / height - 0.5)
    let side = min(width, height)
    return max(edges, (x * x + y * y).squareRoot() * side + radius - side / 2)
  }
}
