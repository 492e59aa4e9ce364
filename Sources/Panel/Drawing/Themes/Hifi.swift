import LayoutFile
import Raster

/// Brushed metal with a dark window for amber figures, and a ring of small lamps around it.
extension Anatomy {
  static let hifiLarge: Anatomy = {
    var anatomy = Anatomy()
    anatomy.track = Track(style: .none, radius: 0.905, width: 0.05, hasProgress: false)
    anatomy.cap = Cap(shape: .metal, radius: 0.84, hollow: 0.66, hasShadow: true)
    anatomy.cap.grip(.metal)
    anatomy.pointer = Pointer(shape: .notch, inner: 0.655, outer: 0.775, width: 0.034)
    anatomy.ticks.shape = .dot
    anatomy.ticks.major = Ticks.Size(inner: 0.965, outer: 0.965, width: 0.032)
    anatomy.ticks.minor = Ticks.Size(inner: 0.965, outer: 0.965, width: 0.032)
    anatomy.ticks.minorOpacity = 1
    anatomy.halo = Halo(radius: 0.93, blur: 0.12, hole: 0.84)
    anatomy.lettering.valueSize = 0.36
    anatomy.lettering.valueWidth = 0.86
    anatomy.lettering.valueWeight = .regular
    anatomy.lettering.valueDrop = -0.03
    anatomy.lettering.unitSize = 0.14
    anatomy.lettering.nameSize = 0.09
    anatomy.lettering.nameWidth = 0.74
    anatomy.lettering.nameDrop = 0.265
    anatomy.lettering.signDrop = 0.385
    anatomy.lettering.signSize = 0.09
    return anatomy
  }()

  static let hifi: Anatomy = {
    var anatomy = Anatomy.hifiLarge
    anatomy.track.radius = 0.87
    anatomy.track.width = 0.08
    anatomy.cap.radius = 0.79
    anatomy.cap.hollow = 0.68
    anatomy.pointer = Pointer(shape: .notch, inner: 0.6, outer: 0.73, width: 0.06)
    anatomy.detent = Anatomy.smallDetent
    anatomy.ticks.count = 20
    anatomy.ticks.perMajor = 5
    anatomy.ticks.major = Ticks.Size(inner: 0.95, outer: 0.95, width: 0.075)
    anatomy.ticks.minor = anatomy.ticks.major
    anatomy.halo = Halo(radius: 0.9, blur: 0.13, hole: 0.79)
    anatomy.lettering = .small
    anatomy.lettering.valueSize = 0.4
    anatomy.lettering.valueWidth = 0.92
    anatomy.lettering.valueDrop = 0
    anatomy.lettering.signDrop = 0.34
    anatomy.lettering.signSize = 0.18
    return anatomy
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
    material.withdrawal = 0.66
    material.shimmer = 56
    return material
  }()
}
