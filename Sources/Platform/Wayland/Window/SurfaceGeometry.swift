internal import Raster

/// The size of a surface in the compositor's coordinates and in pixels, and the rotation of its
/// buffers.
struct SurfaceGeometry: Hashable {
  /// The size in surface coordinates, which are also used for touch positions.
  var logicalSize: PixelSize
  /// Pixels per 120 logical pixels; 120 is a scale of 1.
  var scaleIn120ths = 120
  /// Whether the compositor supports any scale (`wp_viewporter`), or only integers.
  var isFractional = false
  /// The output's `wl_output.transform`; the compositor handles mirrored outputs.
  var outputTransform: UInt32 = 0

  /// The upright size in pixels.
  var pixelSize: PixelSize {
    PixelSize(width: scaled(logicalSize.width), height: scaled(logicalSize.height))
  }

  /// Returns a length in pixels, rounding halves away from zero (`wp_fractional_scale_v1`).
  private func scaled(_ length: Int) -> Int {
    min(max(1, (length * scaleIn120ths + 60) / 120), 32768)
  }

  /// The rotation of a picture in the buffer, so that the compositor need not rotate it.
  ///
  /// The transform counts counter-clockwise quarter turns; the rotation is in clockwise degrees.
  var bufferRotation: Rotation {
    Rotation(degrees: -90 * Int(bufferTransform)) ?? .none
  }

  /// For `wl_surface.set_buffer_transform`.
  var bufferTransform: UInt32 { outputTransform < 4 ? outputTransform : 0 }

  var bufferSize: PixelSize { bufferRotation.apply(to: pixelSize) }

  /// For `wl_surface.set_buffer_scale`.
  var bufferScale: Int { isFractional ? 1 : max(1, scaleIn120ths / 120) }
}
