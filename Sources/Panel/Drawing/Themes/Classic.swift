import LayoutFile
import Raster

/// Graphite and paper: a turned cap with a hollow for the value, a slim ring, fine ticks around it.
extension Anatomy {
  static let classicLarge: Anatomy = {
    var anatomy = Anatomy()
    anatomy.cap.hollow = 0.8
    return anatomy
  }()

  static let classic: Anatomy = {
    var anatomy = Anatomy()
    anatomy.track.width = 0.1
    anatomy.pointer = Pointer(shape: .line, inner: 0.54, outer: 0.68, width: 0.066)
    anatomy.ticks.shape = .none
    anatomy.detent = Anatomy.smallDetent
    anatomy.lettering = .small
    return anatomy
  }()
}

extension Anatomy {
  /// Large enough to be no speck of dust.
  static let smallDetent: Float = 0.06
}

extension Anatomy.Lettering {
  /// The value inside, the name below.
  static let small: Anatomy.Lettering = {
    var lettering = Anatomy.Lettering()
    lettering.valueSize = 0.48
    lettering.valueWeight = .regular
    lettering.valueWidth = 1.12
    lettering.valueDrop = 0
    lettering.unitSize = 0.24
    lettering.unitWeight = .regular
    lettering.name = .below
    lettering.nameSize = 0.28
    lettering.nameWeight = .medium
    lettering.nameWidth = 2.45
    // Clear of a pointer that comes round below it.
    lettering.signDrop = 0.34
    lettering.signSize = 0.22
    return lettering
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
