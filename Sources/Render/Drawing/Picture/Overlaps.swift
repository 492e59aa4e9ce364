import Raster

/// Finds which rectangles overlap each other.
enum Overlaps {
  /// Finds the overlaps of each rectangle.
  ///
  /// - Parameters:
  ///   - rects: The rectangles.
  ///   - pages: The page of each rectangle, nil for one that is on every page; rectangles on
  ///     different pages never overlap. Empty if there are no pages.
  /// - Returns: For each rectangle, the indices of those that overlap it, including itself, in
  ///   ascending order.
  static func indices(of rects: [PixelRect], pages: [Int?] = []) -> [[Int]] {
    var overlaps = rects.indices.map { [$0] }
    let order = rects.indices.sorted { rects[$0].x < rects[$1].x }
    for (rank, index) in order.enumerated() {
      for other in order[(rank + 1)...] {
        if rects[other].x >= rects[index].maxX { break }
        let shareAPage = pages.isEmpty || sharePage(pages[index], pages[other])
        if shareAPage, rects[other].overlaps(rects[index]) {
          overlaps[index].append(other)
          overlaps[other].append(index)
        }
      }
    }
    return overlaps.map { $0.sorted() }
  }

  private static func sharePage(_ page: Int?, _ other: Int?) -> Bool {
    page == nil || other == nil || page == other
  }
}
