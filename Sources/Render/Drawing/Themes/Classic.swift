import Layout
import Raster

/// Graphite and paper: a turned cap with a hollow for the value, a slim ring, fine ticks around it.
extension FaceMetrics {
  static let classicLarge: FaceMetrics = {
    var metrics = FaceMetrics()
    metrics.cap.hollow = 0.8
    return metrics
  }()

  static let classic: FaceMetrics = {
    var metrics = FaceMetrics()
    metrics.track.width = 0.1
    metrics.pointer = Pointer(shape: .line, inner: 0.54, outer: 0.68, width: 0.066)
    metrics.ticks.shape = .none
    metrics.detent = FaceMetrics.smallDetent
    metrics.typography = .small
    return metrics
  }()
}

extension FaceMetrics {
  /// Large enough not to look like dust.
  static let smallDetent: Float = 0.06
}

extension FaceMetrics.Typography {
  /// The value inside, the name below.
  static let small: FaceMetrics.Typography = {
    var typography = FaceMetrics.Typography()
    typography.valueSize = 0.48
    typography.valueWeight = .regular
    typography.valueWidth = 1.0
    typography.valueOffset = 0
    typography.unitSize = 0.24
    typography.unitWeight = .regular
    typography.name = .below
    typography.nameSize = 0.28
    typography.nameWeight = .medium
    typography.nameWidth = 2.45
    // Clear of a pointer that passes below it.
    typography.indicatorOffset = 0.34
    typography.indicatorSize = 0.22
    return typography
  }()
}

extension Material {
  static let graphite: Material = {
    var material = Material()
    material.hollow = Palette.Shade(Color(0x20252B), Color(0x2E343D))
    material.glow = Color(0x57D8CF)
    return material
  }()

  static let paper: Material = {
    var material = Material()
    material.rim = Color(0xFFFFFF, opacity: 0.9)
    material.hollow = Palette.Shade(Color(0xF3F0E9), Color(0xFCFBF8))
    material.hollowEdge = Palette.Shade(
      Color(0x6B6350, opacity: 0.10), Color(0xFFFFFF, opacity: 0.8))
    material.skirt = Palette.Shade(Color(0xDDD7CA), Color(0xC9C2B2))
    material.shadow = Color(0x4A3F2A, opacity: 0.26)
    material.glow = Color(0xE2562F)
    material.glowOpacity = 0.28
    material.emphasis = Color(0xB82E05, opacity: 0.45)
    return material
  }()
}
