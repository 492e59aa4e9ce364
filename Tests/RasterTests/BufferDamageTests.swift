import Raster
import Testing

@Suite struct BufferDamageTests {
  private let frame = PixelRect(x: 0, y: 0, width: 640, height: 480)
  private let left = PixelRect(x: 0, y: 0, width: 10, height: 10)
  private let right = PixelRect(x: 600, y: 0, width: 10, height: 10)

  private func rects(_ damage: Damage) -> Set<PixelRect> {
    Set((0..<damage.count).map { damage[$0] })
  }

  @Test("A buffer with unknown contents must be redrawn as a whole, whatever was added")
  func unknown() {
    var buffers = BufferDamage(bufferCount: 2)
    #expect(buffers.isInvalid(0) && buffers.isInvalid(1))
    buffers.add(Damage(left))
    #expect(rects(buffers.repair(0, in: frame)) == [frame])
    #expect(!buffers.isInvalid(0) && buffers.isInvalid(1))
    #expect(rects(buffers.repair(1, in: frame)) == [frame])
  }

  @Test("Alternating buffers miss the changes since each was last repaired")
  func turns() {
    var buffers = BufferDamage(bufferCount: 2)
    let frames = [(0, frame), (1, left), (0, right), (1, left), (1, right)]
    let missed = frames.map { buffer, changed in
      buffers.add(Damage(changed))
      return rects(buffers.repair(buffer, in: frame))
    }
    #expect(missed == [[frame], [frame], [left, right], [right, left], [right]])
  }

  @Test("A repaired buffer misses nothing until something changes")
  func repaired() {
    var buffers = BufferDamage(bufferCount: 1)
    _ = buffers.repair(0, in: frame)
    #expect(buffers.repair(0, in: frame).isEmpty)
  }

  @Test("A buffer misses every change, however long ago it was repaired")
  func oldBuffer() {
    var buffers = BufferDamage(bufferCount: 2)
    for buffer in 0..<2 { _ = buffers.repair(buffer, in: frame) }
    // More rectangles than damage can hold separately.
    let changed = (0..<10 * Damage.capacity).map { step in
      PixelRect(x: step * 37 % 600, y: step * 53 % 440, width: 7, height: 5)
    }
    for rect in changed {
      buffers.add(Damage(rect))
      _ = buffers.repair(0, in: frame)
    }
    let damage = buffers.repair(1, in: frame)
    #expect(damage.count <= Damage.capacity)
    for rect in changed {
      var uncovered = rect.area
      for index in 0..<damage.count { uncovered -= rect.intersection(damage[index]).area }
      #expect(uncovered == 0)
    }
    #expect(frame.contains(damage.bounds))
  }

  @Test("When the picture's size changes, every buffer must be redrawn as a whole")
  func invalidation() {
    var buffers = BufferDamage(bufferCount: 3)
    for buffer in 0..<3 { _ = buffers.repair(buffer, in: frame) }
    buffers.invalidateAll()
    buffers.add(Damage(left))
    let small = PixelRect(x: 0, y: 0, width: 320, height: 240)
    for buffer in 0..<3 {
      #expect(buffers.isInvalid(buffer))
      #expect(rects(buffers.repair(buffer, in: small)) == [small])
    }
  }

  @Test("Buffers can be added and replaced; a new one must be redrawn as a whole")
  func replacement() {
    var buffers = BufferDamage()
    #expect(buffers.addBuffer() == 0)
    _ = buffers.repair(0, in: frame)
    #expect(buffers.addBuffer() == 1)
    buffers.add(Damage(left))
    #expect(rects(buffers.repair(0, in: frame)) == [left])
    #expect(rects(buffers.repair(1, in: frame)) == [frame])
    buffers.removeAllBuffers()
    #expect(buffers.bufferCount == 0)
    #expect(buffers.addBuffer() == 0)
    #expect(rects(buffers.repair(0, in: frame)) == [frame])
  }
}
