internal import Linux
internal import Raster

/// The calls on a graphics card that the display uses, one for one, so that tests can run every
/// path against a simulated kernel.
///
/// Object ids are the kernel's; 0 is none. Names and semantics are those of `drm_mode.h`.
protocol DRMDevice: AnyObject {
  /// Readable when `readEvents` has something; valid as long as the device.
  var descriptor: Int32 { get }
  var driverName: String { get }
  /// True if an earlier run of this program has opened it, whose last picture is on it.
  var isTakenOver: Bool { get }

  var isMaster: Bool { get }
  func setMaster() throws(SystemError)
  func dropMaster() throws(SystemError)
  func enable(_ capability: DRMClientCapability) throws(SystemError)
  /// Whether the driver has dumb buffers (`DRM_CAP_DUMB_BUFFER`).
  var hasDumbBuffers: Bool { get }

  func resources() throws(SystemError) -> DRMResources
  /// The framebuffers that were made through this descriptor.
  func framebufferIDs() throws(SystemError) -> [UInt32]
  /// Probing asks the hardware, which can take a tenth of a second; otherwise the last result.
  func connector(_ id: UInt32, probing: Bool) throws(SystemError) -> DRMConnector
  func encoder(_ id: UInt32) throws(SystemError) -> DRMEncoder
  func crtc(_ id: UInt32) throws(SystemError) -> DRMCRTC
  func planeIDs() throws(SystemError) -> [UInt32]
  func plane(_ id: UInt32) throws(SystemError) -> DRMPlane

  func propertyValues(
    of object: UInt32, kind: DRMObjectKind
  ) throws(SystemError) -> [DRMPropertyValue]
  func property(_ id: UInt32) throws(SystemError) -> DRMProperty
  /// Sets one property at once, without atomic modesetting.
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

  /// Checks or applies the whole request or nothing.
  ///
  /// With `.event` the kernel sends `userData` back once what was committed is visible.
  func commit(
    _ request: AtomicRequest, flags: AtomicFlags, userData: UInt64
  ) throws(SystemError)

  /// Sets the mode of a CRTC, or without one disables it, and waits until that is done.
  func setCRTC(_ setting: DRMCRTC, connectors: [UInt32]) throws(SystemError)
  func disablePlane(_ id: UInt32) throws(SystemError)
  func flip(crtc: UInt32, to framebuffer: UInt32, userData: UInt64) throws(SystemError)
  func markDirty(_ framebuffer: UInt32, damage: Damage) throws(SystemError)

  /// Calls `handler` with the events that have arrived, without waiting.
  func readEvents(_ handler: (DRMFlipEvent) -> Void) throws(SystemError)
}

/// What a client has to enable (`DRM_CLIENT_CAP_…` in `drm.h`).
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
