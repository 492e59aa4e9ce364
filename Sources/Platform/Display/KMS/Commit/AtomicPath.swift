internal import CLibdrm
internal import Linux
internal import Raster

/// Shows framebuffers with atomic commits (`DRM_IOCTL_MODE_ATOMIC`).
final class AtomicPath: CommitPath {
  private let card: Card
  private let setting: ScanoutSetting
  private let plane: UInt32
  private let framebufferID: UInt32?
  private let damageClips: UInt32?
  /// Reused between frames, so that a flip does not allocate.
  private var flipRequest = AtomicRequest()

  private var device: any DRMDevice { card.device }

  /// Reads the property ids that every frame needs.
  init(card: Card, setting: ScanoutSetting, plane: UInt32) throws(SystemError) {
    let table = try PropertyTable(of: plane, kind: .plane, on: card.device)
    self.card = card
    self.setting = setting
    self.plane = plane
    framebufferID = table.id("FB_ID")
    damageClips = table.id("FB_DAMAGE_CLIPS")
  }

  func testCommit(_ framebuffer: UInt32) throws(SystemError) {
    try commitModeset(framebuffer, flags: [.testOnly, .allowModeset])
  }

  func modeset(_ framebuffer: UInt32) throws(SystemError) {
    try commitModeset(framebuffer, flags: [.testOnly, .allowModeset])
    // No event is requested: the event of a blocking commit can be lost.
    try commitModeset(framebuffer, flags: .allowModeset)
  }

  func flip(
    to framebuffer: UInt32, damage: Damage, generation: UInt64
  ) throws(SystemError) -> FlipOutcome {
    let clips = damageClips == nil ? 0 : blob(of: damage)
    defer { if clips != 0 { try? device.destroyBlob(clips) } }
    flipRequest.removeAll()
    flipRequest.set(plane, framebufferID, to: UInt64(framebuffer))
    // Without clips the kernel treats the whole plane as damaged, which is slower but correct.
    if clips != 0 { flipRequest.set(plane, damageClips, to: UInt64(clips)) }
    try device.commit(flipRequest, flags: [.nonBlocking, .event], userData: generation)
    return .pending
  }

  func disable() throws(SystemError) {
    var request = AtomicRequest()
    let tables = try ownTables()
    request.set(tables.connector, "CRTC_ID", to: 0)
    request.set(tables.crtc, "ACTIVE", to: 0)
    request.set(tables.crtc, "MODE_ID", to: 0)
    request.set(tables.plane, "FB_ID", to: 0)
    request.set(tables.plane, "CRTC_ID", to: 0)
    try device.commit(request, flags: .allowModeset, userData: 0)
  }

  // MARK: The whole configuration

  private typealias OwnTables = (
    connector: PropertyTable, crtc: PropertyTable, plane: PropertyTable
  )

  private func ownTables() throws(SystemError) -> OwnTables {
    (
      try PropertyTable(of: setting.pipeline.connector.id, kind: .connector, on: device),
      try PropertyTable(of: setting.pipeline.crtc, kind: .crtc, on: device),
      try PropertyTable(of: plane, kind: .plane, on: device)
    )
  }

  private func commitModeset(_ framebuffer: UInt32, flags: AtomicFlags) throws(SystemError) {
    let modeBlob = try setting.mode.withBytes { bytes throws(SystemError) in
      try device.createBlob(bytes)
    }
    // The kernel keeps a blob while a commit refers to it.
    defer { try? device.destroyBlob(modeBlob) }
    var request = AtomicRequest()
    let own = try ownTables()
    let others = try detachOthers(own: own, request: &request)
    enable(own, framebuffer: framebuffer, modeBlob: modeBlob, request: &request)
    if !flags.contains(.testOnly) {
      card.remember(request, from: [own.connector, own.crtc, own.plane] + others)
    }
    try device.commit(request, flags: flags, userData: 0)
  }

  private func enable(
    _ own: OwnTables, framebuffer: UInt32, modeBlob: UInt32, request: inout AtomicRequest
  ) {
    let width = UInt64(setting.mode.size.width)
    let height = UInt64(setting.mode.size.height)
    let crtc = UInt64(own.crtc.object)
    request.set(own.connector, "CRTC_ID", to: crtc)
    // 1 is "Bad": the kernel waits for user space to set a mode and to write "Good"
    // (drm_connector.c, "link-status").
    if own.connector.value("link-status") == 1 { request.set(own.connector, "link-status", to: 0) }
    request.set(own.crtc, "MODE_ID", to: UInt64(modeBlob))
    request.set(own.crtc, "ACTIVE", to: 1)
    request.set(own.plane, "FB_ID", to: UInt64(framebuffer))
    request.set(own.plane, "CRTC_ID", to: crtc)
    request.set(own.plane, "SRC_X", to: 0)
    request.set(own.plane, "SRC_Y", to: 0)
    request.set(own.plane, "SRC_W", to: width << 16)
    request.set(own.plane, "SRC_H", to: height << 16)
    request.set(own.plane, "CRTC_X", to: 0)
    request.set(own.plane, "CRTC_Y", to: 0)
    request.set(own.plane, "CRTC_W", to: width)
    request.set(own.plane, "CRTC_H", to: height)
    neutralize(own.connector, Self.neutralConnector, request: &request)
    neutralize(own.crtc, Self.neutralCRTC, request: &request)
    neutralize(own.plane, Self.neutralPlane, request: &request)
  }

  // Properties with which an earlier program may have tinted, dimmed or rotated the picture or
  // changed its refresh rate, with their neutral values (drm_connector.c, drm_color_mgmt.c,
  // drm_blend.c).

  typealias Setting = (name: String, value: UInt64)
  // Colorspace 0 is "Default".
  private static let neutralConnector: [Setting] = [("HDR_OUTPUT_METADATA", 0), ("Colorspace", 0)]
  private static let neutralCRTC: [Setting] = [
    ("DEGAMMA_LUT", 0), ("CTM", 0), ("GAMMA_LUT", 0), ("VRR_ENABLED", 0),
  ]
  /// Rotation is done while copying; 1 is "rotate-0".
  static let neutralRotation: Setting = ("rotation", 1)
  // 0xFFFF is opaque.
  private static let neutralPlane: [Setting] = [neutralRotation, ("alpha", 0xFFFF)]

  /// Sets the properties that have another value; a driver may lack some of them.
  private func neutralize(
    _ table: PropertyTable, _ settings: [Setting], request: inout AtomicRequest
  ) {
    for setting in settings where table.value(setting.name) ?? setting.value != setting.value {
      request.set(table, setting.name, to: setting.value)
    }
  }

  /// Detaches planes and connectors that other programs left on our CRTC, and disables a CRTC that
  /// would be left without a connector.
  ///
  /// Returns the tables of the other objects that the request changes.
  private func detachOthers(
    own: OwnTables, request: inout AtomicRequest
  ) throws(SystemError) -> [PropertyTable] {
    let crtc = UInt64(own.crtc.object)
    var touched: [PropertyTable] = []
    for id in try device.planeIDs() where id != plane {
      guard try device.plane(id).crtc == own.crtc.object else { continue }
      let table = try PropertyTable(of: id, kind: .plane, on: device)
      request.set(table, "FB_ID", to: 0)
      request.set(table, "CRTC_ID", to: 0)
      touched.append(table)
    }
    let oldCRTC = own.connector.value("CRTC_ID") ?? 0
    var oldCRTCHasOthers = false
    for id in try device.resources().connectors where id != own.connector.object {
      let table = try PropertyTable(of: id, kind: .connector, on: device)
      let otherCRTC = table.value("CRTC_ID") ?? 0
      if otherCRTC == oldCRTC { oldCRTCHasOthers = true }
      guard otherCRTC == crtc else { continue }
      request.set(table, "CRTC_ID", to: 0)
      touched.append(table)
    }
    if oldCRTC != 0, oldCRTC != crtc, !oldCRTCHasOthers {
      let table = try PropertyTable(
        of: UInt32(truncatingIfNeeded: oldCRTC), kind: .crtc, on: device)
      request.set(table, "ACTIVE", to: 0)
      request.set(table, "MODE_ID", to: 0)
      touched.append(table)
    }
    return touched
  }

  // MARK: Damage

  /// Creates a blob of the damage for `FB_DAMAGE_CLIPS`: an array of `struct drm_mode_rect`, in
  /// which x2 and y2 are exclusive (Linux `drm_plane_enable_fb_damage_clips`).
  ///
  /// Returns 0 if there is no damage or the kernel rejects the blob.
  private func blob(of damage: Damage) -> UInt32 {
    guard !damage.isEmpty else { return 0 }
    return withUnsafeTemporaryAllocation(of: drm_mode_rect.self, capacity: damage.count) { clips in
      for index in clips.indices {
        let rect = damage[index]
        clips.initializeElement(
          at: index,
          to: drm_mode_rect(
            x1: Int32(clamping: rect.x), y1: Int32(clamping: rect.y),
            x2: Int32(clamping: rect.maxX), y2: Int32(clamping: rect.maxY)))
      }
      return (try? device.createBlob(UnsafeRawBufferPointer(clips))) ?? 0
    }
  }
}
