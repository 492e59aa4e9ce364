internal import Linux

/// What legacy modesetting found on the screen, to be restored at the end.
struct LegacyState {
  var crtc: DRMCRTC
  var connectors: [UInt32]
  /// How the plane turned its picture, if it was neutralised: the property and its value.
  var rotation: AtomicRequest.Assignment?

  func restore(on device: any DRMDevice) throws(SystemError) {
    if let rotation {
      // Without it the console is upright, which is no reason to leave it out.
      try? device.setProperty(
        rotation.property, of: rotation.object, kind: .plane, to: rotation.value)
    }
    try device.setCRTC(crtc, connectors: crtc.mode == nil ? [] : connectors)
  }
}
