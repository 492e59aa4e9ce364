import LayoutFile
import Raster

/// Flat dark and flat light: a thick arc, a large number, and nothing else.
extension Anatomy {
  static let flatLarge: Anatomy = {
    var anatomy = Anatomy()
    anatomy.track = Track(radius: 0.885, width: 0.15)
    anatomy.pointer = Pointer(shape: .dot, inner: 0.885, outer: 0.885, width: 0.082)
    anatomy.cap = Cap(shape: .none, radius: 0.76, hasShadow: false)
    anatomy.ticks.shape = .none
    anatomy.halo = Halo(radius: 1.015, blur: 0.01, hole: 0.985)
    anatomy.lettering.valueSize = 0.62
    anatomy.lettering.valueWeight = .medium
    anatomy.lettering.valueWidth = 1.24
    anatomy.lettering.valueDrop = -0.035
    anatomy.lettering.unitSize = 0.2
    anatomy.lettering.unitWeight = .regular
    anatomy.lettering.nameSize = 0.112
    anatomy.lettering.nameWeight = .medium
    anatomy.lettering.nameDrop = 0.42
    anatomy.lettering.signDrop = 0.56
    anatomy.lettering.signSize = 0.112
    return anatomy
  }()

  static let flat: Anatomy = {
    var anatomy = Anatomy.flatLarge
    anatomy.track = Track(radius: 0.87, width: 0.19)
    anatomy.pointer = Pointer(shape: .dot, inner: 0.87, outer: 0.87, width: 0.1)
    anatomy.detent = Anatomy.smallDetent
    anatomy.halo = Halo(radius: 1.045, blur: 0.02, hole: 0.995)
    anatomy.lettering = .small
    anatomy.lettering.valueSize = 0.56
    anatomy.lettering.valueWidth = 1.28
    anatomy.lettering.valueWeight = .semiBold
    anatomy.lettering.signDrop = 0.46
    return anatomy
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
