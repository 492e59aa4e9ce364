internal import Linux
internal import Raster

/// The calls that the display makes on a graphics card, one to one, so that tests can run every
/// path against a simulated kernel.
///
/// Object ids are the kernel's; 0 means none. Names and semantics follow `drm_mode.h`.
protocol DRMDevice: AnyObject {
  /// Readable when events are pending; valid for the lifetime of the device.
  var descriptor: Int32 { get }
  var driverName: String { get }
  /// Whether an earlier run of this program opened it and left its last picture on the screen.
  var isTakenOver: Bool { get }

  var isMaster: Bool { get }
  func setMaster() throws(SystemError)
  func dropMaster() throws(SystemError)
  func enable(_ capability: DRMClientCapability) throws(SystemError)
  /// Whether the driver has dumb buffers (`DRM_CAP_DUMB_BUFFER`).
  var hasDumbBuffers: Bool { get }

  func resources() throws(SystemError) -> DRMResources
  /// Returns a connector: as probed, which can take a tenth of a second, or as of the last probe.
  func connector(_ id: UInt32, probing: Bool) throws(SystemError) -> DRMConnector
  func encoder(_ id: UInt32) throws(SystemError) -> DRMEncoder
  func crtc(_ id: UInt32) throws(SystemError) -> DRMCRTC
  func planeIDs() throws(SystemError) -> [UInt32]
  func plane(_ id: UInt32) throws(SystemError) -> DRMPlane

  func propertyValues(
    of object: UInt32, kind: DRMObjectKind
  ) throws(SystemError) -> [DRMPropertyValue]
  func property(_ id: UInt32) throws(SystemError) -> DRMProperty
  /// Sets one property immediately, without atomic modesetting.
  func setProperty(
    _ property: UInt32, of object: UInt32, kind: DRMObjectKind, to value: UInt64
  ) throws(SystemError)
  func blob(_ id: UInt32) throws(SystemError) -> [UInt8]
  func createBlob(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> UInt32
  func destroyBlob(_ id: UInt32) throws(SystemError)

  func createDumbBuffer(
    size: PixelSize, bitsPerPixel: Int
  ) throws(SystemError) -> DRMDumbBuffer
  func mapDumbBuffer(_ buffer: DRMDumbBuffer) throws(SystemError) -> Mapping
  func destroyDumbBuffer(_ handle: UInt32) throws(SystemError)
  func addFramebuffer(
    _ buffer: DRMDumbBuffer, size: PixelSize, format: PixelFormat
  ) throws(SystemError) -> UInt32
  func removeFramebuffer(_ id: UInt32) throws(SystemError)

  /// Checks or applies the request, all or nothing.
  ///
  /// With `.event`, the kernel sends `userData` back once the commit is visible.
  func commit(
    _ request: AtomicRequest, flags: AtomicFlags, userData: UInt64
  ) throws(SystemError)

  /// Sets the mode of a CRTC, or disables it if the mode is nil, and waits for completion.
  func setCRTC(_ setting: DRMCRTC, connectors: [UInt32]) throws(SystemError)
  func disablePlane(_ id: UInt32) throws(SystemError)
  func flip(crtc: UInt32, to framebuffer: UInt32, userData: UInt64) throws(SystemError)
  func markDirty(_ framebuffer: UInt32, damage: Damage) throws(SystemError)

  /// Calls `handler` with each pending event, without waiting.
  func readEvents(_ handler: (DRMFlipEvent) -> Void) throws(SystemError)
}

/// A capability that a client must enable (`DRM_CLIENT_CAP_…` in `drm.h`).
enum DRMClientCapability: UInt64 {
  case universalPlanes = 2
  case atomic = 3
}

/// Types of mode objects (`DRM_MODE_OBJECT_…` in `drm_mode.h`).
enum DRMObjectKind: UInt32 {
  case crtc = 0xCCCC_CCCC
  case connector = 0xC0C0_C0C0
  case plane = 0xEEEE_EEEE
}
