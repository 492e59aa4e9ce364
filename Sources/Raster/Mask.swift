/// Coverage that is known, and where in its rows there is something to draw.
///
/// Most of a letter's box is empty and most of its strokes are covered wholly; what is neither are
/// two or three pixels at each edge.
struct Mask: Sendable {
  /// Pixels of a row from `start` up to but without `end`.
  struct Run: Sendable {
    var start: Int32
    var end: Int32
    /// True if all of it is covered wholly.
    var isFull: Bool
  }

  let size: PixelSize
  /// Rows from the top, `size.width` bytes each, 0 outside to 255 inside; behind them some more, so
  /// that they can be read in groups.
  let levels: [UInt8]
  let runs: [Run]
  /// For each row the first of its runs, and once more the count of all.
  let firstOfRow: [Int32]

  /// Fewer pixels than this between two edges are not worth a run of their own.
  private static let leastCount = 4

  init(_ coverage: [UInt8], _ size: PixelSize) {
    self.size = size
    levels = coverage + [0, 0, 0]
    var runs: [Run] = []
    var firstOfRow: [Int32] = [0]
    for row in 0..<size.height {
      Self.add(coverage[row * size.width..<(row + 1) * size.width], to: &runs)
      firstOfRow.append(Int32(runs.count))
    }
    self.runs = runs
    self.firstOfRow = firstOfRow
  }

  /// Without what is behind the rows.
  var coverage: [UInt8] { Array(levels.dropLast(3)) }

  private static func add(_ row: ArraySlice<UInt8>, to runs: inout [Run]) {
    // Where an edge has begun that has not ended.
    var edge: Int?
    func close(_ end: Int) {
      if let start = edge {
        runs.append(
          Run(
            start: Int32(start - row.startIndex), end: Int32(end - row.startIndex), isFull: false))
      }
      edge = nil
    }
    var place = row.startIndex
    while place < row.endIndex {
      let level = row[place]
      let end = row[place...].firstIndex { $0 != level } ?? row.endIndex
      if (level == 0 || level == 255) && end - place >= leastCount {
        close(place)
        if level == 255 {
          runs.append(
            Run(
              start: Int32(place - row.startIndex), end: Int32(end - row.startIndex),
              isFull: true))
        }
      } else if edge == nil, level > 0 {
        edge = place
      }
      place = end
    }
    // Not what is empty behind the last edge.
    close((row.lastIndex { $0 > 0 } ?? row.startIndex - 1) + 1)
  }
}
