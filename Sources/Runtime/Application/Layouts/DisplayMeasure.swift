package import Display
package import Raster

/// The display properties that determine a layout's lengths; it is read again if they change.
package struct DisplayMeasure: Hashable, Sendable {
  /// Pixels per millimetre; nil if the display does not report its size.
  package let pixelsPerMillimetre: Double?
  /// Scanout pixels, before any rotation; nil without millimetres.
  ///
  /// All other lengths are in design pixels, so resizing a window does not cause another reading.
  package let size: PixelSize?

  package init(of display: any DisplayOutput) {
    let width = Double(display.size.width)
    pixelsPerMillimetre = display.physicalSize.map { width / $0.width }
    size = pixelsPerMillimetre.map { _ in display.size }
  }
}
