import Layout

extension FaceMetrics {
  /// The ring: its groove, and the lit arc in it.
  struct Track: Sendable {
    enum Style: Sendable {
      case solid
      /// Two lines with the background between them.
      case outline
      case none

      fileprivate var shown: Style { self == .none ? .solid : self }
    }

    var style = Style.solid
    /// The radius of its middle line.
    var radius: Float = 0.93
    var width: Float = 0.068
    /// The width of an outline's lines.
    var line: Float = 0.02
    /// Whether an arc in it shows the value.
    var hasProgress = true
  }

  mutating func apply(_ style: KnobStyle.Track, _ progress: KnobStyle.Progress) {
    let outer = track.radius + track.width * 0.5
    if let width = style.width {
      // The outer edge does not move. The style's width is a fraction of the diameter.
      track.width = Float(min(max(width, 0.005), 0.3)) * 2
      track.radius = outer - track.width * 0.5
      if pointer.shape == .dot, pointer.inner == pointer.outer {
        pointer = Pointer(
          shape: .dot, inner: track.radius, outer: track.radius, width: track.width * 0.55)
      }
    }
    if let isShown = style.isShown {
      track.style = isShown ? track.style.shown : .none
    } else if style.width != nil || style.color != nil {
      track.style = track.style.shown
    }
    let hasColors = !progress.colors.isEmpty || !progress.zones.isEmpty
    track.hasProgress =
      progress.isShown ?? (hasColors || style.isShown == true || track.hasProgress)
  }
}
