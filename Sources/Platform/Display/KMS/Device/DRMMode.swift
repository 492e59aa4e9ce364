internal import CLibdrm
internal import Raster

/// A video timing of a connector (`struct drm_mode_modeinfo`).
struct DRMMode {
  var info: drmModeModeInfo

  var size: PixelSize { PixelSize(width: Int(info.hdisplay), height: Int(info.vdisplay)) }

  /// The refresh rate; the kernel's own field is rounded to an integer.
  var hertz: Double {
    let pixels = Double(info.htotal) * Double(info.vtotal)
    guard pixels > 0 else { return Double(info.vrefresh) }
    let fields: Double = info.flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0 ? 2 : 1
    let lines: Double = info.flags & UInt32(DRM_MODE_FLAG_DBLSCAN) != 0 ? 2 : 1
    return Double(info.clock) * 1000 * fields / (pixels * lines * Double(max(info.vscan, 1)))
  }

  /// The refresh period; 60 Hz is assumed if the timing is implausible.
  var periodMicroseconds: Int64 {
    (1...1000).contains(hertz) ? Int64(1_000_000 / hertz) : 16_667
  }

  /// Whether it comes from `video=` on the kernel command line.
  var isUserDefined: Bool { info.type & UInt32(DRM_MODE_TYPE_USERDEF) != 0 }
  /// Whether it is the screen's preferred mode, usually its native resolution.
  var isPreferred: Bool { info.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0 }

  /// The name used in options, such as `1280x720@60`.
  var name: String {
    let tenths = Int(min(max(hertz, 0), 10_000) * 10 + 0.5)
    let fraction = tenths % 10 == 0 ? "" : ".\(tenths % 10)"
    return "\(size.width)x\(size.height)@\(tenths / 10)\(fraction)"
  }

  /// Calls `body` with the contents of a mode blob.
  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBytes(of: info, body)
  }

  /// Creates the mode from a blob's bytes; nil if their count is wrong.
  init?(blob bytes: [UInt8]) {
    guard bytes.count == MemoryLayout<drmModeModeInfo>.size else { return nil }
    info = bytes.withUnsafeBytes { $0.loadUnaligned(as: drmModeModeInfo.self) }
  }

  init(info: drmModeModeInfo) {
    self.info = info
  }

  /// Returns whether both have the same timing; names and hints may differ.
  func hasSameTiming(as other: DRMMode) -> Bool {
    (info.clock, info.hdisplay, info.hsync_start, info.hsync_end, info.htotal, info.hskew)
      == (
        other.info.clock, other.info.hdisplay, other.info.hsync_start, other.info.hsync_end,
        other.info.htotal, other.info.hskew
      )
      && (info.vdisplay, info.vsync_start, info.vsync_end, info.vtotal, info.vscan, info.flags)
        == (
          other.info.vdisplay, other.info.vsync_start, other.info.vsync_end, other.info.vtotal,
          other.info.vscan, other.info.flags
        )
  }
}
