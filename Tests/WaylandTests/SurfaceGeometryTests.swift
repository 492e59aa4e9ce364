import Raster
import Testing

@testable import Wayland

struct SurfaceGeometryTests {
  struct Row: CustomTestStringConvertible {
    var geometry: SurfaceGeometry
    var pixels: PixelSize
    var buffer: PixelSize
    var bufferScale: Int
    var testDescription: String { "\(geometry)" }
  }

  private static func size(_ width: Int, _ height: Int) -> PixelSize {
    PixelSize(width: width, height: height)
  }

  private static func geometry(
    _ width: Int, _ height: Int, scale: Int = 120, fractional: Bool = false, transform: UInt32 = 0
  ) -> SurfaceGeometry {
    SurfaceGeometry(
      logicalSize: size(width, height), scaleIn120ths: scale, isFractional: fractional,
      outputTransform: transform)
  }

  static let rows = [
    Row(
      geometry: geometry(800, 480), pixels: size(800, 480), buffer: size(800, 480), bufferScale: 1),
    Row(
      geometry: geometry(800, 480, scale: 240), pixels: size(1600, 960), buffer: size(1600, 960),
      bufferScale: 2),
    // A fractional scale rounds halves up and leaves scaling to the viewport.
    Row(
      geometry: geometry(101, 99, scale: 180, fractional: true), pixels: size(152, 149),
      buffer: size(152, 149), bufferScale: 1),
    Row(
      geometry: geometry(100, 50, scale: 60, fractional: true), pixels: size(50, 25),
      buffer: size(50, 25), bufferScale: 1),
    // Rotated outputs have rotated buffers; mirroring is left to the compositor.
    Row(
      geometry: geometry(800, 480, transform: 1), pixels: size(800, 480), buffer: size(480, 800),
      bufferScale: 1),
    Row(
      geometry: geometry(800, 480, transform: 2), pixels: size(800, 480), buffer: size(800, 480),
      bufferScale: 1),
    Row(
      geometry: geometry(800, 480, transform: 5), pixels: size(800, 480), buffer: size(800, 480),
      bufferScale: 1),
    // Whatever a compositor sends, there is a picture to draw.
    Row(
      geometry: geometry(1, 1, scale: 15, fractional: true), pixels: size(1, 1), buffer: size(1, 1),
      bufferScale: 1),
    Row(
      geometry: geometry(2_147_483_647, 1, scale: 3840), pixels: size(32768, 32),
      buffer: size(32768, 32), bufferScale: 32),
  ]

  @Test("Picture and buffer sizes follow the geometry of the surface", arguments: rows)
  func sizes(_ row: Row) {
    #expect(row.geometry.pixelSize == row.pixels)
    #expect(row.geometry.bufferSize == row.buffer)
    #expect(row.geometry.bufferScale == row.bufferScale)
  }

  @Test("A buffer is rotated like the output, in counter-clockwise quarters")
  func rotation() {
    let rotations = (UInt32(0)..<8).map { Self.geometry(1, 1, transform: $0).bufferRotation }
    #expect(rotations == [.none, .threeQuarters, .half, .quarter, .none, .none, .none, .none])
  }
}
