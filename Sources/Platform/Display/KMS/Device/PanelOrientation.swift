internal import Raster

/// A panel's mounting orientation, from its connector.
enum PanelOrientation {
  /// Returns the rotation that makes a picture upright, from the value name of the "panel
  /// orientation" property (`drm_connector.c`), which says which native side of the panel is up.
  static func rotation(panelOrientation name: String?) -> Rotation {
    switch name {
    case "Upside Down": .half
    case "Left Side Up": .threeQuarters
    case "Right Side Up": .quarter
    default: .none
    }
  }
}
