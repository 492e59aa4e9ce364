import Layout

extension FaceMetrics {
  /// The halo around a held knob: a glow, or a band if its edge is sharp.
  struct Halo: Sendable {
    var isShown = true
    var radius: Float = 0.87
    var blur: Float = 0.14
    /// The radius of its hole.
    var hole: Float = 0.78

    mutating func apply(_ style: KnobStyle.Glow) {
      if let isShown = style.isShown { self.isShown = isShown }
    }
  }
}
