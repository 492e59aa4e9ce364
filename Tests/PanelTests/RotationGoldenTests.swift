import Gesture
import GoldenPictures
import Diagnostics
import Layout
import LayoutFile
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// A panel in the scanout buffers of displays mounted in each of the four ways.
@Suite struct RotationGoldenTests {
  /// As XRGB8888 above, as RGB565 with its ordered dither below, at the depth of displays.
  @Test func rotations() throws {
    let sheet = DrawingFixtures.frame(408, 248)
    sheet.pixels.update(repeating: 0xFF80_8080)
    var left = 2
    for (rotation, theme) in zip(Rotation.allCases, [ThemeName.graphite, .paper, .hifi, .contrast])
    {
      let (picture, viewport) = Self.picture(rotation, theme)
      let frame = DrawingFixtures.frame(120, 80)
      _ = picture.draw(into: frame)
      for (row, format) in [PixelFormat.xrgb8888, .rgb565].enumerated() {
        let shown = try Self.shown(frame, viewport, format)
        Canvas(sheet).draw(shown, x: left, y: 2 + row * 124)
      }
      left += viewport.displaySize.width + 2
    }
    guard let mismatch = try GoldenPicture("rotations").mismatch(of: sheet) else { return }
    Attachment.record(mismatch.actual, named: "actual.png")
    Attachment.record(mismatch.difference, named: "difference.png")
    Issue.record("\(mismatch.message)")
  }

  /// A knob at the left, a small one at the top right, a label at the bottom right.
  private static func picture(_ rotation: Rotation, _ theme: ThemeName) -> (PanelPicture, Viewport)
  {
    let knobs = [
      DrawingFixtures.knob(38, 36, 60, name: "Room"), DrawingFixtures.knob(96, 24, 36),
    ]
    let panel = PanelLayout(width: 120, height: 80, rotate: rotation.rawValue, theme: theme)
    let viewport = Viewport(
      panel: panel, displaySize: rotation.apply(to: PixelSize(width: 120, height: 80)))
    let label = LabelLayout(text: "Rooms", at: .init(x: 76, y: 70), size: 12)
    let picture = PanelPicture(
      layout: LayoutDocument(panel: panel, knobs: knobs, labels: [label]), viewport: viewport,
      typesetter: BlockTypesetter())
    picture.set(DrawingFixtures.look(0.42), ofKnob: 0)
    picture.set(DrawingFixtures.look(0.8, held: true), ofKnob: 1)
    return (picture, viewport)
  }

  /// The image that a display shows for its buffer.
  private static func shown(
    _ frame: PixelBuffer, _ viewport: Viewport, _ format: PixelFormat
  ) throws -> Image {
    let size = viewport.displaySize
    let pitch = size.width * format.bytesPerPixel
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: pitch * size.height, alignment: 64)
    defer { memory.deallocate() }
    let scanout = try #require(
      Scanout(memory: memory, pitch: pitch, format: format, size: size))
    scanout.copy(frame, rect: frame.size.bounds, rotation: viewport.rotation)
    let pixels: [UInt32] =
      switch format {
      case .xrgb8888, .argb8888: memory.bindMemory(to: UInt32.self).map { $0 | 0xFF00_0000 }
      case .rgb565:
        memory.bindMemory(to: UInt16.self).map { pixel in
          let bits = (UInt32(pixel >> 11), UInt32(pixel >> 5 & 63), UInt32(pixel & 31))
          let (red, green, blue) = (bits.0 * 255 / 31, bits.1 * 255 / 63, bits.2 * 255 / 31)
          return 0xFF00_0000 | red << 16 | green << 8 | blue
        }
      }
    return try #require(Image(size: size, premultiplied: pixels))
  }
}
