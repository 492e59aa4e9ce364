import CAllocationCount
import PNG
import Raster
import Testing

@testable import PanelApplication

/// The memory that a requested picture takes, beside the panel's own.
@Suite struct PictureMemoryTests {
  /// The size of an ordinary panel.
  private static let size = PixelSize(width: 1280, height: 800)
  private static let frameByteCount = 1280 * 800 * 4
  /// Memory for rows and for compressing.
  private static let rest = 1 << 20

  enum Contents: CaseIterable {
    /// Flat areas, as panels have.
    case areas
    /// Noise, which does not compress.
    case noise

    func fill(_ picture: PixelBuffer) {
      var state: UInt32 = 7
      for index in picture.pixels.indices {
        state = state &* 1_664_525 &+ 1_013_904_223
        picture.pixels[index] = self == .noise ? 0xFF00_0000 | state >> 8 : 0xFF20_2020
      }
    }
  }

  @Test("A picture takes its frame and three times its file", arguments: Contents.allCases)
  func whole(_ contents: Contents) throws {
    let frame = try #require(PixelBuffer(size: Self.size))
    contents.fill(frame)
    let fileByteCount = try PNGPicture.encode(frame).count
    let (shot, byteCount) = try Self.encode(frame, byteLimit: .max)
    #expect(shot.size == Self.size)
    #expect(byteCount <= Self.frameByteCount + 3 * fileByteCount + Self.rest)
    #expect(byteCount < 32 << 20)
  }

  @Test("A picture halved until it fits takes a quarter more", arguments: Contents.allCases)
  func halved(_ contents: Contents) throws {
    let frame = try #require(PixelBuffer(size: Self.size))
    contents.fill(frame)
    let fileByteCount = try PNGPicture.encode(frame).count
    let (shot, byteCount) = try Self.encode(frame, byteLimit: 524_288)
    #expect(shot.text.utf8.count <= 524_288)
    #expect(byteCount <= Self.frameByteCount * 5 / 4 + 3 * fileByteCount + Self.rest)
    #expect(byteCount < 32 << 20)
  }

  /// Encodes a copy of a frame; returns the picture and the most bytes that both took.
  private static func encode(
    _ frame: PixelBuffer, byteLimit: Int
  ) throws -> (shot: Screenshot, byteCount: Int64) {
    allocation_begin_bytes()
    let copy = try #require(PixelBuffer(copying: frame))
    let result = Screenshot.encode(consume copy, byteLimit: byteLimit)
    return (try result.get(), allocation_most_bytes())
  }
}
