import Layout
import Raster

/// A mixing desk: a cap on a skirt, a line from its middle to a printed scale, the value below.
extension FaceMetrics {
  static let studioLarge: FaceMetrics = {
    var metrics = FaceMetrics()
    metrics.track = Track(style: .none, radius: 0.698, width: 0.05, hasProgress: false)
    metrics.cap = Cap(shape: .skirt, radius: 0.44, skirt: 0.66, hasShadow: true)
    metrics.cap.setRibs(.skirt)
    metrics.pointer = Pointer(shape: .line, inner: 0.14, outer: 0.62, width: 0.036)
    metrics.ticks.major = Ticks.Size(inner: 0.735, outer: 0.825, width: 0.02)
    metrics.ticks.minor = Ticks.Size(inner: 0.735, outer: 0.785, width: 0.012)
    metrics.ticks.minorOpacity = 0.7
    metrics.ticks.areLit = false
    metrics.ticks.hasLabels = true
    metrics.ticks.labelRadius = 0.94
    metrics.ticks.labelSize = 0.1
    metrics.halo = Halo(radius: 0.7, blur: 0.08, hole: 0.66)
    metrics.typography = .small
    metrics.typography.value = .below
    metrics.typography.valueSize = 0.16
    metrics.typography.valueWeight = .semiBold
    metrics.typography.unitSize = 0.12
    metrics.typography.nameSize = 0.105
    metrics.typography.indicatorOffset = 0.745
    metrics.typography.indicatorSize = 0.1
    return metrics
  }()

  static let studio: FaceMetrics = {
    var metrics = FaceMetrics.studioLarge
    // Ends far enough from the default's dot to be distinguishable.
    metrics.pointer.outer = 0.585
    metrics.pointer.width = 0.062
    metrics.track.radius = 0.71
    metrics.track.width = 0.06
    metrics.detent = FaceMetrics.smallDetent
    metrics.ticks.count = 10
    metrics.ticks.perMajor = 5
    metrics.ticks.major = Ticks.Size(inner: 0.785, outer: 0.9, width: 0.035)
    metrics.ticks.minor = Ticks.Size(inner: 0.785, outer: 0.85, width: 0.028)
    metrics.ticks.hasLabels = false
    metrics.typography.valueSize = 0.25
    metrics.typography.unitSize = 0.2
    metrics.typography.nameSize = 0.26
    metrics.typography.indicatorSize = 0.16
    return metrics
  }()
}

extension Material {
  static let studio: Material = {
    var material = Material()
    material.rim = Color(0xFFFFFF, opacity: 0.3)
    material.shadow = Color(0x000000, opacity: 0.5)
    material.glow = Color(0xFFFFFF)
    material.glowOpacity = 0.3
    return material
  }()
}
