internal import CSpng
public import Raster

/// Reads and writes PNG pictures, with libspng.
public enum PNGPicture {
  /// The maximum number of pixels in a picture: four times an 8K picture.
  public static let largestArea = 4 * 7680 * 4320

  /// Decodes a PNG of any type to an image with 8 bits per channel and premultiplied alpha.
  ///
  /// - Parameters:
  ///   - bytes: The PNG file.
  ///   - areaLimit: The maximum number of pixels, checked before memory is allocated for them.
  /// - Returns: The image.
  /// - Throws: `PNGError.malformed` or `PNGError.tooLarge`.
  public static func image(
    _ bytes: [UInt8], areaLimit: Int = largestArea
  ) throws(PNGError) -> Image {
    let decoded = try pixels(bytes, areaLimit: areaLimit)
    guard let image = Image(size: decoded.size, premultiplied: decoded.pixels) else {
      throw .tooLarge(width: decoded.size.width, height: decoded.size.height)
    }
    return image
  }

  /// Decodes a PNG into a picture to draw on.
  ///
  /// - Throws: `PNGError.malformed` or `PNGError.tooLarge`.
  public static func decode(_ bytes: [UInt8]) throws(PNGError) -> PixelBuffer {
    let decoded = try pixels(bytes, areaLimit: largestArea)
    guard let picture = PixelBuffer(size: decoded.size) else {
      throw .tooLarge(width: decoded.size.width, height: decoded.size.height)
    }
    let width = decoded.size.width
    for y in 0..<decoded.size.height {
      for x in 0..<width {
        picture.pixels[y * picture.stride + x] = decoded.pixels[y * width + x]
      }
    }
    return picture
  }

  private static func pixels(
    _ bytes: [UInt8], areaLimit: Int
  ) throws(PNGError) -> (size: PixelSize, pixels: [UInt32]) {
    guard let context = SpngContext(encoding: false) else {
      throw .malformed(reason: "no memory")
    }
    return try bytes.withUnsafeBufferPointer { bytes throws(PNGError) in
      try check(spng_set_png_buffer(context.pointer, bytes.baseAddress, bytes.count))
      // Text and colour profiles are skipped, whatever their size.
      try check(spng_set_chunk_limits(context.pointer, 1 << 20, 1 << 22))
      return try pixels(context, of: bytes.count, areaLimit: areaLimit)
    }
  }

  private static func pixels(
    _ context: borrowing SpngContext, of fileByteCount: Int, areaLimit: Int
  ) throws(PNGError) -> (size: PixelSize, pixels: [UInt32]) {
    var header = spng_ihdr()
    try check(spng_get_ihdr(context.pointer, &header))
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    guard size.width <= 32768, size.height <= 32768, size.width * size.height <= areaLimit
    else { throw .tooLarge(width: size.width, height: size.height) }
    guard rawByteCount(of: header) <= fileByteCount * largestRatio else {
      throw .malformed(reason: "too few bytes for its size")
    }
    let byteCount = size.width * size.height * 4
    let rgba = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 4)
    defer { rgba.deallocate() }
    try check(
      spng_decode_image(
        context.pointer, rgba.baseAddress, byteCount, Int32(bitPattern: SPNG_FMT_RGBA8.rawValue),
        Int32(bitPattern: SPNG_DECODE_TRNS.rawValue)))
    let pixels = [UInt32](unsafeUninitializedCapacity: byteCount / 4) { pixels, count in
      for index in 0..<(byteCount / 4) {
        let start = index * 4
        pixels[index] = premultiplied(
          red: rgba[start], green: rgba[start + 1], blue: rgba[start + 2], alpha: rgba[start + 3])
      }
      count = byteCount / 4
    }
    return (size, pixels)
  }

  /// The maximum ratio of decompressed to compressed data (RFC 1951: a match of 258 bytes takes at
  /// least two bits).
  static let largestRatio = 1032

  /// Returns the number of bytes of all rows without their filter bytes: a lower bound.
  private static func rawByteCount(of header: spng_ihdr) -> Int {
    let channels =
      switch UInt32(header.color_type) {
      case SPNG_COLOR_TYPE_TRUECOLOR.rawValue: 3
      case SPNG_COLOR_TYPE_TRUECOLOR_ALPHA.rawValue: 4
      case SPNG_COLOR_TYPE_GRAYSCALE_ALPHA.rawValue: 2
      default: 1
      }
    return Int(header.width) * Int(header.height) * channels * Int(header.bit_depth) / 8
  }

  /// Returns each channel times alpha / 255, rounded to nearest.
  private static func premultiplied(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) -> UInt32 {
    let opacity = UInt32(alpha)
    func times(_ channel: UInt8) -> UInt32 { (UInt32(channel) * opacity + 127) / 255 }
    return opacity << 24 | times(red) << 16 | times(green) << 8 | times(blue)
  }

  private static func check(_ code: Int32) throws(PNGError) {
    guard code == 0 else { throw .malformed(reason: SpngContext.reason(code)) }
  }
}
