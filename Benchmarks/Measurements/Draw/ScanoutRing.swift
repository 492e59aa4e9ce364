internal import Raster

/// The alternating scan-out buffers of a display: each copy contains the changes since the buffer
/// was last filled.
struct ScanoutRing: ~Copyable {
  private var slots: [Slot] = []
  private var bufferDamage = BufferDamage()
  private var back = 0

  private struct Slot {
    let memory: UnsafeMutableRawBufferPointer
    let scanout: Scanout
  }

  /// Allocates the buffers; returns nil for an invalid size.
  init?(size: PixelSize, format: PixelFormat) {
    let pitch = (size.width * format.bytesPerPixel + 63) & ~63
    for _ in 0..<Scanout.bufferCount {
      let memory = UnsafeMutableRawBufferPointer.allocate(
        byteCount: pitch * size.height, alignment: 4096)
      guard let scanout = Scanout(memory: memory, pitch: pitch, format: format, size: size) else {
        memory.deallocate()
        return nil
      }
      // This populates every memory page, as in a buffer from the kernel.
      scanout.clear()
      slots.append(Slot(memory: memory, scanout: scanout))
    }
    bufferDamage = BufferDamage(bufferCount: slots.count)
  }

  deinit {
    for slot in slots { slot.memory.deallocate() }
  }

  /// Copies the changes since the next buffer was last filled into it; returns the number of bytes.
  mutating func copy(_ picture: PixelBuffer, damage: Damage, rotation: Rotation) -> Int {
    bufferDamage.add(damage)
    let count = slots[back].scanout.copy(
      picture, damage: bufferDamage.repair(back, in: picture.size.bounds), rotation: rotation)
    back = (back + 1) % slots.count
    return count
  }
}
