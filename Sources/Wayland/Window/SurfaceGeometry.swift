internal import Raster

/// The size of a surface in the compositor's coordinates and in pixels, and how its buffers are
/// turned.
struct SurfaceGeometry: Hashable {
  /// Size in surface coordinates, in which touch positions are reported.
  var logicalSize: PixelSize
  /// Pixels for 120 logical ones; 120 is a scale of 1.
  var scaleIn120ths = 120
  /// Whether the compositor supports any scale (`wp_viewporter`) or whole ones only.
  var isFractional = false
  /// The output's `wl_output.transform`; mirrored outputs are left to the compositor.
  var outputTransform: UInt32 = 0

  /// Size in pixels, upright.
  var pixelSize: PixelSize {
    PixelSize(width: scaled(logicalSize.width), height: scaled(logicalSize.height))
  }

  /// Half pixels are rounded away from zero (`wp_fractional_scale_v1`).
  private func scaled(_ length: Int) -> Int {
    min(max(1, (length * scaleIn120ths + 60) / 120), 32768)
  }

  /// How a picture is turned in the buffer, so that the compositor need not turn it.
  ///
  /// The transform counts quarter turns counter-clockwise, the rotation degrees clockwise.
  var bufferRotation: Rotation {
    Rotation(degrees: -90 * Int(bufferTransform)) ?? .none
  }

  /// For `wl_surface.set_buffer_transform`.
  var bufferTransform: UInt32 { outputTransform < 4 ? outputTransform : 0 }

  var bufferSize: PixelSize { bufferRotation.apply(to: pixelSize) }

  /// For `wl_surface.set_buffer_scale`.
  var bufferScale: Int { isFractional ? 1 : max(1, scaleIn120ths / 120) }
}
