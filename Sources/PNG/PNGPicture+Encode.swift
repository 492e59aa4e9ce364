internal import CSpng
internal import Glibc
public import Raster

extension PNGPicture {
  /// What the encoder tries, to make the file small.
  public enum Effort: Sendable {
    /// The library's defaults: small files.
    case usual
    /// The least compression, after one filter for all rows: larger files, made faster.
    case fast
  }

  /// Encodes a picture as 8-bit RGB, without alpha.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - part: The part of it that is encoded; nil for all of it.
  ///   - effort: What the encoder tries, to make the file small.
  /// - Throws: `PNGError.notEncoded`.
  /// - Returns: The bytes of the file.
  public static func encode(
    _ picture: PixelBuffer, part: PixelRect? = nil, effort: Effort = .usual
  ) throws(PNGError) -> [UInt8] {
    let part = (part ?? picture.size.bounds).intersection(picture.size.bounds)
    guard let context = SpngContext(encoding: true) else {
      throw .notEncoded(reason: "no memory")
    }
    try checkEncoding(spng_set_option(context.pointer, SPNG_ENCODE_TO_BUFFER, 1))
    var header = spng_ihdr()
    header.width = UInt32(part.width)
    header.height = UInt32(part.height)
    header.bit_depth = 8
    header.color_type = UInt8(SPNG_COLOR_TYPE_TRUECOLOR.rawValue)
    try checkEncoding(spng_set_ihdr(context.pointer, &header))
    if effort == .fast {
      try checkEncoding(spng_set_option(context.pointer, SPNG_IMG_COMPRESSION_LEVEL, 1))
      try checkEncoding(
        spng_set_option(
          context.pointer, SPNG_FILTER_CHOICE,
          Int32(bitPattern: UInt32(SPNG_FILTER_CHOICE_UP.rawValue))))
    }
    let bytes = rgb(of: picture, part)
    try bytes.withUnsafeBufferPointer { bytes throws(PNGError) in
      try checkEncoding(
        spng_encode_image(
          context.pointer, bytes.baseAddress, bytes.count,
          Int32(bitPattern: UInt32(SPNG_FMT_PNG.rawValue)),
          Int32(bitPattern: UInt32(SPNG_ENCODE_FINALIZE.rawValue))))
    }
    var length = 0
    var code: Int32 = 0
    // The caller owns the buffer (spng.h), which malloc allocated.
    guard let encoded = spng_get_png_buffer(context.pointer, &length, &code) else {
      throw .notEncoded(reason: SpngContext.reason(code))
    }
    defer { free(encoded) }
    return [UInt8](UnsafeRawBufferPointer(start: encoded, count: length))
  }

  private static func rgb(of picture: PixelBuffer, _ part: PixelRect) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: part.area * 3) { bytes, count in
      for y in part.y..<part.maxY {
        for x in part.x..<part.maxX {
          let pixel = picture.pixels[y * picture.stride + x]
          bytes[count] = UInt8(truncatingIfNeeded: pixel >> 16)
          bytes[count + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
          bytes[count + 2] = UInt8(truncatingIfNeeded: pixel)
          count += 3
        }
      }
    }
  }

  private static func checkEncoding(_ code: Int32) throws(PNGError) {
    guard code == 0 else { throw .notEncoded(reason: SpngContext.reason(code)) }
  }
}
