internal import Raster

/// A panel's mounting orientation and size, from its connector.
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

  /// Returns the connector's size if it fits the mode: some screens report 0, their aspect ratio as
  /// 16 × 9, or the size of another model.
  static func physicalSize(of connector: DRMConnector, mode: DRMMode) -> PhysicalSize? {
    let width = Double(connector.widthMillimetres)
    let height = Double(connector.heightMillimetres)
    guard width >= 20, height >= 20, mode.size.height > 0, mode.size.width > 0 else { return nil }
    let skew = (width / height) / (Double(mode.size.width) / Double(mode.size.height))
    guard (1 / 1.2...1.2).contains(skew) else { return nil }
    return PhysicalSize(width: width, height: height)
  }
}
