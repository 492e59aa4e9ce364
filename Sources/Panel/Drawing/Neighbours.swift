import Raster

/// Which rectangles overlap which.
enum Neighbours {
  /// For each rectangle the indices, in ascending order, of those that overlap it, and its own.
  static func of(_ rects: [PixelRect]) -> [[Int]] {
    var neighbours = rects.indices.map { [$0] }
    let order = rects.indices.sorted { rects[$0].x < rects[$1].x }
    for (place, index) in order.enumerated() {
      for other in order[(place + 1)...] {
        if rects[other].x >= rects[index].maxX { break }
        if !rects[other].intersection(rects[index]).isEmpty {
          neighbours[index].append(other)
          neighbours[other].append(index)
        }
      }
    }
    return neighbours.map { $0.sorted() }
  }
}
