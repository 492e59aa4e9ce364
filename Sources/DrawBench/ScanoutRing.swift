internal import Raster

/// The scan-out buffers that take turns on a display: what is copied into one is what changed since it
/// was last filled.
struct ScanoutRing {
  private var slots: [Slot] = []
  private var bufferDamage = BufferDamage()
  private var back = 0

  private struct Slot {
    let memory: UnsafeMutableRawBufferPointer
    let scanout: Scanout
  }

  /// Owned by the ring's user, who calls `free`; nil if there is no picture of that size.
  init?(size: PixelSize, format: PixelFormat) {
    let pitch = (size.width * format.bytesPerPixel + 63) & ~63
    for _ in 0..<Scanout.bufferCount {
      let memory = UnsafeMutableRawBufferPointer.allocate(
        byteCount: pitch * size.height, alignment: 4096)
      guard let scanout = Scanout(memory: memory, pitch: pitch, format: format, size: size) else {
        memory.deallocate()
        free()
        return nil
      }
      // Every page is there from now on, as it is in a buffer of the kernel's.
      scanout.clear()
      slots.append(Slot(memory: memory, scanout: scanout))
    }
    bufferDamage = BufferDamage(bufferCount: slots.count)
  }

  func free() {
    for slot in slots { slot.memory.deallocate() }
  }

  /// Copies into the next buffer what changed since it was last filled; returns the bytes.
  mutating func copy(_ picture: PixelBuffer, damage: Damage, rotation: Rotation) -> Int {
    bufferDamage.add(damage)
    let count = slots[back].scanout.copy(
      picture, damage: bufferDamage.repair(back, in: picture.size.bounds), rotation: rotation)
    back = (back + 1) % slots.count
    return count
  }
}
