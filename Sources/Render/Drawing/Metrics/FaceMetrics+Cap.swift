import Layout

extension FaceMetrics {
  struct Cap: Sendable {
    typealias Shape = KnobStyle.Cap.Shape

    var shape = Shape.dish
    var radius: Float = 0.78
    /// The radius of its hollow, as a fraction of the cap's; 0 for none.
    var hollow: Float = 0
    /// The radius of the skirt below it; 0 for none.
    var skirt: Float = 0
    var hasShadow = true
    /// The number of ribs around the part that fingers grip; 0 for none.
    var ribs = 0
    /// The width of the band of ribs, as a fraction of the grip's radius.
    var ribWidth: Float = 0.05

    /// Gives the cap the ribs of a shape: metal is finely knurled, a skirt has a few wide ribs.
    mutating func setRibs(_ shape: Shape) {
      switch shape {
      case .metal: (ribs, ribWidth) = (120, 0.04)
      case .skirt: (ribs, ribWidth) = (32, 0.14)
      default: ribs = 0
      }
    }
  }

  mutating func apply(_ style: KnobStyle.Cap, isLarge: Bool) {
    if let shape = style.shape, shape != cap.shape {
      cap.shape = shape
      cap.hollow = shape == .dish ? 0.8 : 0
      cap.setRibs(shape)
      cap.hasShadow = shape != .none && shape != .flat
      if shape == .skirt {
        cap.skirt = cap.radius
        cap.radius *= 0.67
        setPointer(.line, isLarge: true)
        if typography.value == .inside { place(value: .below, name: .below, isLarge: isLarge) }
      } else if cap.skirt > 0 {
        cap.radius = cap.skirt
        cap.skirt = 0
      }
    }
    if let hasShadow = style.hasShadow { cap.hasShadow = hasShadow }
  }

  /// Shrinks everything inside a wide ring to fit into it.
  mutating func fitCapIntoRing() {
    guard hasRing, cap.shape != .none else { return }
    let available = track.radius - track.width * 0.5 - 0.025
    let factor = available / max(edge, 0.01)
    guard factor < 1 else { return }
    let isPointerOutside = pointer.inner >= edge
    cap.radius *= factor
    cap.skirt *= factor
    halo.hole *= factor
    if !isPointerOutside {
      pointer.inner *= factor
      pointer.outer *= factor
    }
    if typography.value == .inside { typography.scaleInside(by: factor) }
  }
}
