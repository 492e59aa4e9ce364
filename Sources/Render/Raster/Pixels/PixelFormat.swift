/// A memory layout of scan-out pixels; the raw value is the format's code in `drm_fourcc.h`.
///
/// The cases are in the order in which a display tries them.
public enum PixelFormat: UInt32, CaseIterable, Sendable {
  /// 32 bits per pixel, `0xXXRRGGBB` in little-endian order: "XR24".
  case xrgb8888 = 0x3432_5258
  /// Like `xrgb8888` with an alpha channel, which is always 255: "AR24". Some display controllers,
  /// such as the i.MX 8M's, have no other 32-bit format.
  case argb8888 = 0x3432_5241
  /// 16 bits per pixel, red in the top five bits: "RG16".
  case rgb565 = 0x3631_4752

  /// Bytes of one pixel in memory.
  public var bytesPerPixel: Int {
    switch self {
    case .xrgb8888, .argb8888: 4
    case .rgb565: 2
    }
  }

  /// The name in `drm_fourcc.h`.
  public var name: String {
    switch self {
    case .xrgb8888: "XRGB8888"
    case .argb8888: "ARGB8888"
    case .rgb565: "RGB565"
    }
  }
}
