import Layout
import Raster

/// Black, white and one yellow: every part has a contrast of 3:1 to its neighbours, every text one
/// of 7:1, and no line is thin.
extension FaceMetrics {
  static let contrastLarge: FaceMetrics = {
    var metrics = FaceMetrics.flatLarge
    metrics.track = Track(style: .outline, radius: 0.82, width: 0.15, line: 0.022)
    metrics.pointer = Pointer(shape: .triangle, inner: 0.54, outer: 0.65, width: 0.16)
    metrics.ticks.shape = .line
    metrics.ticks.major = Ticks.Size(inner: 0.955, outer: 1.03, width: 0.03)
    metrics.ticks.minor = metrics.ticks.major
    metrics.ticks.count = 10
    metrics.ticks.perMajor = 1
    metrics.ticks.areLit = false
    metrics.detent = 0.05
    metrics.halo = Halo(radius: 0.94, blur: 0.01, hole: 0.91)
    metrics.typography.valueSize = 0.5
    metrics.typography.valueWeight = .semiBold
    metrics.typography.valueWidth = 1.0
    metrics.typography.unitWeight = .semiBold
    metrics.typography.nameWeight = .semiBold
    metrics.typography.nameSize = 0.12
    metrics.typography.nameWidth = 0.9
    metrics.typography.nameOffset = 0.33
    metrics.typography.indicatorOffset = 0.46
    return metrics
  }()

  static let contrast: FaceMetrics = {
    var metrics = FaceMetrics.contrastLarge
    metrics.track.width = 0.2
    metrics.track.line = 0.036
    metrics.detent = 0.07
    metrics.track.radius = 0.86
    metrics.pointer = Pointer(shape: .triangle, inner: 0.51, outer: 0.64, width: 0.24)
    metrics.ticks.shape = .none
    metrics.halo = Halo(radius: 1.035, blur: 0.015, hole: 0.985)
    metrics.typography = .small
    metrics.typography.valueSize = 0.5
    metrics.typography.valueWidth = 0.86
    metrics.typography.valueWeight = .semiBold
    metrics.typography.unitWeight = .semiBold
    metrics.typography.nameWeight = .semiBold
    // Inside the path of a pointer that passes below it.
    metrics.typography.indicatorOffset = 0.335
    metrics.typography.indicatorSize = 0.19
    return metrics
  }()
}

extension Material {
  static let contrast: Material = {
    var material = Material()
    material.rim = Color(0xFFFFFF, opacity: 0)
    material.hollowEdge = Palette.Shade(Color(0, opacity: 0))
    material.glow = Color(0xFFFFFF)
    material.glowOpacity = 1
    material.emphasis = Color(0xFFFFFF, opacity: 0.3)
    material.inactiveFade = 0.2
    material.keepsTextColors = true
    return material
  }()
}
