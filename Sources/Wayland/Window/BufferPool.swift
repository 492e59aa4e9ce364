internal import Raster

/// The buffers of one size that take turns on a surface, and what each of them has missed.
///
/// | # | the buffer | what comes | what happens |
/// |---|---|---|---|
/// | 1 | free | a frame | it is taken; its pendingDamage is the damage since it was last filled |
/// | 2 | taken | the compositor releases it | free again, with the damage noted meanwhile as pendingDamage |
/// | 3 | all taken, fewer than three | a frame | another one is made; its pendingDamage is everything |
/// | 4 | all three taken | a frame | none: wait for a release |
/// | 5 | taken | another size is needed | kept until released, as the compositor still reads it |
struct BufferPool<Buffer: AnyObject> {
  static var capacity: Int { 3 }

  private struct Slot {
    let buffer: Buffer
    var isTaken: Bool
    /// In pixels of the upright picture.
    var pendingDamage: Damage
  }

  private var slots: [Slot] = []
  private var retired: [Buffer] = []

  /// True if `take` can give a buffer.
  var hasFree: Bool { slots.count < Self.capacity || slots.contains { !$0.isTaken } }
  /// Buffers alive, those included that only wait for their release.
  var count: Int { slots.count + retired.count }

  /// Notes that the picture changed.
  mutating func note(_ damage: Damage) {
    for index in slots.indices { slots[index].pendingDamage.formUnion(damage) }
  }

  /// A free buffer, or else a new one, with the damage that brings it up to date; nil if there is
  /// none or none could be made.
  mutating func take<Failure>(
    whole: PixelRect, make: () throws(Failure) -> Buffer
  ) throws(Failure) -> (buffer: Buffer, pendingDamage: Damage)? {
    if let index = slots.firstIndex(where: { !$0.isTaken }) {
      let pendingDamage = slots[index].pendingDamage
      slots[index].isTaken = true
      slots[index].pendingDamage.removeAll()
      return (slots[index].buffer, pendingDamage)
    }
    guard slots.count < Self.capacity else { return nil }
    let buffer = try make()
    slots.append(Slot(buffer: buffer, isTaken: true, pendingDamage: Damage()))
    return (buffer, Damage(whole))
  }

  /// The compositor is done with the buffer.
  mutating func release(_ buffer: Buffer) {
    if let index = slots.firstIndex(where: { $0.buffer === buffer }) {
      slots[index].isTaken = false
    }
    retired.removeAll { $0 === buffer }
  }

  /// Lets go of all buffers, of those that the compositor reads when it releases them.
  mutating func retireAll() {
    for slot in slots where slot.isTaken { retired.append(slot.buffer) }
    slots.removeAll()
  }
}
