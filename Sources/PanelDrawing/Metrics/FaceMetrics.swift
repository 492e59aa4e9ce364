import Layout

/// Which parts a knob's face has, and their proportions.
///
/// Lengths are fractions of the knob's radius. A theme has one metrics for large knobs and one for
/// small ones; `apply` changes what a layout's style asks for. Each part's properties are declared
/// in one file (`FaceMetrics+Track.swift` and so on) together with how a style changes them.
struct FaceMetrics: Sendable {
  var track = Track()
  var pointer = Pointer()
  var cap = Cap()
  var ticks = Ticks()
  var halo = Halo()
  var typography = Typography()
  /// The diameter of the dots that mark magnets and the default value.
  var detent: Float = 0.022

  /// Applies a layout's style, and adapts the parts that it leaves less room for.
  mutating func apply(_ style: KnobStyle, isLarge: Bool) {
    apply(style.track, style.progress)
    apply(style.cap, isLarge: isLarge)
    fitCapIntoRing()
    if let shape = style.pointer.shape { setPointer(shape, isLarge: isLarge) }
    apply(style.ticks)
    halo.apply(style.glow)
    place(value: style.value.place, name: style.name.place, isLarge: isLarge)
  }

  /// The outer edge of what stands inside the ring; where there is no cap, the ring's inner edge.
  var edge: Float {
    switch cap.shape {
    case .none: hasRing ? track.radius - track.width * 0.5 - 0.05 : 0.8
    case .skirt: cap.skirt
    default: cap.radius
    }
  }

  /// Whether the pointer is a dot in the ring; the ring is then lit at the lowest value too.
  var isPointerOnRing: Bool { hasRing && pointer.shape == .dot && pointer.inner == track.radius }

  var hasRing: Bool { track.style != .none || track.hasProgress }
}
