internal import Glibc
public import PNG
public import Raster

/// A recorded picture that a test's picture must equal, pixel for pixel.
///
/// With `RECORD=1` in the environment, the test's picture is recorded instead. Differing pictures
/// are also written to the folder named by `KNOBPANEL_PICTURES`, as `name.actual.png` and
/// `name.difference.png`.
public struct GoldenPicture {
  /// The difference between a picture and the recorded one.
  public struct Mismatch {
    public var message: String
    /// A PNG file.
    public var actual: [UInt8]
    public var difference: [UInt8]
  }

  private let name: String
  private let path: String

  /// Refers to the picture with a name in the folder `Golden` beside a test's source file.
  public init(_ name: String, besideSource file: String = #filePath) {
    self.name = name
    let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    path = folder.joined(separator: "/") + "/Golden/\(name).png"
  }

  /// Refers to the picture in a file.
  public init(file: String) {
    name = file.split(separator: "/").last.map(String.init) ?? file
    path = file
  }

  /// Returns nil if `picture` equals the recorded one, or was recorded.
  public func mismatch(of picture: PixelBuffer) throws(PNGError) -> Mismatch? {
    if getenv("RECORD") != nil {
      try PNGPicture.write(picture, to: path)
      return nil
    }
    let golden = try PNGPicture.read(path)
    guard golden.size == picture.size else {
      return try report(
        "size \(picture.size.width)×\(picture.size.height) instead of "
          + "\(golden.size.width)×\(golden.size.height)", picture, picture)
    }
    guard let difference = PixelBuffer(size: picture.size) else { return nil }
    var count = 0
    var largest: UInt32 = 0
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        let one = picture.pixels[y * picture.stride + x]
        let two = golden.pixels[y * golden.stride + x]
        let distance = GoldenPicture.distance(one, two)
        count += distance == 0 ? 0 : 1
        largest = max(largest, distance)
        // Make small differences visible.
        difference.pixels[y * difference.stride + x] =
          0xFF00_0000 | (distance == 0 ? 0 : min(distance * 8 + 64, 255)) * 0x01_0101
      }
    }
    guard count > 0 else { return nil }
    return try report("\(count) pixels differ, by up to \(largest)", picture, difference)
  }

  private func report(
    _ message: String, _ actual: PixelBuffer, _ difference: PixelBuffer
  ) throws(PNGError) -> Mismatch {
    if let folder = getenv("KNOBPANEL_PICTURES").map({ String(cString: $0) }) {
      try PNGPicture.write(actual, to: "\(folder)/\(name).actual.png")
      try PNGPicture.write(difference, to: "\(folder)/\(name).difference.png")
    }
    return Mismatch(
      message: "\(name): \(message); RECORD=1 accepts it",
      actual: try PNGPicture.encode(actual), difference: try PNGPicture.encode(difference))
  }

  private static func distance(_ one: UInt32, _ two: UInt32) -> UInt32 {
    var largest: UInt32 = 0
    for shift: UInt32 in [0, 8, 16] {
      let (first, second) = (one >> shift & 0xFF, two >> shift & 0xFF)
      largest = max(largest, max(first, second) - min(first, second))
    }
    return largest
  }
}
