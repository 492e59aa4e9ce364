import Raster
import Testing

/// Pictures shown darker than they are drawn.
@Suite struct DarkeningTests {
  private let size = PixelSize(width: 37, height: 5)

  private func picture(_ pixel: (Int) -> UInt32) throws -> PixelBuffer {
    let picture = try #require(PixelBuffer(size: size))
    for index in picture.pixels.indices { picture.pixels[index] = pixel(index) }
    return picture
  }

  private func copy(
    _ source: PixelBuffer, _ rect: PixelRect, to target: PixelBuffer, _ factor: UInt32
  ) {
    _ = target.copy(source, Damage(rect), movedBy: PixelOffset(), darkenedBy: factor)
  }

  @Test("Each channel is multiplied and rounded down", arguments: [0, 1, 51, 128, 255, 256, 300])
  func channels(factor: UInt32) throws {
    let source = try picture { UInt32(truncatingIfNeeded: $0 &* 2_654_435_761) }
    let target = try picture { _ in 0x1234_5678 }
    copy(source, PixelRect(x: 0, y: 0, width: 37, height: 5), to: target, factor)
    let used = min(factor, 256)
    for y in 0..<5 {
      for x in 0..<37 {
        let pixel = source.pixels[y * source.stride + x]
        let expected = [16, 8, 0].reduce(0xFF) { $0 << 8 | (pixel >> $1 & 0xFF) * used / 256 }
        #expect(target.pixels[y * target.stride + x] == expected)
      }
    }
  }

  @Test("Nothing outside the damage is written, also where it extends beyond the picture")
  func damage() throws {
    let source = try picture { _ in 0xFFFF_FFFF }
    let target = try picture { _ in 7 }
    copy(source, PixelRect(x: 30, y: 3, width: 100, height: 100), to: target, 128)
    for y in 0..<5 {
      for x in 0..<target.stride {
        let isDamaged = y >= 3 && x >= 30 && x < 37
        #expect(target.pixels[y * target.stride + x] == (isDamaged ? 0xFF7F_7F7F : 7))
      }
    }
  }

  @Test("A picture of another size is not changed")
  func otherSize() throws {
    let source = try #require(PixelBuffer(size: PixelSize(width: 10, height: 10)))
    let target = try picture { _ in 7 }
    copy(source, PixelRect(x: 0, y: 0, width: 10, height: 5), to: target, 128)
    #expect(target.pixels.allSatisfy { $0 == 7 })
  }
}
