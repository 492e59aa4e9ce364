import Layout
import Raster

/// Flat dark and flat light: a thick arc, a large number, and nothing else.
extension FaceMetrics {
  static let flatLarge: FaceMetrics = {
    var metrics = FaceMetrics()
    metrics.track = Track(radius: 0.885, width: 0.15)
    metrics.pointer = Pointer(shape: .dot, inner: 0.885, outer: 0.885, width: 0.082)
    metrics.cap = Cap(shape: .none, radius: 0.76, hasShadow: false)
    metrics.ticks.shape = .none
    metrics.halo = Halo(radius: 1.015, blur: 0.01, hole: 0.985)
    metrics.typography.valueSize = 0.62
    metrics.typography.valueWeight = .medium
    metrics.typography.valueWidth = 1.24
    metrics.typography.valueOffset = -0.035
    metrics.typography.unitSize = 0.2
    metrics.typography.unitWeight = .regular
    metrics.typography.nameSize = 0.112
    metrics.typography.nameWeight = .medium
    metrics.typography.nameOffset = 0.42
    metrics.typography.indicatorOffset = 0.56
    metrics.typography.indicatorSize = 0.112
    return metrics
  }()

  static let flat: FaceMetrics = {
    var metrics = FaceMetrics.flatLarge
    metrics.track = Track(radius: 0.87, width: 0.19)
    metrics.pointer = Pointer(shape: .dot, inner: 0.87, outer: 0.87, width: 0.1)
    metrics.detent = FaceMetrics.smallDetent
    metrics.halo = Halo(radius: 1.045, blur: 0.02, hole: 0.995)
    metrics.typography = .small
    metrics.typography.valueSize = 0.56
    metrics.typography.valueWidth = 1.28
    metrics.typography.valueWeight = .semiBold
    metrics.typography.indicatorOffset = 0.46
    return metrics
  }()
}

extension Material {
  static let flatDark: Material = {
    var material = Material()
    material.rim = Color(0xFFFFFF, opacity: 0)
    material.hollowEdge = Palette.Shade(Color(0, opacity: 0))
    material.glowOpacity = 0.55
    return material
  }()

  static let flatLight: Material = {
    var material = Material.flatDark
    material.shadow = Color(0x1B2333, opacity: 0.2)
    material.skirt = Palette.Shade(Color(0xDADDE3))
    material.glowOpacity = 0.4
    material.emphasis = Color(0x0B2FA8, opacity: 0.35)
    return material
  }()
}
