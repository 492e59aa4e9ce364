import Raster
import Testing

@testable import Wayland

/// The rows of the table of `BufferPool`, with placeholder buffers.
struct BufferPoolTests {
  final class Fake {}

  private let whole = PixelRect(x: 0, y: 0, width: 100, height: 80)
  private let left = PixelRect(x: 0, y: 0, width: 10, height: 10)
  private let right = PixelRect(x: 90, y: 0, width: 10, height: 10)

  private func rects(_ damage: Damage) -> Set<PixelRect> {
    Set((0..<damage.count).map { damage[$0] })
  }

  /// Adds damage and takes a buffer for it.
  private func take(_ pool: inout BufferPool<Fake>, _ changed: PixelRect) throws -> (
    buffer: Fake, damage: Damage
  ) {
    pool.add(Damage(changed))
    return try #require(pool.take(picture: whole) { Fake() })
  }

  @Test("1–3: buffers alternate, each updated with the damage that it missed")
  func turns() throws {
    var pool = BufferPool<Fake>()
    let first = try take(&pool, whole)
    #expect(rects(first.damage) == [whole])
    let second = try take(&pool, left)
    #expect(second.buffer !== first.buffer)
    #expect(rects(second.damage) == [whole])
    pool.release(first.buffer)
    let third = try take(&pool, right)
    #expect(third.buffer === first.buffer)
    #expect(rects(third.damage) == [left, right])
    pool.release(second.buffer)
    let fourth = try take(&pool, left)
    #expect(fourth.buffer === second.buffer)
    #expect(rects(fourth.damage) == [left, right])
    #expect(pool.count == 2)
  }

  @Test("A buffer released at once is reused, and misses only the last damage")
  func single() throws {
    var pool = BufferPool<Fake>()
    for step in 0..<5 {
      let (buffer, damage) = try take(&pool, left)
      #expect(rects(damage) == [step == 0 ? whole : left])
      pool.release(buffer)
    }
    #expect(pool.count == 1)
  }

  @Test("4: a compositor that releases nothing gets three buffers")
  func limit() throws {
    var pool = BufferPool<Fake>()
    var taken: [Fake] = []
    for _ in 0..<3 { taken.append(try take(&pool, left).buffer) }
    #expect(!pool.hasFree)
    #expect(pool.take(picture: whole) { Fake() } == nil)
    pool.release(taken[1])
    #expect(pool.hasFree)
    #expect(try take(&pool, right).buffer === taken[1])
  }

  @Test("5: buffers of an old size stay until they are released, and are not reused")
  func retirement() throws {
    var pool = BufferPool<Fake>()
    var free: Fake? = try take(&pool, left).buffer
    var read: Fake? = try take(&pool, left).buffer
    pool.release(try #require(free))
    weak let oldFree = free
    weak let oldRead = read
    free = nil
    read = nil
    pool.retireAll()
    #expect(oldFree == nil)
    #expect(oldRead != nil)
    let next = try take(&pool, left)
    #expect(next.buffer !== oldRead)
    #expect(rects(next.damage) == [whole])
    if let released = oldRead { pool.release(released) }
    #expect(oldRead == nil)
    #expect(pool.count == 1)
  }

  @Test("A buffer that cannot be made does not count")
  func failure() throws {
    struct NoMemory: Error {}
    var pool = BufferPool<Fake>()
    for _ in 0..<5 {
      #expect(throws: NoMemory.self) {
        _ = try pool.take(picture: whole) { () throws(NoMemory) in throw NoMemory() }
      }
    }
    #expect(pool.hasFree)
    #expect(rects(try take(&pool, left).damage) == [whole])
  }
}
