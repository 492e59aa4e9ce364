import Foundation
import PNG
import Raster
import Testing

/// `render` draws what a person sees of the display.
@Suite struct RenderTests {
  private func picture(_ panel: String, _ arguments: [String] = []) throws -> PixelBuffer {
    var picture: PixelBuffer?
    try Knobpanel.inFolder { folder in
      let text =
        "version: 1\npanel: {theme: paper, \(panel)}\nlabels: []\nknobs:\n"
        + "  a: {center: [50%, 50%], diameter: 100}\n"
      try Data(text.utf8).write(to: folder.appending(path: "x.yaml"))
      let outcome = try Knobpanel.run(
        ["render", "x.yaml", "-o", "x.png"] + arguments, in: folder)
      #expect(outcome.status == 0 && outcome.errors == "")
      picture = try PNGPicture.read(folder.appending(path: "x.png").path)
    }
    return try #require(picture)
  }

  private func isBlack(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> Bool {
    picture.pixels[y * picture.stride + x] & 0xFF_FFFF == 0
  }

  @Test func corners() throws {
    let square = try picture("size: [200, 200]")
    #expect(!isBlack(square, 0, 0))
    let round = try picture("size: [200, 200], shape: round")
    #expect(isBlack(round, 0, 0) && isBlack(round, 199, 199) && isBlack(round, 20, 20))
    #expect(!isBlack(round, 40, 40) && !isBlack(round, 100, 2) && !isBlack(round, 197, 100))
  }

  @Test("the panel is centered on a display of another size, even a rotated one")
  func otherSizes() throws {
    let wide = try picture("size: [200, 200], shape: round", ["--size", "400x200"])
    #expect(isBlack(wide, 50, 100) && isBlack(wide, 110, 10) && !isBlack(wide, 104, 100))
    let turned = try picture(
      "size: [200, 100], shape: round", ["--size", "100x200", "--rotate", "90"])
    #expect(isBlack(turned, 5, 5) && !isBlack(turned, 50, 4) && !isBlack(turned, 3, 100))
  }
}
