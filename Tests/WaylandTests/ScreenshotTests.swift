import Display
import PNG
import Raster
import Testing

@testable import Wayland

/// The compositor's output shows the panel's picture, to the pixel.
@Suite(.serialized)
struct ScreenshotTests {
  struct Output: CustomTestStringConvertible {
    /// Options of weston's headless backend.
    var options: [String]
    /// The rotation of the picture in the screenshot, which shows the output as it is scanned out.
    var turned: Rotation
    var testDescription: String { options.isEmpty ? "plain" : options.joined(separator: " ") }
  }

  static let outputs = [
    Output(options: [], turned: .none),
    Output(options: ["--transform=rotate-90"], turned: .threeQuarters),
    Output(options: ["--transform=rotate-180"], turned: .half),
    Output(options: ["--transform=rotate-270"], turned: .quarter),
    Output(options: ["--scale=2"], turned: .none),
    Output(options: ["--scale=2", "--transform=rotate-90"], turned: .threeQuarters),
  ]

  @Test("The output shows the picture", arguments: outputs)
  func exact(_ output: Output) throws {
    let weston = try Weston(options: output.options)
    let client = try Client(weston) { $0.isFullscreen = true }
    let picture = try noise(client.display.size)
    try client.show(picture)
    // Transform and scale are known once the first picture has entered the output.
    try client.settle()
    let settled = try noise(client.display.size, seed: 2)
    try client.show(settled)
    let shot = try PNGPicture.read(try weston.screenshot())
    #expect(try differences(shot, to: settled, turned: output.turned) == 0)
  }

  @Test("The layout's rotation adds to that of the output")
  func rotation() throws {
    let weston = try Weston(options: ["--transform=rotate-90"])
    let client = try Client(weston) { $0.isFullscreen = true }
    let picture = try noise(Rotation.quarter.apply(to: client.display.size))
    try client.show(picture, rotation: .quarter)
    let shot = try PNGPicture.read(try weston.screenshot())
    #expect(try differences(shot, to: picture, turned: .none) == 0)
  }

  @Test("Small changes reach every buffer in turn")
  func damage() throws {
    let weston = try Weston()
    let client = try Client(weston) { $0.isFullscreen = true }
    let picture = try noise(client.display.size)
    try client.show(picture)
    for step in 0..<8 {
      let rect = PixelRect(x: 20 + step * 70, y: 30 + step * 9, width: 33, height: 21)
      for y in rect.y..<rect.maxY {
        for x in rect.x..<rect.maxX {
          picture.pixels[y * picture.stride + x] = 0xFF00_FF00 | UInt32(step) << 16
        }
      }
      try client.show(picture, damage: Damage(rect))
    }
    let shot = try PNGPicture.read(try weston.screenshot())
    #expect(try differences(shot, to: picture, turned: .none) == 0)
  }

  /// Returns the number of pixels in which the screenshot differs from the picture.
  private func differences(_ shot: PixelBuffer, to picture: PixelBuffer, turned: Rotation) throws
    -> Int
  {
    let display = try #require(HeadlessDisplay(size: turned.apply(to: picture.size)))
    display.present(picture, damage: Damage(picture.size.bounds), rotation: turned)
    let expected = display.contents
    try #require(shot.size == expected.size)
    var count = 0
    for y in 0..<shot.size.height {
      for x in 0..<shot.size.width {
        let actual = shot.pixels[y * shot.stride + x]
        if (actual ^ expected.pixels[y * expected.stride + x]) & 0xFF_FFFF != 0 { count += 1 }
      }
    }
    return count
  }
}
