internal import Linux
internal import Raster

/// The framebuffers that take turns on the screen, and what each of them has missed.
///
///     present 1        present 2        present 3        present 4
///     A: all           B: all           C: all           A: damage of 2, 3 and 4
///
/// A buffer's content has an age; instead of counting it, the damage of each frame is noted for all
/// buffers, and copying into one pays its pendingDamage.
final class Swapchain {
  let size: PixelSize
  let format: PixelFormat
  /// Bytes that went into scan-out memory so far.
  private(set) var byteCount = 0
  /// Damage in scan-out pixels since the last buffer was shown.
  private(set) var frameDamage = Damage()

  private var slots: [Slot] = []
  private var back = 0
  private var layout: Layout?

  private struct Slot {
    let buffer: DumbFramebuffer
    /// What changed since it was filled, in pixels of the upright picture.
    var pendingDamage = Damage()
    /// How the picture lies in it; nil while it is black.
    var layout: Layout?
  }

  private struct Layout: Equatable {
    var picture: PixelSize
    var rotation: Rotation
  }

  /// Three buffers, or two if memory is short.
  init(size: PixelSize, format: PixelFormat, on device: any DRMDevice) throws(SystemError) {
    self.size = size
    self.format = format
    for number in 0..<3 {
      do throws(SystemError) {
        slots.append(
          Slot(buffer: try DumbFramebuffer(size: size, format: format, on: device)))
      } catch {
        guard number == 2 else { throw error }
      }
    }
  }

  var bufferCount: Int { slots.count }
  /// The framebuffer to be filled and shown next.
  var backBuffer: UInt32 { slots[back].buffer.id }

  /// Notes what changed in the picture since the last call.
  func note(_ damage: Damage, picture: PixelSize, rotation: Rotation) {
    let layout = Layout(picture: picture, rotation: rotation)
    guard layout == self.layout else {
      self.layout = layout
      frameDamage = Damage(size.bounds)
      return
    }
    for index in slots.indices { slots[index].pendingDamage.formUnion(damage) }
    for index in 0..<damage.count {
      let turned = rotation.apply(
        to: damage[index].intersection(picture.bounds), in: picture)
      frameDamage.add(turned.intersection(size.bounds))
    }
  }

  /// Brings the back buffer up to date.
  func copy(_ picture: PixelBuffer, rotation: Rotation) {
    let scanout = slots[back].buffer.scanout
    if slots[back].layout != layout {
      slots[back].layout = layout
      slots[back].pendingDamage = Damage(picture.size.bounds)
      // Beside a picture that does not fill the screen would lie what was there before.
      if !rotation.apply(to: picture.size).bounds.contains(size.bounds) {
        byteCount += scanout.clear()
      }
    }
    byteCount += scanout.copy(picture, damage: slots[back].pendingDamage, rotation: rotation)
    slots[back].pendingDamage.removeAll()
  }

  /// Writes all of the picture once more into the buffer that is shown.
  func copyToLatest(_ picture: PixelBuffer, rotation: Rotation) {
    let latest = slots[(back + slots.count - 1) % slots.count].buffer
    byteCount += latest.scanout.copy(picture, rect: picture.size.bounds, rotation: rotation)
  }

  /// The back buffer is on its way to the screen; the one shown longest ago is next.
  func advance() {
    back = (back + 1) % slots.count
    frameDamage.removeAll()
  }

  /// The buffer that was on its way did not arrive: it is to be shown again, as it is.
  func retreat() {
    back = (back + slots.count - 1) % slots.count
  }
}
