/// A memory layout of scan-out pixels; the raw value is the format's code in `drm_fourcc.h`.
///
/// In the order in which a display tries them.
public enum PixelFormat: UInt32, CaseIterable, Sendable {
  /// 32 bits a pixel, `0xXXRRGGBB` in little-endian order: the codes spell "XR24".
  case xrgb8888 = 0x3432_5258
  /// The same with an alpha channel, which is always 255: "AR24". Some display controllers, such as
  /// that of i.MX 8M, have no other format of 32 bits.
  case argb8888 = 0x3432_5241
  /// 16 bits a pixel, red in the top five bits: "RG16".
  case rgb565 = 0x3631_4752

  /// Bytes of one pixel in memory.
  public var bytesPerPixel: Int {
    switch self {
    case .xrgb8888, .argb8888: 4
    case .rgb565: 2
    }
  }

  /// As `drm_fourcc.h` has it.
  public var name: String {
    switch self {
    case .xrgb8888: "XRGB8888"
    case .argb8888: "ARGB8888"
    case .rgb565: "RGB565"
    }
  }
}
