import Glibc
import Linux
import Raster
import Testing

@testable import PNG

@Suite struct PNGPictureTests {
  private func picture(_ width: Int, _ height: Int) throws -> PixelBuffer {
    let picture = try #require(PixelBuffer(size: PixelSize(width: width, height: height)))
    var state: UInt32 = 7
    for y in 0..<height {
      for x in 0..<width {
        state = state &* 1_664_525 &+ 1_013_904_223
        picture.pixels[y * picture.stride + x] = 0xFF00_0000 | state >> 8
      }
    }
    return picture
  }

  private func rows(_ picture: PixelBuffer) -> [[UInt32]] {
    (0..<picture.size.height).map { y in
      (0..<picture.size.width).map { picture.pixels[y * picture.stride + $0] }
    }
  }

  @Test(arguments: [(1, 1), (3, 2), (17, 5), (64, 64)])
  func encodedPicturesDecodeUnchanged(width: Int, height: Int) throws {
    let original = try picture(width, height)
    let bytes = try PNGPicture.encode(original)
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    #expect(rows(try PNGPicture.decode(bytes)) == rows(original))
  }

  @Test func everyTruncationIsAnError() throws {
    let bytes = try PNGPicture.encode(try picture(9, 7))
    // The last chunk, IEND, may be missing: the picture is complete without it.
    for length in 0..<(bytes.count - 16) {
      #expect(throws: PNGError.self, "\(length) bytes") {
        try PNGPicture.decode(Array(bytes[..<length]))
      }
    }
  }

  @Test func everyFlippedBitIsAnErrorOrAPicture() throws {
    let bytes = try PNGPicture.encode(try picture(5, 4))
    var errors = 0
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        do { _ = try PNGPicture.decode(damaged) } catch { errors += 1 }
      }
    }
    #expect(errors > bytes.count * 4)
  }

  @Test(arguments: [(UInt32(40_000), UInt32(1)), (1, 40_000), (30_000, 30_000), (32_769, 9)])
  func hugeSizesAreRejectedBeforeAllocation(width: UInt32, height: UInt32) throws {
    var bytes = try PNGPicture.encode(try picture(1, 1))
    func put(_ value: UInt32, at index: Int) {
      for byte in 0..<4 {
        bytes[index + byte] = UInt8(truncatingIfNeeded: value >> (24 - 8 * UInt32(byte)))
      }
    }
    put(width, at: 16)
    put(height, at: 20)
    put(PNGSamples.crc(bytes[12..<29]), at: 29)
    #expect(throws: PNGError.tooLarge(width: Int(width), height: Int(height))) {
      try PNGPicture.decode(bytes)
    }
  }

  /// RGBA, one red pixel at alpha 128.
  @Test func colorsArePremultiplied() throws {
    let bytes: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0,
      0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0x1F, 0x15, 0xC4, 0x89, 0, 0, 0, 16, 0x49, 0x44, 0x41,
      0x54, 0x78, 0x01, 0x01, 0x05, 0x00, 0xFA, 0xFF, 0x00, 0xFF, 0x00, 0x00, 0x80, 0x04, 0x81,
      0x01, 0x80,
    ]
    let idat = bytes[37..<57]
    let sum = PNGSamples.crc(idat)
    let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    let whole = bytes + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) } + end
    let picture = try PNGPicture.decode(whole)
    #expect(picture.pixels[0] == 0x8080_0000)
  }

  /// Every colour type, depth and row order of the format.
  @Test(arguments: PNGSamples.all) func everyKindIsDecoded(_ sample: PNGSamples.Sample) throws {
    let image = try PNGPicture.decode(sample.bytes)
    #expect(rows(image) == sample.pixels, "\(sample.name)")
    #expect(try PNGPicture.image(sample.bytes).size == image.size)
    #expect(PNGPicture.otherKind(of: sample.bytes) == nil)
  }

  /// Files too small for their number of pixels are rejected before memory is allocated.
  ///
  /// A small file may claim millions of pixels. The largest ratio of deflate is accepted.
  @Test func sizesBeyondTheFileLengthAreRejected() throws {
    var bytes = try PNGPicture.encode(try picture(1, 1))
    func setSize(_ width: UInt32, _ height: UInt32) {
      for byte in 0..<4 {
        bytes[16 + byte] = UInt8(truncatingIfNeeded: width >> (24 - 8 * UInt32(byte)))
        bytes[20 + byte] = UInt8(truncatingIfNeeded: height >> (24 - 8 * UInt32(byte)))
      }
      let sum = PNGSamples.crc(bytes[12..<29])
      for byte in 0..<4 {
        bytes[29 + byte] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32(byte)))
      }
    }
    // The largest number of pixels that a file of this size can hold, at three bytes a pixel.
    let maxWidth = UInt32(bytes.count * PNGPicture.largestRatio / 3)
    func reason() -> String? {
      do {
        _ = try PNGPicture.image(bytes)
        return nil
      } catch PNGError.malformed(let reason) {
        return reason
      } catch {
        return "\(error)"
      }
    }
    setSize(maxWidth + 1, 1)
    #expect(reason() == "too few bytes for its size")
    setSize(8192, 4096)
    #expect(reason() == "too few bytes for its size")
    setSize(maxWidth, 1)
    #expect(reason() != "too few bytes for its size" && reason() != nil)
  }

  @Test func areasBeyondTheLimitAreRejected() throws {
    let bytes = try PNGPicture.encode(try picture(9, 7))
    #expect(try PNGPicture.image(bytes, areaLimit: 63).size == PixelSize(width: 9, height: 7))
    #expect(throws: PNGError.tooLarge(width: 9, height: 7)) {
      try PNGPicture.image(bytes, areaLimit: 62)
    }
  }

  @Test(
    arguments: [
      ([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG"), ([0x47, 0x49, 0x46, 0x38], "a GIF"), ([], nil),
      ([0x89, 0x50], nil),
    ] as [([UInt8], String?)])
  func otherFormatsAreNamed(bytes: [UInt8], kind: String?) {
    #expect(PNGPicture.otherKind(of: bytes) == kind)
  }

  @Test func filesAreReplacedAtomically() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/frame.png"
    try PNGPicture.write(try picture(4, 4), to: path)
    try PNGPicture.write(try picture(6, 3), to: path)
    #expect(try PNGPicture.read(path).size == PixelSize(width: 6, height: 3))
    #expect(folder.names == ["frame.png"])
  }

  @Test func devicesAreWrittenInPlace() throws {
    try PNGPicture.write(try picture(2, 2), to: "/dev/null")
    var status = stat()
    #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func errorsNameTheFileAndTheReason() throws {
    let folder = try TemporaryFolder()
    let missing = folder.path + "/none/frame.png"
    #expect(throws: PNGError.self) { try PNGPicture.read(missing) }
    do {
      try PNGPicture.write(try picture(1, 1), to: missing)
      Issue.record("a folder that does not exist cannot be written to")
    } catch let error as PNGError {
      #expect(error.description.contains("No such file"))
    }
    let path = folder.path + "/text.png"
    try folder.put("no picture", as: "text.png")
    do {
      _ = try PNGPicture.read(path)
      Issue.record("text is not a picture")
    } catch {
      #expect(error.description.hasPrefix("\(path): not a valid PNG ("))
    }
    #expect(throws: PNGError.self) { try PNGPicture.write(try picture(1, 1), to: folder.path) }
  }

  /// Simulates a full disk with /dev/full.
  @Test func aFullDiskIsAnError() throws {
    #expect(throws: PNGError.self) { try PNGPicture.write(try picture(1, 1), to: "/dev/full") }
  }
}

/// A private folder of a test, removed at the end.
private final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/knobpanel-png-XXXXXX".utf8CString)
    path = try #require(mkdtemp(&template).map { String(cString: $0) })
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  func put(_ text: String, as name: String) throws {
    let file = try #require(fopen("\(path)/\(name)", "w"))
    fputs(text, file)
    fclose(file)
  }
}
