internal import Glibc
internal import Linux
internal import Raster

/// Shows framebuffers with the legacy calls SetCrtc, PageFlip and DirtyFB.
final class LegacyPath: CommitPath {
  private let card: Card
  private let setting: ScanoutSetting
  /// Some drivers lack PageFlip, and some lack DirtyFB.
  private var canFlip = true
  private var canMarkDirty = true

  private var device: any DRMDevice { card.device }

  init(card: Card, setting: ScanoutSetting) {
    self.card = card
    self.setting = setting
  }

  /// Sets the mode, because the legacy calls cannot test it.
  func testCommit(_ framebuffer: UInt32) throws(SystemError) {
    try modeset(framebuffer)
  }

  func modeset(_ framebuffer: UInt32) throws(SystemError) {
    if card.legacyState == nil { card.legacyState = try readState() }
    try neutralizeRotation()
    try setCRTC(to: framebuffer)
    try hidePlanes(exceptFor: framebuffer)
    try markDirty(framebuffer, damage: Damage(setting.mode.size.bounds))
  }

  func flip(
    to framebuffer: UInt32, damage: Damage, generation: UInt64
  ) throws(SystemError) -> FlipOutcome {
    if canFlip {
      do throws(SystemError) {
        try device.flip(crtc: setting.pipeline.crtc, to: framebuffer, userData: generation)
        return .pending
      } catch {
        guard Self.meansUnsupported(error.code) else { throw error }
        canFlip = false
      }
    }
    try setCRTC(to: framebuffer)
    try markDirty(framebuffer, damage: damage)
    return .shown
  }

  func disable() throws(SystemError) {
    try device.setCRTC(DRMCRTC(id: setting.pipeline.crtc), connectors: [])
  }

  private func setCRTC(to framebuffer: UInt32) throws(SystemError) {
    let crtc = DRMCRTC(
      id: setting.pipeline.crtc, framebuffer: framebuffer, mode: setting.mode)
    try device.setCRTC(crtc, connectors: [setting.pipeline.connector.id])
  }

  /// Disables the CRTC's other planes, such as a cursor.
  private func hidePlanes(exceptFor framebuffer: UInt32) throws(SystemError) {
    // Without universal planes only overlays are listed, which is enough here.
    for id in (try? device.planeIDs()) ?? [] {
      let plane = try device.plane(id)
      // The kernel chooses the primary plane, and refuses to hide it.
      guard plane.crtc == setting.pipeline.crtc, plane.framebuffer != framebuffer else { continue }
      try device.disablePlane(id)
    }
  }

  private func markDirty(_ framebuffer: UInt32, damage: Damage) throws(SystemError) {
    guard canMarkDirty else { return }
    do throws(SystemError) {
      try device.markDirty(framebuffer, damage: damage)
    } catch {
      guard Self.meansUnsupported(error.code) else { throw error }
      canMarkDirty = false
    }
  }

  /// Resets the rotation that the kernel set on the plane for its console (`video=…,rotate=180`),
  /// which legacy calls leave unchanged.
  private func neutralizeRotation() throws(SystemError) {
    guard let plane = setting.pipeline.plane?.id else { return }
    let table = try PropertyTable(of: plane, kind: .plane, on: device)
    let neutral = AtomicPath.neutralRotation
    guard let property = table.id(neutral.name), let value = table.value(neutral.name),
      value != neutral.value
    else { return }
    do throws(SystemError) {
      try device.setProperty(property, of: plane, kind: .plane, to: neutral.value)
    } catch {
      // A rotated picture is better than none.
      guard CommitFailure(code: error.code) == .refused else { throw error }
      return
    }
    card.legacyState?.rotation = .init(object: plane, property: property, value: value)
  }

  private func readState() throws(SystemError) -> LegacyState {
    let crtc = try device.crtc(setting.pipeline.crtc)
    var connectors: [UInt32] = []
    for id in try device.resources().connectors {
      let encoder = try device.connector(id, probing: false).encoder
      if encoder != 0, try device.encoder(encoder).crtc == crtc.id { connectors.append(id) }
    }
    return LegacyState(crtc: crtc, connectors: connectors)
  }

  private static func meansUnsupported(_ code: Int32) -> Bool {
    [ENOSYS, EOPNOTSUPP, ENOTTY].contains(code)
  }
}
