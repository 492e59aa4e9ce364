import Raster

/// Which rectangles overlap which.
enum Neighbours {
  /// For each rectangle the indices, in ascending order, of those that overlap it, and its own.
  ///
  /// Those on different `pages` (nil: on every one) never meet.
  static func of(_ rects: [PixelRect], pages: [Int?] = []) -> [[Int]] {
    var neighbours = rects.indices.map { [$0] }
    let order = rects.indices.sorted { rects[$0].x < rects[$1].x }
    for (place, index) in order.enumerated() {
      for other in order[(place + 1)...] {
        if rects[other].x >= rects[index].maxX { break }
        let meet = pages.isEmpty || Paged<Int>.meet(pages[index], pages[other])
        if meet, !rects[other].intersection(rects[index]).isEmpty {
          neighbours[index].append(other)
          neighbours[other].append(index)
        }
      }
    }
    return neighbours.map { $0.sorted() }
  }
}
