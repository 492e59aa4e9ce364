import Glibc
import Linux
import Raster

@testable import Display

/// Memory, framebuffers and blobs.
extension FakeCard {
  func createDumbBuffer(
    size: PixelSize, bitsPerPixel: Int
  ) throws(SystemError) -> DRMDumbBuffer {
    try enter("createDumbBuffer")
    guard buffers.count < bufferLimit else {
      throw SystemError(call: "createDumbBuffer", code: ENOMEM)
    }
    let pitch = pitch(size.width * bitsPerPixel / 8)
    let buffer = DRMDumbBuffer(
      handle: newID(), pitch: pitch,
      byteCount: (pitch * size.height + pageByteCount - 1) / pageByteCount * pageByteCount)
    var name = Array("/tmp/scanout-XXXXXX".utf8CString)
    let file = try check("mkstemp") { mkstemp(&name) }
    unlink(name)
    try check("ftruncate") { ftruncate(file, buffer.byteCount) }
    buffers[buffer.handle] = FakeBuffer(file: file, buffer: buffer)
    return buffer
  }

  func mapDumbBuffer(_ buffer: DRMDumbBuffer) throws(SystemError) -> Mapping {
    try enter("mapDumbBuffer")
    guard let known = buffers[buffer.handle] else {
      throw SystemError(call: "mapDumbBuffer", code: ENOENT)
    }
    return try Mapping(descriptor: known.file, offset: 0, byteCount: buffer.byteCount)
  }

  func destroyDumbBuffer(_ handle: UInt32) throws(SystemError) {
    guard let buffer = buffers.removeValue(forKey: handle) else {
      throw SystemError(call: "destroyDumbBuffer", code: ENOENT)
    }
    _ = close(buffer.file)
  }

  func addFramebuffer(
    _ buffer: DRMDumbBuffer, size: PixelSize, format: PixelFormat
  ) throws(SystemError) -> UInt32 {
    try enter("addFramebuffer")
    guard buffers[buffer.handle] != nil, formats.contains(format) else {
      throw SystemError(call: "addFramebuffer", code: EINVAL)
    }
    let id = newID()
    framebuffers[id] = FakeFramebuffer(buffer: buffer, size: size, format: format)
    return id
  }

  /// As in the kernel, planes that show it are turned off.
  func removeFramebuffer(_ id: UInt32) throws(SystemError) {
    guard framebuffers.removeValue(forKey: id) != nil else {
      throw SystemError(call: "removeFramebuffer", code: ENOENT)
    }
    for plane in planes.map(\.id) where self[plane, "FB_ID"] == UInt64(id) {
      journal.append("plane\(plane) lost its framebuffer")
      self[plane, "FB_ID"] = 0
      self[plane, "CRTC_ID"] = 0
    }
  }

  func clearMemory() throws(SystemError) {
    for buffer in buffers.values {
      let mapping = try Mapping(
        descriptor: buffer.file, offset: 0, byteCount: buffer.buffer.byteCount)
      mapping.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    }
  }

  func createBlob(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> UInt32 {
    try enter("createBlob")
    let id = newID()
    blobs[id] = Array(bytes)
    return id
  }

  func destroyBlob(_ id: UInt32) throws(SystemError) {
    guard blobs[id] != nil else { throw SystemError(call: "destroyBlob", code: ENOENT) }
    destroyedBlobs.insert(id)
    forgetUnusedBlobs()
  }

  /// A destroyed blob exists as long as an object uses it.
  func forgetUnusedBlobs() {
    let used = Set(objects.values.flatMap { object in Self.blobNames.map { object.values[$0] } })
    for id in destroyedBlobs where !used.contains(UInt64(id)) {
      blobs[id] = nil
      destroyedBlobs.remove(id)
    }
  }

  func blob(_ id: UInt32) throws(SystemError) -> [UInt8] {
    try enter("blob")
    guard let bytes = blobs[id] else { throw SystemError(call: "blob", code: ENOENT) }
    return bytes
  }

  /// The pixels of a framebuffer as a screen would show them, without row padding.
  func pixels(of id: UInt32) throws -> [UInt8] {
    guard let framebuffer = framebuffers[id], let file = buffers[framebuffer.buffer.handle]?.file
    else { return [] }
    let mapping = try Mapping(
      descriptor: file, offset: 0, byteCount: framebuffer.buffer.byteCount)
    let rowByteCount = framebuffer.size.width * framebuffer.format.bytesPerPixel
    return (0..<framebuffer.size.height).flatMap { row in
      let start = row * framebuffer.buffer.pitch
      return Array(mapping.bytes[start..<start + rowByteCount])
    }
  }
}
