internal import Linux
internal import Raster

/// The framebuffers that alternate on the screen.
///
///     present 1        present 2        present 3
///     A: all           B: all           A: damage of 2 and 3
///
/// `BufferDamage` tracks what to copy into each buffer.
final class Swapchain {
  let size: PixelSize
  let format: PixelFormat
  /// Bytes copied to scan-out memory so far.
  private(set) var byteCount = 0
  /// Damage in scan-out pixels since the last buffer was shown.
  private(set) var frameDamage = Damage()

  private var buffers: [DumbFramebuffer] = []
  /// The parts of the picture that each buffer lacks.
  private var bufferDamage: BufferDamage
  private var back = 0
  private var placement: Placement?

  /// The picture's size and rotation in the framebuffers.
  private struct Placement: Equatable {
    var picture: PixelSize
    var rotation: Rotation
  }

  /// Creates `Scanout.bufferCount` buffers, or fewer if memory is short; a single buffer is filled
  /// while it is shown.
  init(size: PixelSize, format: PixelFormat, on device: any DRMDevice) throws(SystemError) {
    self.size = size
    self.format = format
    for number in 0..<Scanout.bufferCount {
      do throws(SystemError) {
        buffers.append(try DumbFramebuffer(size: size, format: format, on: device))
      } catch {
        guard number > 0 else { throw error }
        break
      }
    }
    bufferDamage = BufferDamage(bufferCount: buffers.count)
  }

  /// Leaves the framebuffers in the kernel at the end, so that the last picture stays on the
  /// screen.
  func leave() {
    for buffer in buffers { buffer.isLeftOnScreen = true }
  }

  var bufferCount: Int { buffers.count }
  /// Bytes per row of a framebuffer.
  var pitch: Int { buffers[back].scanout.pitch }
  /// The framebuffer to fill and show next.
  var backBuffer: UInt32 { buffers[back].id }

  /// Records the picture's damage since the last call, in picture pixels.
  func note(_ damage: Damage, picture: PixelSize, rotation: Rotation) {
    let placement = Placement(picture: picture, rotation: rotation)
    guard placement == self.placement else {
      self.placement = placement
      bufferDamage.invalidateAll()
      frameDamage = Damage(size.bounds)
      return
    }
    bufferDamage.add(damage)
    for index in 0..<damage.count {
      let turned = rotation.apply(
        to: damage[index].intersection(picture.bounds), in: picture)
      frameDamage.add(turned.intersection(size.bounds))
    }
  }

  /// Copies the parts of the picture that the back buffer lacks.
  func copy(_ picture: PixelBuffer, rotation: Rotation) {
    let scanout = buffers[back].scanout
    let fillsScreen = rotation.apply(to: picture.size).bounds.contains(size.bounds)
    // Earlier content would remain visible around a picture that does not fill the screen.
    if bufferDamage.isInvalid(back), !fillsScreen { byteCount += scanout.clear() }
    let damage = bufferDamage.repair(back, in: picture.size.bounds)
    byteCount += scanout.copy(picture, damage: damage, rotation: rotation)
  }

  /// Copies the whole picture again, into the buffer on the screen.
  func copyToLatest(_ picture: PixelBuffer, rotation: Rotation) {
    let latest = buffers[(back + buffers.count - 1) % buffers.count]
    byteCount += latest.scanout.copy(picture, rect: picture.size.bounds, rotation: rotation)
  }

  /// Advances after a commit: the buffer shown longest ago becomes the back buffer.
  func advance() {
    back = (back + 1) % buffers.count
    frameDamage.removeAll()
  }

  /// Steps back after a lost flip, to show its buffer, which is up to date, again.
  func retreat() {
    back = (back + buffers.count - 1) % buffers.count
  }
}
