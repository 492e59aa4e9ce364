import Raster
import Testing

@testable import Display

@Suite struct HeadlessTests {
  @Test(arguments: Rotation.allCases)
  func picturesArriveTurned(rotation: Rotation) throws {
    let picture = try #require(PixelBuffer(size: PixelSize(width: 30, height: 20)))
    picture.pixels[0] = 0xFF_AB_CD_EF
    let display = try #require(HeadlessDisplay(size: rotation.apply(to: picture.size)))
    display.present(picture, damage: Damage(picture.size.bounds), rotation: rotation)
    let corner = rotation.apply(
      to: PixelRect(x: 0, y: 0, width: 1, height: 1), in: picture.size)
    #expect(
      display.contents.pixels[corner.y * display.contents.stride + corner.x] == 0xFF_AB_CD_EF)
    #expect(display.presentCount == 1)
    #expect(display.byteCount == 30 * 20 * 4)
    #expect(display.isReady && display.isShowing)
  }

  @Test func withoutDamageNothingIsCopied() throws {
    let display = try #require(HeadlessDisplay(size: PixelSize(width: 30, height: 20)))
    let picture = try #require(PixelBuffer(size: display.size))
    display.present(picture, damage: Damage(), rotation: .none)
    #expect(display.presentCount == 0)
    display.close()
    #expect(!display.isReady && !display.isShowing)
    display.present(picture, damage: Damage(picture.size.bounds), rotation: .none)
    #expect(display.byteCount == 0)
    #expect(HeadlessDisplay(size: PixelSize(width: 0, height: 20)) == nil)
  }
}
