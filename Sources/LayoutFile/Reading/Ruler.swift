internal import Diagnostics
internal import Gesture
internal import Layout

/// Turns lengths of one panel into design pixels.
struct Ruler {
  enum Axis {
    case horizontal
    case vertical
    /// For what has one size, such as a diameter: percents of the shorter side of the panel.
    case both
  }

  /// Design pixels; far beyond any panel, and small enough for any integer.
  static let limit = 100_000.0

  let width: Double
  let height: Double
  let isRound: Bool
  /// Design pixels for one millimetre; nil where millimetres cannot be trusted.
  let horizontalScale: Double?
  let verticalScale: Double?
  /// Design pixels at the top and the bottom that cells leave free.
  private(set) var reserved = (top: 0.0, bottom: 0.0)

  init(panel: PanelLayout, environment: LayoutEnvironment) {
    width = panel.width
    height = panel.height
    isRound = panel.shape == .round
    guard let pixels = environment.pixelsPerMillimetre, pixels.isFinite, pixels > 0 else {
      (horizontalScale, verticalScale) = (nil, nil)
      return
    }
    var ratios = (horizontal: 1.0, vertical: 1.0)
    if let display = environment.displaySize, display.width > 0, display.height > 0 {
      let isTurned = panel.rotate == 90 || panel.rotate == 270
      ratios.horizontal = Double(isTurned ? display.height : display.width) / width
      ratios.vertical = Double(isTurned ? display.width : display.height) / height
    }
    let contained = min(ratios.horizontal, ratios.vertical)
    switch panel.fit {
    case .contain: ratios = (contained, contained)
    case .none: ratios = (1, 1)
    case .stretch: break
    }
    horizontalScale = pixels / ratios.horizontal
    verticalScale = pixels / ratios.vertical
  }

  /// Keeps cells from under the tabs.
  mutating func reserve(_ tabs: Paging.Tabs?) {
    switch tabs?.side {
    case .top?: reserved.top = tabs?.height ?? 0
    case .bottom?: reserved.bottom = tabs?.height ?? 0
    case nil: break
    }
  }

  /// Nil after the reason was appended.
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
          "millimetres need a display whose true size is known, and here it is not",
          at: length.span, hint: "write design pixels or %, which work on every display")
        return nil
      }
      pixels = length.amount * scale
    }
    guard abs(pixels) <= Self.limit else {
      context.error(
        "this length is \(NumberText.shown(pixels)) px; at most 100000 are possible",
        at: length.span)
      return nil
    }
    return pixels
  }

  /// Design pixels for one millimetre of a diameter; nil where millimetres cannot be trusted.
  var scaleOfSizes: Double? {
    guard let horizontalScale, let verticalScale else { return nil }
    return max(horizontalScale, verticalScale)
  }

  /// The panel with its size, in words.
  var panelText: String {
    let size = "\(NumberText.shown(width)) x \(NumberText.shown(height)) px"
    return isRound ? "the round panel of \(size)" : "the panel, which is \(size)"
  }

  /// How far a point, or a circle around it, reaches out of what can be seen of the panel, in design
  /// pixels; negative inside.
  func distanceBeyond(_ point: DesignPoint, radius: Double = 0) -> Double {
    let edges = max(
      radius - point.x, radius - point.y, point.x + radius - width, point.y + radius - height)
    guard isRound else { return edges }
    // Of an ellipse as if it were a circle of the shorter side.
    let (x, y) = (point.x / width - 0.5, point.y / height - 0.5)
    let side = min(width, height)
    return max(edges, (x * x + y * y).squareRoot() * side + radius - side / 2)
  }
}
