import Layout
import Raster

/// Brushed metal with a dark window for amber digits, and a ring of small lamps around it.
extension FaceMetrics {
  static let hifiLarge: FaceMetrics = {
    var metrics = FaceMetrics()
    metrics.track = Track(style: .none, radius: 0.905, width: 0.05, hasProgress: false)
    metrics.cap = Cap(shape: .metal, radius: 0.84, hollow: 0.66, hasShadow: true)
    metrics.cap.setRibs(.metal)
    metrics.pointer = Pointer(shape: .notch, inner: 0.655, outer: 0.775, width: 0.034)
    metrics.ticks.shape = .dot
    metrics.ticks.major = Ticks.Size(inner: 0.965, outer: 0.965, width: 0.032)
    metrics.ticks.minor = Ticks.Size(inner: 0.965, outer: 0.965, width: 0.032)
    metrics.ticks.minorOpacity = 1
    metrics.halo = Halo(radius: 0.93, blur: 0.12, hole: 0.84)
    metrics.typography.valueSize = 0.36
    metrics.typography.valueWidth = 0.86
    metrics.typography.valueWeight = .regular
    metrics.typography.valueOffset = -0.03
    metrics.typography.unitSize = 0.14
    metrics.typography.nameSize = 0.09
    metrics.typography.nameWidth = 0.74
    metrics.typography.nameOffset = 0.265
    metrics.typography.indicatorOffset = 0.385
    metrics.typography.indicatorSize = 0.09
    return metrics
  }()

  static let hifi: FaceMetrics = {
    var metrics = FaceMetrics.hifiLarge
    metrics.track.radius = 0.87
    metrics.track.width = 0.08
    metrics.cap.radius = 0.79
    metrics.cap.hollow = 0.68
    metrics.pointer = Pointer(shape: .notch, inner: 0.6, outer: 0.73, width: 0.06)
    metrics.detent = FaceMetrics.smallDetent
    metrics.ticks.count = 20
    metrics.ticks.perMajor = 5
    metrics.ticks.major = Ticks.Size(inner: 0.95, outer: 0.95, width: 0.075)
    metrics.ticks.minor = metrics.ticks.major
    metrics.halo = Halo(radius: 0.9, blur: 0.13, hole: 0.79)
    metrics.typography = .small
    metrics.typography.valueSize = 0.4
    metrics.typography.valueWidth = 0.92
    metrics.typography.valueOffset = 0
    metrics.typography.indicatorOffset = 0.34
    metrics.typography.indicatorSize = 0.18
    return metrics
  }()
}

extension Material {
  static let hifi: Material = {
    var material = Material()
    material.rim = Color(0xFFFFFF, opacity: 0.75)
    material.hollow = Palette.Shade(Color(0x0E0C0A), Color(0x1C1814))
    material.hollowEdge = Palette.Shade(
      Color(0x000000, opacity: 0.55), Color(0xFFFFFF, opacity: 0.6))
    material.skirt = Palette.Shade(Color(0x2A2723), Color(0x161412))
    material.shadow = Color(0x000000, opacity: 0.6)
    material.glow = Color(0xFFC766)
    material.glowOpacity = 0.32
    material.inactiveSurfaceFade = 0.66
    material.shimmer = 56
    return material
  }()
}
