import Raster
import Testing

@testable import PanelDrawing

/// Which rectangles overlap, and thus which must be redrawn together.
@Suite struct OverlapsTests {
  private func row(_ lefts: [Int], width: Int = 10) -> [PixelRect] {
    lefts.map { PixelRect(x: $0, y: 0, width: width, height: 10) }
  }

  @Test(
    "A shared pixel is an overlap, a shared edge is not",
    arguments: [(9, true), (10, false), (11, false)])
  func edge(x: Int, overlaps: Bool) {
    let expected = overlaps ? [[0, 1], [0, 1]] : [[0], [1]]
    #expect(Overlaps.indices(of: row([0, x])) == expected)
    #expect(Overlaps.indices(of: row([x, 0])) == expected)
  }

  @Test("A wide rectangle overlaps all those below it, in any order") func wide() {
    var rects = row([40, 0, 20])
    rects.append(PixelRect(x: 5, y: 5, width: 50, height: 1))
    #expect(Overlaps.indices(of: rects) == [[0, 3], [1, 3], [2, 3], [0, 1, 2, 3]])
  }

  @Test("Rectangles above and below each other do not overlap") func columns() {
    let rects = [0, 9, 20].map { PixelRect(x: 0, y: $0, width: 10, height: 10) }
    #expect(Overlaps.indices(of: rects) == [[0, 1], [0, 1], [2]])
  }

  @Test("Items on different pages do not overlap, but all overlap those on every page") func pages()
  {
    #expect(
      Overlaps.indices(of: row([0, 1, 2]), pages: [0, 1, nil]) == [[0, 2], [1, 2], [0, 1, 2]])
  }
}
