internal import CSpng
public import Raster

/// Pictures as PNG, by way of libspng.
public enum PNGPicture {
  /// Pixels that a picture may have at most, four screens of 8K.
  public static let largestArea = 4 * 7680 * 4320

  /// Decodes any kind of PNG to 8 bits a channel, with alpha multiplied in.
  public static func decode(_ bytes: [UInt8]) throws(PNGError) -> PixelBuffer {
    guard let context = SpngContext(encoding: false) else {
      throw .malformed(reason: "no memory")
    }
    let pixels = try bytes.withUnsafeBufferPointer { bytes throws(PNGError) in
      try check(spng_set_png_buffer(context.pointer, bytes.baseAddress, bytes.count))
      // Text and colour profiles are skipped, whatever their size.
      try check(spng_set_chunk_limits(context.pointer, 1 << 20, 1 << 22))
      return try decode(context)
    }
    return pixels
  }

  private static func decode(_ context: borrowing SpngContext) throws(PNGError) -> PixelBuffer {
    var header = spng_ihdr()
    try check(spng_get_ihdr(context.pointer, &header))
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    guard size.width <= 32768, size.height <= 32768, size.width * size.height <= largestArea,
      let picture = PixelBuffer(size: size)
    else { throw .tooLarge(width: size.width, height: size.height) }
    let byteCount = size.width * size.height * 4
    let rgba = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 4)
    defer { rgba.deallocate() }
    try check(
      spng_decode_image(
        context.pointer, rgba.baseAddress, byteCount, Int32(bitPattern: SPNG_FMT_RGBA8.rawValue),
        Int32(bitPattern: SPNG_DECODE_TRNS.rawValue)))
    for y in 0..<size.height {
      for x in 0..<size.width {
        let index = (y * size.width + x) * 4
        picture.pixels[y * picture.stride + x] = premultiplied(
          red: rgba[index], green: rgba[index + 1], blue: rgba[index + 2], alpha: rgba[index + 3])
      }
    }
    return picture
  }

  /// Each channel times alpha / 255, rounded to nearest.
  private static func premultiplied(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) -> UInt32 {
    let opacity = UInt32(alpha)
    func times(_ channel: UInt8) -> UInt32 { (UInt32(channel) * opacity + 127) / 255 }
    return opacity << 24 | times(red) << 16 | times(green) << 8 | times(blue)
  }

  private static func check(_ code: Int32) throws(PNGError) {
    guard code == 0 else { throw .malformed(reason: SpngContext.reason(code)) }
  }
}
