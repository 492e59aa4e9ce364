internal import CSpng
internal import Glibc
public import Raster

extension PNGPicture {
  /// The encoder's effort to make the file small.
  public enum Effort: Sendable {
    /// The library's defaults: small files.
    case standard
    /// The least compression, after one filter for all rows: larger files, encoded faster.
    case fast
  }

  /// Encodes a picture as 8-bit RGB, without alpha.
  ///
  /// - Parameters:
  ///   - picture: The picture to encode.
  ///   - part: The part of it to encode; nil for all of it.
  ///   - effort: The encoder's effort to make the file small.
  /// - Throws: `PNGError.notEncoded`.
  /// - Returns: The bytes of the file.
  public static func encode(
    _ picture: PixelBuffer, part: PixelRect? = nil, effort: Effort = .standard
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
    let flags = SPNG_ENCODE_PROGRESSIVE.rawValue | SPNG_ENCODE_FINALIZE.rawValue
    try checkEncoding(
      spng_encode_image(
        context.pointer, nil, 0, Int32(bitPattern: UInt32(SPNG_FMT_PNG.rawValue)),
        Int32(bitPattern: UInt32(flags))))
    // Row by row: all rows as RGB would take three quarters of the picture's memory.
    var row = [UInt8](repeating: 0, count: part.width * 3)
    for y in part.y..<part.maxY {
      fill(&row, with: picture, y: y, part)
      let code = row.withUnsafeBufferPointer {
        spng_encode_row(context.pointer, $0.baseAddress, $0.count)
      }
      // The last row ends the picture.
      if code != SPNG_EOI.rawValue || y + 1 < part.maxY {
        try checkEncoding(code)
      }
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

  /// Fills a row with three bytes per pixel: red, green, blue.
  private static func fill(
    _ row: inout [UInt8], with picture: PixelBuffer, y: Int, _ part: PixelRect
  ) {
    row.withUnsafeMutableBufferPointer { row in
      for x in 0..<part.width {
        let pixel = picture.pixels[y * picture.stride + part.x + x]
        row[3 * x] = UInt8(truncatingIfNeeded: pixel >> 16)
        row[3 * x + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
        row[3 * x + 2] = UInt8(truncatingIfNeeded: pixel)
      }
    }
  }

  private static func checkEncoding(_ code: Int32) throws(PNGError) {
    guard code == 0 else { throw .notEncoded(reason: SpngContext.reason(code)) }
  }
}
