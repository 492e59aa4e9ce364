/// A memory layout of scan-out pixels; the raw value is the format's code in `drm_fourcc.h`.
public enum PixelFormat: UInt32, CaseIterable, Sendable {
  /// 32 bits a pixel, `0xXXRRGGBB` in little-endian order: the codes spell "XR24".
  case xrgb8888 = 0x3432_5258
  /// 16 bits a pixel, red in the top five bits: the codes spell "RG16".
  case rgb565 = 0x3631_4752

  /// Bytes of one pixel in memory.
  public var bytesPerPixel: Int {
    switch self {
    case .xrgb8888: 4
    case .rgb565: 2
    }
  }
}
