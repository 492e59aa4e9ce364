internal import Linux

/// An open card and the state of its outputs before the first commit.
///
/// It outlives changes of mode and output, so that the original state is restored at the end.
final class Card {
  let path: String
  let device: any DRMDevice
  let hasAtomic: Bool
  /// Whether the driver lists all its planes, including primary ones.
  let hasUniversalPlanes: Bool
  /// Original values, in the order of their first change.
  private(set) var atomicValues: [AtomicRequest.Assignment] = []
  /// Ids of copies of the blobs that the values refer to, such as modes and colour tables: the
  /// kernel frees the originals once they are unused.
  private var blobCopies: [UInt32] = []
  /// Framebuffers of an earlier run of this program; one may still be on the screen.
  private var leftoverFramebuffers: [UInt32] = []
  /// The original state in legacy modesetting.
  var legacyState: LegacyState?

  /// Enables universal planes and atomic modesetting where the driver has them.
  init(path: String, device: any DRMDevice) {
    self.path = path
    self.device = device
    // Some old drivers have neither; the legacy calls do not need them.
    let hasUniversalPlanes = (try? device.enable(.universalPlanes)) != nil
    hasAtomic = (try? device.enable(.atomic)) != nil
    // Atomic modesetting implies universal planes.
    self.hasUniversalPlanes = hasUniversalPlanes || hasAtomic
    if device.isTakenOver { takeOver() }
  }

  /// Releases what an earlier run left, except its framebuffers: they are removed once another one
  /// is on the screen.
  private func takeOver() {
    // Its last flip may have completed after it exited.
    try? device.readEvents { _ in }
    leftoverFramebuffers = (try? device.resources().framebuffers) ?? []
    // The kernel numbers a descriptor's handles from 1; a framebuffer keeps its memory.
    for handle in 1...Self.handleLimit { try? device.destroyDumbBuffer(handle) }
  }

  /// More than the buffers left by a few killed runs.
  private static let handleLimit: UInt32 = 64

  /// Removes the framebuffers of an earlier run, which are no longer on the screen.
  func removeLeftoverFramebuffers() {
    guard !leftoverFramebuffers.isEmpty else { return }
    for id in leftoverFramebuffers { try? device.removeFramebuffer(id) }
    leftoverFramebuffers = []
  }

  deinit {
    for id in blobCopies { try? device.destroyBlob(id) }
  }

  /// Saves the values that `request` will overwrite, unless they are already saved.
  func remember(_ request: AtomicRequest, from tables: [PropertyTable]) {
    for assignment in request.assignments {
      let isKnown = atomicValues.contains {
        $0.object == assignment.object && $0.property == assignment.property
      }
      guard !isKnown, let table = tables.first(where: { $0.object == assignment.object }),
        let value = table.value(ofProperty: assignment.property)
      else { continue }
      var saved = assignment
      saved.value = table.isBlob(property: assignment.property) ? copyOfBlob(value) : value
      atomicValues.append(saved)
    }
  }

  /// Restores what the card showed before the first commit.
  func restore() throws(SystemError) {
    guard !atomicValues.isEmpty else {
      try legacyState?.restore(on: device)
      return
    }
    do throws(SystemError) {
      var request = AtomicRequest()
      for value in atomicValues { request.set(value.object, value.property, to: value.value) }
      try device.commit(request, flags: .allowModeset, userData: 0)
    } catch {
      // This driver's atomic commits fail.
      guard let legacyState else { throw error }
      try legacyState.restore(on: device)
    }
  }

  private func copyOfBlob(_ blob: UInt64) -> UInt64 {
    guard blob != 0, let bytes = try? device.blob(UInt32(truncatingIfNeeded: blob)),
      let copy = try? bytes.withUnsafeBytes({ try device.createBlob($0) })
    else { return 0 }
    blobCopies.append(copy)
    return UInt64(copy)
  }
}
