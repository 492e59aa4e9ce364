internal import CLinux
internal import Glibc
internal import Linux
internal import Raster

/// A shared memory buffer that the compositor reads (`wl_shm`).
final class SharedBuffer {
  let object: WlBuffer
  let scanout: Scanout
  private let mapping: Mapping

  /// Creates a buffer of `size` pixels in XRGB8888, which every compositor supports.
  init(size: PixelSize, from memory: WlShm) throws(SystemError) {
    let pitch = size.width * PixelFormat.xrgb8888.bytesPerPixel
    let byteCount = pitch * size.height
    guard (1...32768).contains(size.width), (1...32768).contains(size.height),
      let wireByteCount = Int32(exactly: byteCount)
    else { throw SystemError(call: "wl_shm.create_pool", code: EFBIG) }
    let file = FileDescriptor(
      owning: try check("memfd_create") { memfd_create("knobpanel", UInt32(MFD_CLOEXEC)) })
    try check("ftruncate") { ftruncate(file.number, byteCount) }
    let mapping = try Mapping(descriptor: file.number, offset: 0, byteCount: byteCount)
    guard
      let scanout = Scanout(
        memory: mapping.bytes, pitch: pitch, format: .xrgb8888, size: size)
    else { throw SystemError(call: "wl_shm.create_pool", code: EINVAL) }
    // libwayland sends a duplicate of the file descriptor; a pool may be destroyed before its
    // buffers.
    let pool = memory.createPool(fd: file.number, size: wireByteCount)
    object = pool.createBuffer(
      offset: 0, width: Int32(size.width), height: Int32(size.height), stride: Int32(pitch),
      format: WlShm.Format.xrgb8888)
    pool.destroy()
    self.scanout = scanout
    self.mapping = mapping
  }
}
