import LayoutFile
import Raster

/// A mixing desk: a cap on a skirt, a line from its middle to a printed scale, the value below.
extension Anatomy {
  static let studioLarge: Anatomy = {
    var anatomy = Anatomy()
    anatomy.track = Track(style: .none, radius: 0.698, width: 0.05, hasProgress: false)
    anatomy.cap = Cap(shape: .skirt, radius: 0.44, skirt: 0.66, hasShadow: true)
    anatomy.cap.grip(.skirt)
    anatomy.pointer = Pointer(shape: .line, inner: 0.14, outer: 0.62, width: 0.036)
    anatomy.ticks.major = Ticks.Size(inner: 0.735, outer: 0.825, width: 0.02)
    anatomy.ticks.minor = Ticks.Size(inner: 0.735, outer: 0.785, width: 0.012)
    anatomy.ticks.minorOpacity = 0.7
    anatomy.ticks.areLit = false
    anatomy.ticks.hasLabels = true
    anatomy.ticks.labelRadius = 0.94
    anatomy.ticks.labelSize = 0.1
    anatomy.halo = Halo(radius: 0.7, blur: 0.08, hole: 0.66)
    anatomy.lettering = .small
    anatomy.lettering.value = .below
    anatomy.lettering.valueSize = 0.16
    anatomy.lettering.valueWeight = .semiBold
    anatomy.lettering.unitSize = 0.12
    anatomy.lettering.nameSize = 0.105
    anatomy.lettering.signDrop = 0.745
    anatomy.lettering.signSize = 0.1
    return anatomy
  }()

  static let studio: Anatomy = {
    var anatomy = Anatomy.studioLarge
    anatomy.pointer.width = 0.062
    anatomy.track.radius = 0.71
    anatomy.track.width = 0.06
    anatomy.detent = Anatomy.smallDetent
    anatomy.ticks.count = 10
    anatomy.ticks.perMajor = 5
    anatomy.ticks.major = Ticks.Size(inner: 0.755, outer: 0.9, width: 0.035)
    anatomy.ticks.minor = Ticks.Size(inner: 0.755, outer: 0.84, width: 0.028)
    anatomy.ticks.hasLabels = false
    anatomy.lettering.valueSize = 0.25
    anatomy.lettering.unitSize = 0.2
    anatomy.lettering.nameSize = 0.26
    anatomy.lettering.signSize = 0.16
    return anatomy
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
