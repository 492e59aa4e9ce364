import Layout

extension FaceMetrics {
  struct Ticks: Sendable {
    enum Shape: Sendable { case line, dot, none }

    /// The radii where a tick begins and ends, and its width.
    struct Size: Sendable {
      var inner: Float
      var outer: Float
      var width: Float
    }

    var shape = Shape.line
    var major = Size(inner: 1.024, outer: 1.072, width: 0.0115)
    var minor = Size(inner: 1.038, outer: 1.062, width: 0.0075)
    var minorOpacity: Float = 0.75
    /// The number of ticks over three quarters of a turn, unless the layout sets it.
    var count = 50
    /// The number of ticks per major tick.
    var perMajor = 5
    /// Whether ticks below the value are lit.
    var areLit = true
    var hasLabels = false
    /// The radius of the labels' middles.
    var labelRadius: Float = 1.19
    /// The size of the labels' text.
    var labelSize: Float = 0.1

    /// The size in design pixels at which a wheel's position is legible at arm's length.
    static let positionSize: Float = 15
    /// The upper limit for that size on small knobs, as a fraction of the radius.
    static let largestPositionSize: Float = 0.18
  }

  mutating func apply(_ style: KnobStyle.Ticks) {
    if let isShown = style.isShown, !isShown { ticks.shape = .none }
    if style.isShown == true || style.positions != nil { showTicks() }
    if let hasLabels = style.hasLabels { ticks.hasLabels = hasLabels }
  }

  /// Adds ticks outside everything else if the theme has none.
  private mutating func showTicks() {
    guard ticks.shape == .none else { return }
    let inner = max(hasRing ? track.radius + track.width * 0.5 : 0, edge) + 0.055
    ticks.shape = .line
    ticks.major = Ticks.Size(inner: inner, outer: inner + 0.05, width: 0.016)
    ticks.minor = Ticks.Size(inner: inner, outer: inner + 0.03, width: 0.011)
    ticks.labelRadius = inner + 0.17
  }
}
