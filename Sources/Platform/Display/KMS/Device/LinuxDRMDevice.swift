internal import CLibdrm
internal import Glibc
internal import Linux
internal import Raster

/// An open card of this machine, accessed through libdrm.
final class LinuxDRMDevice: DRMDevice {
  let isTakenOver: Bool
  private let card: DeviceFile
  /// False with a seat service, which sets and drops DRM master itself: the kernel refuses both
  /// calls from its clients.
  private let changesMaster: Bool
  /// Reused between frames, so that a flip does not allocate.
  private var objects: [UInt32] = []
  private var propertyCounts: [UInt32] = []
  private var properties: [UInt32] = []
  private var values: [UInt64] = []
  private let eventBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 8)

  /// Opens the card's device file.
  init(opening path: String, by access: DeviceAccess) throws(SystemError) {
    card = try DeviceFile(opening: path, flags: O_RDWR | O_NONBLOCK, by: access)
    changesMaster = access.service == nil
    isTakenOver = false
  }

  /// Takes over a card that an earlier run of this program opened.
  init(takingOver descriptor: consuming FileDescriptor) {
    card = DeviceFile(owning: descriptor)
    changesMaster = true
    isTakenOver = true
  }

  deinit {
    eventBuffer.deallocate()
  }

  var descriptor: Int32 { card.number }

  var driverName: String {
    guard let version = drmGetVersion(card.number) else { return "unknown" }
    defer { drmFreeVersion(version) }
    return version.pointee.name.map { String(cString: $0) } ?? "unknown"
  }

  // MARK: Rights

  var isMaster: Bool { drmIsMaster(card.number) != 0 }

  func setMaster() throws(SystemError) {
    guard changesMaster else { throw SystemError(call: "drmSetMaster", code: EACCES) }
    try call("drmSetMaster") { drmSetMaster(card.number) }
  }

  func dropMaster() throws(SystemError) {
    guard changesMaster else { return }
    try call("drmDropMaster") { drmDropMaster(card.number) }
  }

  func enable(_ capability: DRMClientCapability) throws(SystemError) {
    try call("drmSetClientCap") { drmSetClientCap(card.number, capability.rawValue, 1) }
  }

  var hasDumbBuffers: Bool {
    var value: UInt64 = 0
    return drmGetCap(card.number, UInt64(DRM_CAP_DUMB_BUFFER), &value) == 0 && value != 0
  }

  // MARK: Buffers

  func createDumbBuffer(
    size: PixelSize, bitsPerPixel: Int
  ) throws(SystemError) -> DRMDumbBuffer {
    var handle: UInt32 = 0
    var pitch: UInt32 = 0
    var byteCount: UInt64 = 0
    try call("drmModeCreateDumbBuffer") {
      drmModeCreateDumbBuffer(
        card.number, UInt32(size.width), UInt32(size.height), UInt32(bitsPerPixel), 0, &handle,
        &pitch, &byteCount)
    }
    return DRMDumbBuffer(
      handle: handle, pitch: Int(pitch), byteCount: Int(clamping: byteCount))
  }

  func mapDumbBuffer(_ buffer: DRMDumbBuffer) throws(SystemError) -> Mapping {
    var offset: UInt64 = 0
    try call("drmModeMapDumbBuffer") {
      drmModeMapDumbBuffer(card.number, buffer.handle, &offset)
    }
    return try Mapping(
      descriptor: card.number, offset: Int(truncatingIfNeeded: offset),
      byteCount: buffer.byteCount)
  }

  func destroyDumbBuffer(_ handle: UInt32) throws(SystemError) {
    try call("drmModeDestroyDumbBuffer") { drmModeDestroyDumbBuffer(card.number, handle) }
  }

  func addFramebuffer(
    _ buffer: DRMDumbBuffer, size: PixelSize, format: PixelFormat
  ) throws(SystemError) -> UInt32 {
    let handles: [UInt32] = [buffer.handle, 0, 0, 0]
    let pitches: [UInt32] = [UInt32(clamping: buffer.pitch), 0, 0, 0]
    let offsets: [UInt32] = [0, 0, 0, 0]
    var id: UInt32 = 0
    try call("drmModeAddFB2") {
      drmModeAddFB2(
        card.number, UInt32(size.width), UInt32(size.height), format.rawValue, handles, pitches,
        offsets, &id, 0)
    }
    return id
  }

  func removeFramebuffer(_ id: UInt32) throws(SystemError) {
    try call("drmModeRmFB") { drmModeRmFB(card.number, id) }
  }

  func createBlob(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> UInt32 {
    var id: UInt32 = 0
    try call("drmModeCreatePropertyBlob") {
      drmModeCreatePropertyBlob(card.number, bytes.baseAddress, bytes.count, &id)
    }
    return id
  }

  func destroyBlob(_ id: UInt32) throws(SystemError) {
    try call("drmModeDestroyPropertyBlob") { drmModeDestroyPropertyBlob(card.number, id) }
  }

  // MARK: Showing

  func commit(
    _ request: AtomicRequest, flags: AtomicFlags, userData: UInt64
  ) throws(SystemError) {
    gather(request)
    try objects.withUnsafeBufferPointer { objects throws(SystemError) in
      try propertyCounts.withUnsafeBufferPointer { counts throws(SystemError) in
        try properties.withUnsafeBufferPointer { properties throws(SystemError) in
          try values.withUnsafeBufferPointer { values throws(SystemError) in
            var argument = drm_mode_atomic()
            argument.flags = flags.rawValue
            argument.count_objs = UInt32(objects.count)
            argument.objs_ptr = address(objects.baseAddress)
            argument.count_props_ptr = address(counts.baseAddress)
            argument.props_ptr = address(properties.baseAddress)
            argument.prop_values_ptr = address(values.baseAddress)
            argument.user_data = userData
            try call("DRM_IOCTL_MODE_ATOMIC") {
              drmIoctl(card.number, CLIBDRM_IOCTL_MODE_ATOMIC, &argument)
            }
          }
        }
      }
    }
  }

  /// Groups consecutive values of one object; the kernel accepts the same object twice.
  private func gather(_ request: AtomicRequest) {
    objects.removeAll(keepingCapacity: true)
    propertyCounts.removeAll(keepingCapacity: true)
    properties.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    for assignment in request.assignments {
      if objects.last != assignment.object {
        objects.append(assignment.object)
        propertyCounts.append(0)
      }
      propertyCounts[propertyCounts.count - 1] += 1
      properties.append(assignment.property)
      values.append(assignment.value)
    }
  }

  private func address<Element>(_ pointer: UnsafePointer<Element>?) -> UInt64 {
    UInt64(UInt(bitPattern: pointer))
  }

  func setCRTC(_ setting: DRMCRTC, connectors: [UInt32]) throws(SystemError) {
    var connectors = connectors
    var mode = setting.mode?.info ?? drmModeModeInfo()
    let hasMode = setting.mode != nil
    try call("drmModeSetCrtc") {
      withUnsafeMutablePointer(to: &mode) {
        drmModeSetCrtc(
          card.number, setting.id, setting.framebuffer, setting.x, setting.y, &connectors,
          Int32(connectors.count), hasMode ? $0 : nil)
      }
    }
  }

  func disablePlane(_ id: UInt32) throws(SystemError) {
    try call("drmModeSetPlane") {
      drmModeSetPlane(card.number, id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    }
  }

  func flip(crtc: UInt32, to framebuffer: UInt32, userData: UInt64) throws(SystemError) {
    let token = UnsafeMutableRawPointer(bitPattern: UInt(truncatingIfNeeded: userData))
    try call("drmModePageFlip") {
      drmModePageFlip(
        card.number, crtc, framebuffer, UInt32(DRM_MODE_PAGE_FLIP_EVENT), token)
    }
  }

  func markDirty(_ framebuffer: UInt32, damage: Damage) throws(SystemError) {
    let status = withUnsafeTemporaryAllocation(of: drmModeClip.self, capacity: damage.count) {
      clips in
      for index in clips.indices {
        let rect = damage[index]
        clips.initializeElement(
          at: index,
          to: drmModeClip(
            x1: UInt16(clamping: rect.x), y1: UInt16(clamping: rect.y),
            x2: UInt16(clamping: rect.maxX), y2: UInt16(clamping: rect.maxY)))
      }
      // Before Swift 6.3, this function does not propagate typed errors, hence the `Result`.
      return Result { () throws(SystemError) in
        try call("drmModeDirtyFB") {
          drmModeDirtyFB(card.number, framebuffer, clips.baseAddress, UInt32(clips.count))
        }
      }
    }
    try status.get()
  }

  // MARK: Events

  func readEvents(_ handler: (DRMFlipEvent) -> Void) throws(SystemError) {
    guard let count = try card.read(into: eventBuffer) else { return }
    var offset = 0
    let headerSize = MemoryLayout<drm_event>.size
    while offset + headerSize <= count {
      let header = eventBuffer.loadUnaligned(fromByteOffset: offset, as: drm_event.self)
      let length = Int(header.length)
      guard length >= headerSize, offset + length <= count else { return }
      if header.type == UInt32(DRM_EVENT_FLIP_COMPLETE),
        length >= MemoryLayout<drm_event_vblank>.size
      {
        let event = eventBuffer.loadUnaligned(fromByteOffset: offset, as: drm_event_vblank.self)
        handler(
          DRMFlipEvent(
            userData: event.user_data,
            microseconds: Int64(event.tv_sec) * 1_000_000 + Int64(event.tv_usec)))
      }
      offset += length
    }
  }

  /// Makes a libdrm call, which returns −1 or a negative error number; `errno` is set in both
  /// cases.
  func call(_ name: String, _ body: () -> Int32) throws(SystemError) {
    try check(name) { body() < 0 ? -1 : Int32(0) }
  }
}
