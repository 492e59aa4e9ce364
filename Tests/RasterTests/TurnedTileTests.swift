import Testing

@testable import Raster

@Suite struct TurnedTileTests {
  /// A tile is as large as the lines of a scan-out buffer ask for, whatever format it has.
  @Test(arguments: PixelFormat.allCases) func aTileHoldsALineOfEachFormat(format: PixelFormat) {
    #expect(Scanout.lineByteCount / format.bytesPerPixel <= TurnedTile.width)
    #expect(TurnedTile.Pixels.count == TurnedTile.width * TurnedTile.height)
  }
}
