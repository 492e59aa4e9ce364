import Layout
import Raster

extension FaceMetrics {
  /// Changes what a layout says, and what has to give way to it.
  mutating func change(_ look: KnobStyle, isLarge: Bool) {
    change(look.track, look.progress)
    change(look.cap, isLarge: isLarge)
    fitCap()
    if let shape = look.pointer.shape { point(with: shape, isLarge: isLarge) }
    if let isShown = look.ticks.isShown, !isShown { ticks.shape = .none }
    if look.ticks.isShown == true || look.ticks.places != nil { showTicks() }
    if let hasLabels = look.ticks.hasLabels { ticks.hasLabels = hasLabels }
    if let isShown = look.glow.isShown { halo.isShown = isShown }
    place(value: look.value, name: look.name, isLarge: isLarge)
  }

  /// The outer edge of what stands inside the ring; where there is no cap, the ring's inner edge.
  var edge: Float {
    switch cap.shape {
    case .none: hasRing ? track.radius - track.width * 0.5 - 0.05 : 0.8
    case .skirt: cap.skirt
    default: cap.radius
    }
  }

  /// Whether a dot runs in the ring, which is then lit at the lowest value too.
  var isPointerOnRing: Bool { hasRing && pointer.shape == .dot && pointer.inner == track.radius }

  var hasRing: Bool { track.style != .none || track.hasProgress }

  private mutating func change(_ track: KnobStyle.Track, _ progress: KnobStyle.Progress) {
    let outer = self.track.radius + self.track.width * 0.5
    if let width = track.width {
      // The outer edge stays where it is.
      self.track.width = Float(min(max(width, 0.005), 0.3)) * 2
      self.track.radius = outer - self.track.width * 0.5
      if pointer.shape == .dot, pointer.inner == pointer.outer {
        pointer = Pointer(
          shape: .dot, inner: self.track.radius, outer: self.track.radius,
          width: self.track.width * 0.55)
      }
    }
    if let isShown = track.isShown {
      self.track.style = isShown ? self.track.style.shown : .none
    } else if track.width != nil || track.color != nil {
      self.track.style = self.track.style.shown
    }
    let isWanted = !progress.colors.isEmpty || !progress.zones.isEmpty
    self.track.hasProgress =
      progress.isShown ?? (isWanted || track.isShown == true || self.track.hasProgress)
  }

  private mutating func change(_ look: KnobStyle.Cap, isLarge: Bool) {
    if let shape = look.shape, shape != cap.shape {
      cap.shape = shape
      cap.hollow = shape == .dish ? 0.8 : 0
      cap.grip(shape)
      cap.hasShadow = shape != .none && shape != .flat
      if shape == .skirt {
        cap.skirt = cap.radius
        cap.radius *= 0.67
        point(with: .line, isLarge: true)
        if typography.value == .inside { place(value: .below, name: .below, isLarge: isLarge) }

      } else if cap.skirt > 0 {
        cap.radius = cap.skirt
        cap.skirt = 0
      }
    }
    if let hasShadow = look.hasShadow { cap.hasShadow = hasShadow }
  }

  /// A wide ring needs room: all that stands inside it becomes smaller.
  private mutating func fitCap() {
    guard hasRing, cap.shape != .none else { return }
    let room = track.radius - track.width * 0.5 - 0.025
    let factor = room / max(edge, 0.01)
    guard factor < 1 else { return }
    let isOnRing = pointer.inner >= edge
    cap.radius *= factor
    cap.skirt *= factor
    halo.hole *= factor
    if !isOnRing {
      pointer.inner *= factor
      pointer.outer *= factor
    }
    guard typography.value == .inside else { return }
    typography.valueSize *= factor
    typography.valueWidth *= factor
    typography.unitSize *= factor
    typography.signDrop *= factor
    typography.signSize *= factor
    if typography.name == .inside {
      typography.nameDrop *= factor
      typography.nameSize *= factor
      typography.nameWidth *= factor
    }
  }

  private mutating func point(with shape: Pointer.Shape, isLarge: Bool) {
    guard shape != pointer.shape || cap.shape == .skirt else { return }
    let size: (inner: Float, outer: Float, width: Float) =
      switch shape {
      case .line where cap.shape == .skirt: (0.2, 0.94, isLarge ? 0.07 : 0.1)
      case .line: isLarge ? (0.852, 0.942, 0.054) : (0.74, 0.89, 0.085)
      case .dot: isLarge ? (0.89, 0.89, 0.08) : (0.83, 0.83, 0.13)
      case .triangle: isLarge ? (0.83, 0.95, 0.13) : (0.74, 0.94, 0.24)
      case .notch: isLarge ? (0.84, 0.985, 0.045) : (0.78, 0.985, 0.075)
      case .none: (0.9, 0.9, 0.05)
      }
    pointer = Pointer(
      shape: shape, inner: size.inner * edge, outer: size.outer * edge, width: size.width * edge)
  }

  /// Ticks where the theme has none: outside of everything.
  private mutating func showTicks() {
    guard ticks.shape == .none else { return }
    let inner = max(hasRing ? track.radius + track.width * 0.5 : 0, edge) + 0.055
    ticks.shape = .line
    ticks.major = Ticks.Size(inner: inner, outer: inner + 0.05, width: 0.016)
    ticks.minor = Ticks.Size(inner: inner, outer: inner + 0.03, width: 0.011)
    ticks.labelRadius = inner + 0.17
  }

  private mutating func place(
    value: Typography.Place?, name: Typography.Place?, isLarge: Bool
  ) {
    if let value, value != typography.value {
      if value == .below {
        typography.valueSize = isLarge ? 0.17 : 0.26
        typography.unitSize = isLarge ? 0.12 : 0.2
        typography.valueWeight = .semiBold
        typography.valueWidth = 1.2
      } else if value == .inside, typography.value == .below {
        typography.valueSize = edge * (cap.shape == .skirt ? 0.4 : 0.6)
        typography.unitSize = edge * 0.24
        typography.valueWidth = edge * 1.3
      }
      typography.value = value
    }
    if let name, name != typography.name {
      typography.nameSize = name == .inside ? (isLarge ? 0.104 : 0.19) : (isLarge ? 0.13 : 0.28)
      typography.nameWidth = name == .inside ? edge * 1.25 : 2.45
      typography.nameDrop = isLarge ? 0.34 : 0.47
      typography.name = name
    }
    if typography.value != .inside, typography.name == .inside {
      // Alone, it stands in the middle.
      typography.nameSize = isLarge ? 0.15 : 0.24
      typography.nameDrop = typography.nameSize * 0.36
    }
    if typography.value != .inside, name != nil || value != nil, cap.shape != .skirt {
      typography.signDrop = typography.name == .inside ? 0.34 : 0
    } else if typography.value == .inside, typography.name == .inside, !isLarge {
      typography.valueDrop = -0.08
      typography.signDrop = 0.36
    }
  }
}

extension FaceMetrics.Cap {
  /// Metal is knurled finely, and a skirt has a rib for every finger.
  mutating func grip(_ shape: Shape) {
    switch shape {
    case .metal: (ribs, ribWidth) = (120, 0.04)
    case .skirt: (ribs, ribWidth) = (32, 0.14)
    default: ribs = 0
    }
  }
}

extension FaceMetrics.Track.Style {
  fileprivate var shown: FaceMetrics.Track.Style { self == .none ? .solid : self }
}
