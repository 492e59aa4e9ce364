internal import Linux

/// An open card, and what was on its screens before.
///
/// Outlives changes of mode and output, so that what is given back at the end is what was found at
/// the start.
final class Card {
  let path: String
  let device: any DRMDevice
  let hasAtomic: Bool
  /// Values before the first commit, in the order in which they were first touched.
  private(set) var atomicValues: [AtomicRequest.Assignment] = []
  /// Modes that the values refer to: ids of copies, as the originals go when nobody uses them.
  private var modeCopies: [UInt32] = []
  /// For cards without atomic modesetting.
  var legacyState: (crtc: DRMCRTC, connectors: [UInt32])?

  /// Asks the kernel for all that it hides from old programs.
  init(path: String, device: any DRMDevice) {
    self.path = path
    self.device = device
    // Some old drivers have neither; the legacy calls do without.
    try? device.enable(.universalPlanes)
    hasAtomic = (try? device.enable(.atomic)) != nil
  }

  deinit {
    for id in modeCopies { try? device.destroyBlob(id) }
  }

  /// Notes what `request` is about to overwrite, unless an earlier one did so already.
  func remember(_ request: AtomicRequest, from tables: [PropertyTable]) {
    for assignment in request.assignments {
      let isKnown = atomicValues.contains {
        $0.object == assignment.object && $0.property == assignment.property
      }
      guard !isKnown, let table = tables.first(where: { $0.object == assignment.object }),
        let value = table.value(ofProperty: assignment.property)
      else { continue }
      var saved = assignment
      saved.value = assignment.property == table.id("MODE_ID") ? copyOfMode(value) : value
      atomicValues.append(saved)
    }
  }

  /// Brings back what the card showed before the first commit.
  func restore() throws(SystemError) {
    if let legacyState {
      let connectors = legacyState.crtc.mode == nil ? [] : legacyState.connectors
      try device.setCRTC(legacyState.crtc, connectors: connectors)
    } else if !atomicValues.isEmpty {
      var request = AtomicRequest()
      for value in atomicValues { request.set(value.object, value.property, to: value.value) }
      try device.commit(request, flags: .allowModeset, userData: 0)
    }
  }

  private func copyOfMode(_ blob: UInt64) -> UInt64 {
    guard blob != 0, let bytes = try? device.blob(UInt32(truncatingIfNeeded: blob)),
      let copy = try? bytes.withUnsafeBytes({ try device.createBlob($0) })
    else { return 0 }
    modeCopies.append(copy)
    return UInt64(copy)
  }
}
