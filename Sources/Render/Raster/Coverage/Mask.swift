/// Pixel coverage, split into runs for drawing.
///
/// Most of a glyph's box is empty, and most of its strokes are fully covered. The rest, two or
/// three pixels at each edge, is stored in groups of four, so that drawing needs no branch for each
/// row or pixel.
struct Mask: Sendable {
  /// Fully covered pixels in a row.
  struct Run: Sendable {
    var x: Int32
    var y: Int32
    var count: Int32
  }

  /// Four pixels in a row, some of them partly covered.
  struct Edge: Sendable {
    var x: Int32
    var y: Int32
    /// Coverage 0…255, the leftmost pixel in the lowest byte; 0 for a pixel of another group.
    var levels: UInt32
  }

  let size: PixelSize
  /// Rows from the top, `size.width` bytes each, 0 outside to 255 inside.
  let coverage: [UInt8]
  /// From the top down.
  let runs: [Run]
  let edges: [Edge]

  /// The minimum number of pixels for which a separate run pays off.
  private static let minRunCount = 4

  init(_ coverage: [UInt8], _ size: PixelSize) {
    self.size = size
    self.coverage = coverage
    var runs: [Run] = []
    var edges: [Edge] = []
    for y in 0..<size.height {
      let row = coverage[y * size.width..<(y + 1) * size.width]
      var index = row.startIndex
      while index < row.endIndex {
        let level = row[index]
        let end = row[index...].firstIndex { $0 != level } ?? row.endIndex
        let x = Int32(index - row.startIndex)
        if level == 0 {
          index = end
        } else if level == 255, end - index >= Self.minRunCount {
          runs.append(Run(x: x, y: Int32(y), count: Int32(end - index)))
          index = end
        } else {
          // Up to where the next run begins.
          var levels: UInt32 = 0
          var lane = 0
          while lane < 4, index < row.endIndex, !Self.isRun(row[index...]) {
            levels |= UInt32(row[index]) << (8 * UInt32(lane))
            lane += 1
            index += 1
          }
          edges.append(Edge(x: x, y: Int32(y), levels: levels))
        }
      }
    }
    self.runs = runs
    self.edges = edges
  }

  private static func isRun(_ row: ArraySlice<UInt8>) -> Bool {
    row.count >= minRunCount && row.prefix(minRunCount).allSatisfy { $0 == 255 }
  }
}

/// A part of a mask that lies in one row.
protocol MaskPart {
  var y: Int32 { get }
}

extension Mask.Run: MaskPart {}

extension Mask.Edge: MaskPart {
  /// Returns the visible pixels of a group that starts at `column`: how many lie left of the area,
  /// and the levels of the others, 0 beyond the area.
  @inline(__always) func visible(
    from column: Int, within area: PixelRect
  ) -> (hidden: Int, levels: UInt32) {
    if column >= area.x, column + 4 <= area.maxX { return (0, levels) }
    let hidden = max(area.x - column, 0)
    let count = area.maxX - column - hidden
    guard hidden < 4, count > 0 else { return (0, 0) }
    let mask: UInt32 = count < 4 ? 1 &<< UInt32(truncatingIfNeeded: 8 &* count) &- 1 : .max
    return (hidden, levels &>> UInt32(truncatingIfNeeded: 8 &* hidden) & mask)
  }
}

extension UnsafeBufferPointer where Element: MaskPart {
  /// Returns the index of the first part in a row or below it.
  @inline(__always) func firstIndex(fromRow row: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if Int(self[middle].y) < row { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
