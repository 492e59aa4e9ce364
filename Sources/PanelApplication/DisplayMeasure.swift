package import Display
package import Raster

/// What the lengths of a layout depend on: a layout is read again for a display that differs in it.
package struct DisplayMeasure: Hashable, Sendable {
  /// Pixels in one millimetre; nil if the display does not say its size.
  package let pixelsPerMillimetre: Double?
  /// Scan-out pixels, before any rotation; nil without millimetres, as all other lengths are those of
  /// the design: a window that is resized is not read again.
  package let size: PixelSize?

  package init(of display: any DisplayOutput) {
    let width = Double(display.size.width)
    pixelsPerMillimetre = display.physicalSize.map { width / $0.width }
    size = pixelsPerMillimetre.map { _ in display.size }
  }
}
