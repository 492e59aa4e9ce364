import PNG
import Raster
import Testing
import WebServer

@testable import Preview

/// A simulated browser: what it shows after the messages that it received.
private struct Shown {
  var sequence: UInt32?
  var pixels: [UInt32] = []
  var size = PixelSize(width: 0, height: 0)
  var partCount = 0

  mutating func apply(_ frame: SharedFrame) throws {
    let bytes = frame.message.payload
    func number(_ at: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }
    sequence = UInt32(number(0, 4))
    let size = PixelSize(width: number(4, 2), height: number(6, 2))
    if size != self.size {
      pixels = [UInt32](repeating: 0, count: size.width * size.height)
      self.size = size
    }
    partCount = number(8, 2)
    var at = 12
    for _ in 0..<partCount {
      let (x, y, width, height) = (
        number(at, 2), number(at + 2, 2), number(at + 4, 2), number(at + 6, 2)
      )
      let count = number(at + 8, 4)
      let picture = try PNGPicture.decode(Array(bytes[at + 12..<at + 12 + count]))
      #expect(picture.size == PixelSize(width: width, height: height))
      for row in 0..<height {
        for column in 0..<width {
          pixels[(y + row) * size.width + x + column] =
            picture.pixels[row * picture.stride + column] & 0xFFFFFF
        }
      }
      at += 12 + count
    }
    #expect(at == bytes.count)
  }
}

@Suite struct FrameHistoryTests {
  private let size = PixelSize(width: 40, height: 30)

  private func picture(_ seed: UInt32, _ size: PixelSize) throws -> PixelBuffer {
    let picture = try #require(PixelBuffer(size: size))
    for index in picture.pixels.indices {
      picture.pixels[index] = 0xFF00_0000 | (UInt32(index) &* 2_654_435_761 &+ seed) >> 8
    }
    return picture
  }

  /// Changes a picture in a rectangle, and adds it as a frame.
  private func draw(
    _ rect: PixelRect, _ seed: UInt32, in picture: PixelBuffer, _ history: inout FrameHistory,
    rotation: Rotation = .none
  ) {
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX { picture.pixels[y * picture.stride + x] ^= seed }
    }
    history.add(picture, damage: Damage(rect), rotation: rotation)
  }

  private func pixels(_ history: FrameHistory) -> [UInt32] {
    let contents = history.contents
    return (0..<contents.size.height).flatMap { row in
      (0..<contents.size.width).map { contents.pixels[row * contents.stride + $0] & 0xFFFFFF }
    }
  }

  @Test func newBrowsersReceiveTheWholeFrame() throws {
    var history = try #require(FrameHistory(size: size))
    history.add(try picture(1, size), damage: Damage(size.bounds), rotation: .none)
    var shown = Shown()
    try shown.apply(history.message(since: nil))
    #expect(shown.pixels == pixels(history))
    #expect(shown.sequence == history.sequence)
  }

  @Test func browsersReceiveOnlyLaterChanges() throws {
    var history = try #require(FrameHistory(size: size))
    let picture = try picture(1, size)
    history.add(picture, damage: Damage(size.bounds), rotation: .none)
    var shown = Shown()
    try shown.apply(history.message(since: nil))
    for (seed, x) in [(2, 3), (3, 20)] as [(UInt32, Int)] {
      draw(PixelRect(x: x, y: 4, width: 5, height: 6), seed, in: picture, &history)
    }
    try shown.apply(history.message(since: shown.sequence))
    #expect(shown.pixels == pixels(history))
    #expect(shown.partCount == 2)
  }

  @Test func browsersFarBehindReceiveTheWholeFrame() throws {
    var history = try #require(FrameHistory(size: size))
    let picture = try picture(1, size)
    history.add(picture, damage: Damage(size.bounds), rotation: .none)
    var shown = Shown()
    try shown.apply(history.message(since: nil))
    for step in 0..<100 {
      draw(
        PixelRect(x: step % 30, y: step % 20, width: 3, height: 3), UInt32(step), in: picture,
        &history)
    }
    try shown.apply(history.message(since: shown.sequence))
    #expect(shown.pixels == pixels(history))
    #expect(shown.partCount == 1)
  }

  @Test(arguments: Rotation.allCases) func rotatedPicturesMatchTheDisplay(
    _ rotation: Rotation
  ) throws {
    var history = try #require(FrameHistory(size: size))
    let upright = rotation.apply(to: size)
    let picture = try picture(5, upright)
    history.add(picture, damage: Damage(upright.bounds), rotation: rotation)
    var shown = Shown()
    try shown.apply(history.message(since: nil))
    draw(
      PixelRect(x: 2, y: 3, width: 7, height: 5), 6, in: picture, &history, rotation: rotation)
    try shown.apply(history.message(since: shown.sequence))
    #expect(shown.pixels == pixels(history))
  }

  @Test func aNewSizeSendsTheWholeFrame() throws {
    var history = try #require(FrameHistory(size: size))
    history.add(try picture(1, size), damage: Damage(size.bounds), rotation: .none)
    var shown = Shown()
    try shown.apply(history.message(since: nil))
    let other = PixelSize(width: 20, height: 50)
    history = try #require(FrameHistory(size: other, after: history))
    #expect(history.sequence != shown.sequence)
    history.add(try picture(2, other), damage: Damage(other.bounds), rotation: .none)
    try shown.apply(history.message(since: shown.sequence))
    #expect(shown.size == other)
    #expect(shown.pixels == pixels(history))
  }

  @Test func emptySizesAreRefused() {
    #expect(FrameHistory(size: PixelSize(width: 0, height: 4)) == nil)
  }
}
