import Raster
import Randomness
import Testing

/// Scanout memory with padded rows, and bytes after the last row.
private final class Target {
  static let filler: UInt8 = 0xA5

  let memory: UnsafeMutableRawBufferPointer
  let size: PixelSize
  let pitch: Int
  let format: PixelFormat

  init(size: PixelSize, format: PixelFormat, filler: UInt8 = Target.filler) {
    self.size = size
    self.format = format
    pitch = (size.width * format.bytesPerPixel + 8 + 3) / 4 * 4
    memory = .allocate(byteCount: pitch * size.height + 64, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: filler)
  }

  deinit { memory.deallocate() }

  func scanout() throws -> Scanout {
    try #require(Scanout(memory: memory, pitch: pitch, format: format, size: size))
  }

  var bytes: [UInt8] { Array(memory) }

  func pixel(x: Int, y: Int) -> UInt32 {
    let offset = y * pitch + x * format.bytesPerPixel
    return switch format {
    case .xrgb8888, .argb8888: memory.load(fromByteOffset: offset, as: UInt32.self)
    case .rgb565: UInt32(memory.load(fromByteOffset: offset, as: UInt16.self))
    }
  }

  /// Whether no byte outside the pixels was written.
  var isUntouchedBesidePixels: Bool {
    let rowByteCount = size.width * format.bytesPerPixel
    return memory.indices.allSatisfy {
      ($0 < pitch * size.height && $0 % pitch < rowByteCount) || memory[$0] == Self.filler
    }
  }
}

private func noise(_ size: PixelSize, using generator: inout SeededGenerator) throws
  -> PixelBuffer
{
  let picture = try #require(PixelBuffer(size: size))
  for index in picture.pixels.indices {
    picture.pixels[index] = .random(in: 0...(.max), using: &generator)
  }
  return picture
}

/// The standard 8 × 8 Bayer matrix.
private let bayer: [[UInt32]] = [
  [0, 32, 8, 40, 2, 34, 10, 42], [48, 16, 56, 24, 50, 18, 58, 26],
  [12, 44, 4, 36, 14, 46, 6, 38], [60, 28, 52, 20, 62, 30, 54, 22],
  [3, 35, 11, 43, 1, 33, 9, 41], [51, 19, 59, 27, 49, 17, 57, 25],
  [15, 47, 7, 39, 13, 45, 5, 37], [63, 31, 55, 23, 61, 29, 53, 21],
]

/// The expected scanout pixel, by the definition and without shortcuts.
private func expected(_ pixel: UInt32, format: PixelFormat, x: Int, y: Int) -> UInt32 {
  if format == .xrgb8888 { return pixel }
  if format == .argb8888 { return pixel | 0xFF00_0000 }
  let threshold = (bayer[y % 8][x % 8] * 2 + 1) * 255 / 128
  func scaled(_ channel: UInt32, _ peak: UInt32) -> UInt32 { (channel * peak + threshold) / 255 }
  return scaled(pixel >> 16 & 255, 31) << 11 | scaled(pixel >> 8 & 255, 63) << 5
    | scaled(pixel & 255, 31)
}

private let formatsAndRotations = PixelFormat.allCases.flatMap { format in
  Rotation.allCases.map { (format, $0) }
}

@Suite struct ScanoutTests {
  @Test(arguments: formatsAndRotations)
  func everyPixelIsRotated(format: PixelFormat, rotation: Rotation) throws {
    var generator = SeededGenerator(seed: 1)
    let picture = try noise(PixelSize(width: 83, height: 45), using: &generator)
    let target = Target(size: rotation.apply(to: picture.size), format: format)

    let count = try target.scanout().copy(
      picture, rect: picture.size.bounds, rotation: rotation)

    #expect(count == 83 * 45 * format.bytesPerPixel)
    for y in 0..<45 {
      for x in 0..<83 {
        let position = rotation.apply(
          to: PixelRect(x: x, y: y, width: 1, height: 1), in: picture.size)
        let source = picture.pixels[y * picture.stride + x]
        let wanted = expected(source, format: format, x: position.x, y: position.y)
        guard target.pixel(x: position.x, y: position.y) == wanted else {
          Issue.record("pixel \(x), \(y) at \(position)")
          return
        }
      }
    }
    #expect(target.isUntouchedBesidePixels)
  }

  @Test(arguments: formatsAndRotations)
  func copyingDamageEqualsCopyingEverything(format: PixelFormat, rotation: Rotation) throws {
    var generator = SeededGenerator(seed: 2)
    let size = PixelSize(width: 131, height: 97)
    let picture = try noise(size, using: &generator)
    let incremental = Target(size: rotation.apply(to: size), format: format)
    try incremental.scanout().copy(picture, rect: size.bounds, rotation: rotation)

    for _ in 0..<60 {
      var damage = Damage()
      for _ in 0..<Int.random(in: 1...5, using: &generator) {
        let rect = PixelRect(
          x: .random(in: -20...140, using: &generator),
          y: .random(in: -20...100, using: &generator),
          width: .random(in: 0...60, using: &generator),
          height: .random(in: 0...60, using: &generator))
        damage.add(rect)
        let inside = rect.intersection(size.bounds)
        guard !inside.isEmpty else { continue }
        for y in inside.y..<inside.maxY {
          for x in inside.x..<inside.maxX {
            picture.pixels[y * picture.stride + x] = .random(in: 0...(.max), using: &generator)
          }
        }
      }
      try incremental.scanout().copy(picture, damage: damage, rotation: rotation)
      let fresh = Target(size: incremental.size, format: format)
      try fresh.scanout().copy(picture, rect: size.bounds, rotation: rotation)
      try #require(incremental.bytes == fresh.bytes)
    }
  }

  @Test(arguments: formatsAndRotations)
  func oldContentsHaveNoEffect(format: PixelFormat, rotation: Rotation) throws {
    var generator = SeededGenerator(seed: 3)
    let picture = try noise(PixelSize(width: 40, height: 24), using: &generator)
    let targets = [UInt8(0), 255].map {
      Target(size: rotation.apply(to: picture.size), format: format, filler: $0)
    }
    for target in targets {
      try target.scanout().copy(picture, rect: picture.size.bounds, rotation: rotation)
    }
    for y in 0..<targets[0].size.height {
      for x in 0..<targets[0].size.width {
        try #require(targets[0].pixel(x: x, y: y) == targets[1].pixel(x: x, y: y))
      }
    }
  }

  @Test(arguments: formatsAndRotations)
  func copyIsClippedToTheTarget(format: PixelFormat, rotation: Rotation) throws {
    var generator = SeededGenerator(seed: 4)
    let picture = try noise(PixelSize(width: 90, height: 70), using: &generator)
    for size in [
      PixelSize(width: 30, height: 20), PixelSize(width: 200, height: 33),
      PixelSize(width: 20, height: 200),
    ] {
      let target = Target(size: size, format: format)
      let shown = rotation.apply(to: picture.size).bounds.intersection(size.bounds)
      let count = try target.scanout().copy(
        picture, rect: PixelRect(x: -5, y: -5, width: 900, height: 900), rotation: rotation)
      #expect(count == shown.area * format.bytesPerPixel)
      #expect(target.isUntouchedBesidePixels)
    }
  }

  /// Left and right edges are extended to cache lines of 64 bytes, but not beyond the picture.
  @Test(arguments: [
    (PixelRect(x: 16, y: 3, width: 16, height: 2), Rotation.none, 16 * 2),
    (PixelRect(x: 17, y: 3, width: 1, height: 1), .none, 16),
    (PixelRect(x: 15, y: 0, width: 2, height: 10), .none, 32 * 10),
    (PixelRect(x: 70, y: 0, width: 10, height: 1), .none, 16),
    (PixelRect(x: 0, y: 0, width: 0, height: 9), .none, 0),
    (PixelRect(x: 80, y: 0, width: 5, height: 5), .none, 0),
    (PixelRect(x: -9, y: -9, width: 9, height: 9), .none, 0),
    (PixelRect(x: 0, y: 0, width: 1, height: 1), .half, 16),
    (PixelRect(x: 3, y: 0, width: 5, height: 1), .quarter, 16 * 5),
  ])
  func bytesAreCounted(rect: PixelRect, rotation: Rotation, pixels: Int) throws {
    let picture = try #require(PixelBuffer(size: PixelSize(width: 80, height: 48)))
    let target = Target(size: rotation.apply(to: picture.size), format: .xrgb8888)
    #expect(try target.scanout().copy(picture, rect: rect, rotation: rotation) == pixels * 4)
  }

  @Test(arguments: zip(PixelFormat.allCases, [UInt32(0), 0xFF00_0000, 0]))
  func clearedMemoryIsBlack(format: PixelFormat, black: UInt32) throws {
    let target = Target(size: PixelSize(width: 20, height: 4), format: format)
    #expect(try target.scanout().clear() == 20 * 4 * format.bytesPerPixel)
    #expect(target.pixel(x: 0, y: 0) == black)
    #expect(target.pixel(x: 19, y: 3) == black)
    #expect(target.isUntouchedBesidePixels)
  }

  @Test func tooSmallMemoryIsRejected() {
    let target = Target(size: PixelSize(width: 20, height: 4), format: .xrgb8888)
    let cases: [(pitch: Int, size: PixelSize)] = [
      (76, PixelSize(width: 20, height: 4)), (82, PixelSize(width: 20, height: 4)),
      (88, PixelSize(width: 20, height: 9)), (88, PixelSize(width: 0, height: 4)),
      (88, PixelSize(width: 20, height: -1)), (Int.max - 3, PixelSize(width: 20, height: 4)),
    ]
    for (pitch, size) in cases {
      #expect(
        Scanout(memory: target.memory, pitch: pitch, format: .xrgb8888, size: size) == nil)
    }
  }

  @Test func ditheringKeepsBlackWhiteAndTheMean() throws {
    let picture = try #require(PixelBuffer(size: PixelSize(width: 64, height: 64)))
    let target = Target(size: picture.size, format: .rgb565)
    for grey in [UInt32(0), 1, 4, 100, 127, 200, 254, 255] {
      for index in picture.pixels.indices { picture.pixels[index] = grey * 0x01_01_01 }
      try target.scanout().copy(picture, rect: picture.size.bounds, rotation: .none)
      var reds = 0.0
      for y in 0..<64 {
        for x in 0..<64 { reds += Double(target.pixel(x: x, y: y) >> 11) / 31 * 255 }
      }
      let mean = reds / 4096
      // 64 steps between two levels that are 8.2 apart.
      #expect(abs(mean - Double(grey)) <= 8.3 / 64)
      if grey == 0 || grey == 255 { #expect(mean == Double(grey)) }
    }
  }
}
