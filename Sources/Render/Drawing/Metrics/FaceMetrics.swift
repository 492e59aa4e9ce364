import Layout

/// The parts of a knob's face, and their proportions.
///
/// Lengths are fractions of the knob's radius. A theme has one set of metrics for large knobs and
/// one for small ones; `apply` makes the changes of a layout's style. Each part's properties are
/// declared in one file (`FaceMetrics+Track.swift` and so on), together with the code that applies
/// a style to them.
struct FaceMetrics: Sendable {
  var track = Track()
  var pointer = Pointer()
  var cap = Cap()
  var ticks = Ticks()
  var halo = Halo()
  var typography = Typography()
  /// The diameter of the dots that mark magnets and the default value.
  var detent: Float = 0.022

  /// Applies a layout's style, and adapts the parts that then have less room.
  mutating func apply(_ style: KnobStyle, isLarge: Bool) {
    apply(style.track, style.progress)
    apply(style.cap, isLarge: isLarge)
    fitCapIntoRing()
    if let shape = style.pointer.shape { setPointer(shape, isLarge: isLarge) }
    apply(style.ticks)
    halo.apply(style.glow)
    place(value: style.value.place, name: style.name.place, isLarge: isLarge)
  }

  /// The outer edge of the cap or its skirt; if there is no cap, just inside the ring.
  var edge: Float {
    switch cap.shape {
    case .none: hasRing ? track.radius - track.width * 0.5 - 0.05 : 0.8
    case .skirt: cap.skirt
    default: cap.radius
    }
  }

  /// Whether the pointer is a dot in the ring; the ring is then also lit at the lowest value.
  var isPointerOnRing: Bool { hasRing && pointer.shape == .dot && pointer.inner == track.radius }

  var hasRing: Bool { track.style != .none || track.hasProgress }
}
