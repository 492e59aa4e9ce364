internal import Glibc

extension PixelBuffer {
  /// Blackens the pixels outside the largest ellipse in a rectangle, with a soft edge.
  ///
  /// Meant for a picture that is written once: each pixel is computed.
  public func blacken(outsideEllipseIn rect: PixelRect) {
    let (a, b) = (max(Float(rect.width) * 0.5, 0.5), max(Float(rect.height) * 0.5, 0.5))
    let (middleX, middleY) = (Float(rect.x) + a, Float(rect.y) + b)
    for y in 0..<size.height {
      for x in 0..<size.width {
        // The position in coordinates in which the ellipse is the unit circle, and how fast the
        // distance from that circle grows per pixel.
        let (u, v) = ((Float(x) + 0.5 - middleX) / a, (Float(y) + 0.5 - middleY) / b)
        let reach = hypotf(u, v)
        let slope = max(hypotf(u / a, v / b), 1e-9)
        let inside = (1 - reach) * reach / slope
        let coverage = min(max(inside + 0.5, 0), 1)
        guard coverage < 1 else { continue }
        let pixel = pixels[y * stride + x]
        func dimmed(_ shift: UInt32) -> UInt32 {
          UInt32((Float(pixel >> shift & 0xFF) * coverage).rounded()) << shift
        }
        pixels[y * stride + x] = pixel & 0xFF00_0000 | dimmed(16) | dimmed(8) | dimmed(0)
      }
    }
  }
}
