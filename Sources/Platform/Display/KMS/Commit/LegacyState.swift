internal import Linux

/// The output's state before legacy modesetting, restored at the end.
struct LegacyState {
  var crtc: DRMCRTC
  var connectors: [UInt32]
  /// The plane's original rotation, if it was neutralised.
  var rotation: AtomicRequest.Assignment?

  func restore(on device: any DRMDevice) throws(SystemError) {
    if let rotation {
      // If this fails, the console is merely unrotated: restore the rest anyway.
      try? device.setProperty(
        rotation.property, of: rotation.object, kind: .plane, to: rotation.value)
    }
    try device.setCRTC(crtc, connectors: crtc.mode == nil ? [] : connectors)
  }
}
