internal import Raster

/// How many pixels a surface has and how they lie in its buffers.
struct SurfaceGeometry: Hashable {
  /// Size in the compositor's coordinates, which touch is reported in too.
  var logicalSize: PixelSize
  /// Pixels for 120 logical ones; 120 is a scale of 1.
  var scaleIn120ths = 120
  /// Whether the compositor takes buffers of any scale (`wp_viewporter`), or of whole ones only.
  var isFractional = false
  /// The output's `wl_output.transform`; mirrored outputs are left to the compositor.
  var outputTransform: UInt32 = 0

  /// The panel's pixels, as the person sees them.
  var pixelSize: PixelSize {
    PixelSize(width: scaled(logicalSize.width), height: scaled(logicalSize.height))
  }

  /// Halves are rounded away from zero (`wp_fractional_scale_v1`).
  private func scaled(_ length: Int) -> Int {
    min(max(1, (length * scaleIn120ths + 60) / 120), 32768)
  }

  /// How a picture lies in the buffer: turned as the compositor would otherwise turn it itself.
  ///
  /// The transform counts quarters counter-clockwise, the rotation clockwise degrees.
  var bufferRotation: Rotation {
    Rotation(degrees: -90 * Int(bufferTransform)) ?? .none
  }

  /// For `wl_surface.set_buffer_transform`.
  var bufferTransform: UInt32 { outputTransform < 4 ? outputTransform : 0 }

  var bufferSize: PixelSize { bufferRotation.apply(to: pixelSize) }

  /// For `wl_surface.set_buffer_scale`.
  var bufferScale: Int { isFractional ? 1 : max(1, scaleIn120ths / 120) }
}
