internal import Raster

/// The buffers of one size that alternate on a surface.
///
/// | # | the buffer | event | what happens |
/// |---|---|---|---|
/// | 1 | free | a frame | taken, with the damage since it was last filled |
/// | 2 | taken | the compositor releases it | free again, with the damage added meanwhile |
/// | 3 | all taken, fewer than three | a frame | another one is created; its damage is everything |
/// | 4 | all three taken | a frame | none: wait for a release |
/// | 5 | taken | another size is needed | kept until released, because the compositor still reads it |
struct BufferPool<Buffer: AnyObject> {
  static var capacity: Int { 3 }

  private struct Slot {
    let buffer: Buffer
    var isTaken: Bool
  }

  private var slots: [Slot] = []
  /// The parts of the picture that the buffers lack, by the index in `slots`.
  private var bufferDamage = BufferDamage()
  private var retired: [Buffer] = []

  /// Whether `take` can return a buffer.
  var hasFree: Bool { slots.count < Self.capacity || slots.contains { !$0.isTaken } }
  /// The number of buffers, including those that only await their release.
  var count: Int { slots.count + retired.count }

  /// Adds damage to the picture, in pixels of the upright picture.
  mutating func add(_ damage: Damage) {
    bufferDamage.add(damage)
  }

  /// Returns a free buffer, or else a new one, with the damage that brings it up to date; nil if
  /// all are taken.
  ///
  /// - Throws: The error of `make`.
  mutating func take<Failure>(
    picture: PixelRect, make: () throws(Failure) -> Buffer
  ) throws(Failure) -> (buffer: Buffer, damage: Damage)? {
    if let index = slots.firstIndex(where: { !$0.isTaken }) {
      slots[index].isTaken = true
      return (slots[index].buffer, bufferDamage.repair(index, in: picture))
    }
    guard slots.count < Self.capacity else { return nil }
    let buffer = try make()
    slots.append(Slot(buffer: buffer, isTaken: true))
    return (buffer, bufferDamage.repair(bufferDamage.addBuffer(), in: picture))
  }

  /// Records that the compositor is done with the buffer.
  mutating func release(_ buffer: Buffer) {
    if let index = slots.firstIndex(where: { $0.buffer === buffer }) {
      slots[index].isTaken = false
    }
    retired.removeAll { $0 === buffer }
  }

  /// Drops all buffers; those still read by the compositor are dropped on their release.
  mutating func retireAll() {
    for slot in slots where slot.isTaken { retired.append(slot.buffer) }
    slots.removeAll()
    bufferDamage.removeAllBuffers()
  }
}
