import Testing

/// PNG files of every kind in the format, generated from the specification alone.
enum PNGSamples {
  struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    /// The expected pixels, with premultiplied alpha.
    var pixels: [[UInt32]]

    var testDescription: String { name }
  }

  /// Name, colour type, bit depth and channels, as in IHDR.
  private static let kinds: [(name: String, type: UInt8, depth: Int, channels: Int)] = [
    ("grey 1", 0, 1, 1), ("grey 2", 0, 2, 1), ("grey 4", 0, 4, 1), ("grey 8", 0, 8, 1),
    ("grey 16", 0, 16, 1), ("rgb 8", 2, 8, 3), ("rgb 16", 2, 16, 3), ("palette 2", 3, 2, 1),
    ("palette 8", 3, 8, 1), ("grey alpha 8", 4, 8, 2), ("grey alpha 16", 4, 16, 2),
    ("rgba 8", 6, 8, 4), ("rgba 16", 6, 16, 4),
  ]

  static let all: [Sample] = kinds.flatMap { kind in
    [false, true].map { isInterlaced in
      sample(kind.name, kind.type, kind.depth, kind.channels, isInterlaced)
    }
  }

  /// Palette entries: red, green, blue, alpha.
  private static let palette: [[UInt8]] = [
    [255, 0, 0, 255], [0, 255, 0, 128], [0, 0, 255, 0], [10, 20, 30, 64],
  ]

  private static func sample(
    _ name: String, _ type: UInt8, _ depth: Int, _ channels: Int, _ isInterlaced: Bool
  ) -> Sample {
    let (width, height) = (11, 9)
    let peak = (1 << depth) - 1
    func value(_ x: Int, _ y: Int, _ channel: Int) -> Int {
      let number = x * 37 + y * 101 + channel * 57
      return type == 3 ? number % 4 : number * 257 % (peak + 1)
    }
    let passes: [(x: Int, y: Int, stepX: Int, stepY: Int)] =
      isInterlaced
      ? [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
      ] : [(0, 0, 1, 1)]
    var rows: [UInt8] = []
    for pass in passes {
      for y in stride(from: pass.y, to: height, by: pass.stepY) where pass.x < width {
        var bits: [Int] = []
        for x in stride(from: pass.x, to: width, by: pass.stepX) {
          for channel in 0..<channels {
            let number = value(x, y, channel)
            bits += (0..<depth).reversed().map { number >> $0 & 1 }
          }
        }
        rows.append(0)
        for start in stride(from: 0, to: bits.count, by: 8) {
          let byte = (0..<8).reduce(0) { sum, bit in
            sum << 1 | (start + bit < bits.count ? bits[start + bit] : 0)
          }
          rows.append(UInt8(byte))
        }
      }
    }
    let pixels = (0..<height).map { y in
      (0..<width).map { x in
        let numbers = (0..<channels).map { value(x, y, $0) }
        return pixel(
          type, numbers.map { UInt32(depth == 16 ? $0 >> 8 : $0 * 255 / peak) }, index: numbers[0])
      }
    }
    let bytes = file(
      width, height, depth, type, isInterlaced, palette: type == 3 ? palette : [], rows)
    return Sample(
      name: name + (isInterlaced ? " interlaced" : ""), bytes: bytes, pixels: pixels)
  }

  private static func pixel(_ type: UInt8, _ numbers: [UInt32], index: Int) -> UInt32 {
    let color: [UInt32] =
      switch type {
      case 0: [numbers[0], numbers[0], numbers[0], 255]
      case 2: numbers + [255]
      case 3: palette[index].map(UInt32.init)
      case 4: [numbers[0], numbers[0], numbers[0], numbers[1]]
      default: numbers
      }
    let channels = color[0..<3].map { ($0 * color[3] + 127) / 255 }
    return color[3] << 24 | channels[0] << 16 | channels[1] << 8 | channels[2]
  }

  private static func file(
    _ width: Int, _ height: Int, _ depth: Int, _ type: UInt8, _ isInterlaced: Bool,
    palette: [[UInt8]], _ rows: [UInt8]
  ) -> [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    bytes += chunk(
      "IHDR",
      bigEndian(width) + bigEndian(height) + [UInt8(depth), type, 0, 0, isInterlaced ? 1 : 0])
    if !palette.isEmpty {
      bytes += chunk("PLTE", palette.flatMap { $0[0..<3] })
      bytes += chunk("tRNS", palette.map { $0[3] })
    }
    // A zlib stream of one stored block.
    let count = rows.count
    let lengths = [count & 255, count >> 8, ~count & 255, ~count >> 8 & 255].map { UInt8($0) }
    bytes += chunk("IDAT", [0x78, 0x01, 0x01] + lengths + rows + bigEndian(adler(rows)))
    return bytes + chunk("IEND", [])
  }

  private static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(kind.utf8) + data
    return bigEndian(data.count) + body + bigEndian(Int(crc(body)))
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func adler(_ bytes: [UInt8]) -> Int {
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  /// The checksum at the end of each chunk (PNG specification, annex D).
  static func crc(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    }
    return sum ^ 0xFFFF_FFFF
  }
}
