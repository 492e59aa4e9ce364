import Randomness
import Raster
import Testing

/// Pictures shown at an offset.
@Suite struct ShiftingTests {
  private static let size = PixelSize(width: 41, height: 23)
  private static let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)

  static let offsets: [PixelOffset] = [-3, 0, 1, 5].flatMap { x in
    [-2, 0, 4].map { PixelOffset(x: x, y: $0) }
  }

  /// The expected pixels: each comes from the nearest one of the shifted picture.
  private func expected(_ source: PixelBuffer, _ offset: PixelOffset, factor: UInt32) -> [UInt32] {
    (0..<Self.size.height).flatMap { y in
      (0..<Self.size.width).map { x in
        let fromX = min(max(x - offset.x, 0), Self.size.width - 1)
        let fromY = min(max(y - offset.y, 0), Self.size.height - 1)
        let pixel = source.pixels[fromY * source.stride + fromX]
        return [16, 8, 0].reduce(0xFF) { $0 << 8 | (pixel >> $1 & 0xFF) * factor / 256 }
      }
    }
  }

  private func shown(_ picture: PixelBuffer) -> [UInt32] {
    (0..<Self.size.height).flatMap { y in
      (0..<Self.size.width).map { picture.pixels[y * picture.stride + $0] }
    }
  }

  private func fill(_ picture: PixelBuffer, _ rect: PixelRect, _ random: inout SeededGenerator) {
    for y in rect.y..<rect.y + rect.height {
      for x in rect.x..<rect.x + rect.width {
        picture.pixels[y * picture.stride + x] = UInt32.random(in: 0...0xFF_FFFF, using: &random)
      }
    }
  }

  @Test("The picture and its later changes appear at the offset", arguments: offsets)
  func moved(by offset: PixelOffset) throws {
    var random = SeededGenerator(seed: 7)
    let source = try #require(PixelBuffer(size: Self.size))
    let target = try #require(PixelBuffer(size: Self.size))
    fill(source, Self.whole, &random)
    let all = target.copy(source, Damage(Self.whole), movedBy: offset, darkenedBy: 256)
    #expect(all.bounds == Self.whole)
    #expect(shown(target) == expected(source, offset, factor: 256))
    for _ in 0..<50 {
      let x = Int.random(in: 0..<Self.size.width, using: &random)
      let y = Int.random(in: 0..<Self.size.height, using: &random)
      let rect = PixelRect(
        x: x, y: y, width: Int.random(in: 1...Self.size.width - x, using: &random),
        height: Int.random(in: 1...Self.size.height - y, using: &random))
      fill(source, rect, &random)
      let before = shown(target)
      let changed = target.copy(source, Damage(rect), movedBy: offset, darkenedBy: 256)
      let after = shown(target)
      #expect(after == expected(source, offset, factor: 256))
      // The returned damage covers all differences.
      for index in after.indices where after[index] != before[index] {
        let pixel = PixelRect(
          x: index % Self.size.width, y: index / Self.size.width, width: 1, height: 1)
        #expect((0..<changed.count).contains { changed[$0].contains(pixel) })
      }
    }
  }

  @Test("A shifted picture can also be darkened")
  func darkened() throws {
    var random = SeededGenerator(seed: 8)
    let source = try #require(PixelBuffer(size: Self.size))
    let target = try #require(PixelBuffer(size: Self.size))
    fill(source, Self.whole, &random)
    let offset = PixelOffset(x: 2, y: -1)
    _ = target.copy(source, Damage(Self.whole), movedBy: offset, darkenedBy: 51)
    #expect(shown(target) == expected(source, offset, factor: 51))
  }

  @Test("An offset beyond the size, or another size, writes nothing")
  func tooFar() throws {
    let source = try #require(PixelBuffer(size: Self.size))
    let target = try #require(PixelBuffer(size: Self.size))
    let offset = PixelOffset(x: Self.size.width, y: 0)
    #expect(target.copy(source, Damage(Self.whole), movedBy: offset, darkenedBy: 256).isEmpty)
    let other = try #require(PixelBuffer(size: PixelSize(width: 8, height: 8)))
    let step = PixelOffset(x: 1, y: 0)
    #expect(target.copy(other, Damage(Self.whole), movedBy: step, darkenedBy: 256).isEmpty)
  }
}
