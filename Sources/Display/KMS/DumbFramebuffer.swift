internal import Glibc
internal import Linux
internal import Raster

/// Owns a dumb buffer, its mapping and its framebuffer, and frees them at the end of its life.
final class DumbFramebuffer {
  let id: UInt32
  let scanout: Scanout
  private let device: any DRMDevice
  private let handle: UInt32
  private let mapping: Mapping
  /// Whether the kernel goes on showing it after this object's end.
  var isLeft = false

  /// A black framebuffer: the kernel clears the memory of dumb buffers.
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
    if isLeft { return }
    // These fail only if the card was removed, and then so is the memory.
    try? device.removeFramebuffer(id)
    try? device.destroyDumbBuffer(handle)
  }
}
