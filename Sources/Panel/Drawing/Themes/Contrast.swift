import LayoutFile
import Raster

/// Black, white and one yellow: every part is told from its neighbours by 3:1, every text by 7:1,
/// and no line is thin.
extension Anatomy {
  static let contrastLarge: Anatomy = {
    var anatomy = Anatomy.flatLarge
    anatomy.track = Track(style: .outline, radius: 0.82, width: 0.15, line: 0.022)
    anatomy.pointer = Pointer(shape: .triangle, inner: 0.56, outer: 0.71, width: 0.16)
    anatomy.ticks.shape = .line
    anatomy.ticks.major = Ticks.Size(inner: 0.955, outer: 1.03, width: 0.03)
    anatomy.ticks.minor = anatomy.ticks.major
    anatomy.ticks.count = 10
    anatomy.ticks.perMajor = 1
    anatomy.ticks.areLit = false
    anatomy.detent = 0.05
    anatomy.halo = Halo(radius: 0.94, blur: 0.01, hole: 0.91)
    anatomy.lettering.valueSize = 0.5
    anatomy.lettering.valueWeight = .semiBold
    anatomy.lettering.valueWidth = 1.0
    anatomy.lettering.unitWeight = .semiBold
    anatomy.lettering.nameWeight = .semiBold
    anatomy.lettering.nameSize = 0.12
    anatomy.lettering.nameWidth = 0.9
    anatomy.lettering.nameDrop = 0.33
    anatomy.lettering.signDrop = 0.46
    return anatomy
  }()

  static let contrast: Anatomy = {
    var anatomy = Anatomy.contrastLarge
    anatomy.track.width = 0.2
    anatomy.track.line = 0.036
    anatomy.detent = 0.08
    anatomy.track.radius = 0.86
    anatomy.pointer = Pointer(shape: .triangle, inner: 0.52, outer: 0.72, width: 0.24)
    anatomy.ticks.shape = .none
    anatomy.halo = Halo(radius: 1.035, blur: 0.015, hole: 0.985)
    anatomy.lettering = .small
    anatomy.lettering.valueSize = 0.5
    anatomy.lettering.valueWidth = 0.86
    anatomy.lettering.valueWeight = .semiBold
    anatomy.lettering.unitWeight = .semiBold
    anatomy.lettering.nameWeight = .semiBold
    // Inside of a pointer that comes round below it.
    anatomy.lettering.signDrop = 0.335
    anatomy.lettering.signSize = 0.19
    return anatomy
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
    material.fading = 0.2
    material.keepsInk = true
    return material
  }()
}
