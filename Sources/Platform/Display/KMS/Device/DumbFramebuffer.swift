internal import Glibc
internal import Linux
internal import Raster

/// A dumb buffer with its mapping and its framebuffer, freed on deinit.
final class DumbFramebuffer {
  let id: UInt32
  let scanout: Scanout
  private let device: any DRMDevice
  private let handle: UInt32
  private let mapping: Mapping
  /// Whether the kernel keeps showing it after deinit.
  var isLeftOnScreen = false

  /// Creates a black framebuffer: the kernel clears dumb buffers.
  init(
    size: PixelSize, format: PixelFormat, on device: any DRMDevice
  ) throws(SystemError) {
    let buffer = try device.createDumbBuffer(
      size: size, bitsPerPixel: format.bytesPerPixel * 8)
    do throws(SystemError) {
      let mapping = try device.mapDumbBuffer(buffer)
      guard
        let scanout = Scanout(
          memory: mapping.bytes, pitch: buffer.pitch, format: format, size: size)
      else { throw SystemError(call: "drmModeCreateDumbBuffer", code: EINVAL) }
      let id = try device.addFramebuffer(buffer, size: size, format: format)
      self.device = device
      self.handle = buffer.handle
      self.scanout = scanout
      self.id = id
      self.mapping = mapping
    } catch {
      try? device.destroyDumbBuffer(buffer.handle)
      throw error
    }
  }

  deinit {
    if isLeftOnScreen { return }
    // These fail only if the card was removed, and then the memory is gone too.
    try? device.removeFramebuffer(id)
    try? device.destroyDumbBuffer(handle)
  }
}
