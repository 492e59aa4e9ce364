internal import Diagnostics
internal import Gesture

/// A grid on a panel: the ranges of its columns and rows, in design pixels from the top left.
struct Grid: Sendable {
  /// The first one is at the right of a mirrored panel.
  let columns: [Range<Double>]
  let rows: [Range<Double>]
  let keySpan: SourceSpan

  /// The cells that an item occupies, counted from 0.
  struct Cells: Sendable {
    var columns: Range<Int>
    var rows: Range<Int>

    func overlaps(_ other: Cells) -> Bool {
      columns.overlaps(other.columns) && rows.overlaps(other.rows)
    }
  }

  func box(of cells: Cells) -> Box {
    let (first, last) = (columns[cells.columns.lowerBound], columns[cells.columns.upperBound - 1])
    return Box(
      left: min(first.lowerBound, last.lowerBound),
      top: rows[cells.rows.lowerBound].lowerBound,
      right: max(first.upperBound, last.upperBound),
      bottom: rows[cells.rows.upperBound - 1].upperBound)
  }

  /// The box of all cells.
  var box: Box {
    box(of: Cells(columns: columns.indices, rows: rows.indices))
  }

  /// The size in words, such as "4 columns and 1 row".
  var countText: String {
    let columns = "\(columns.count) column\(columns.count == 1 ? "" : "s")"
    return columns + " and \(rows.count) row\(rows.count == 1 ? "" : "s")"
  }
}

/// A rectangle in design pixels.
struct Box: Hashable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  var width: Double { right - left }
  var height: Double { bottom - top }
  var center: DesignPoint { DesignPoint(x: (left + right) / 2, y: (top + bottom) / 2) }

  /// Returns a box of this size, aligned within this one; a larger one extends beyond it.
  func part(width: Double, height: Double, _ alignment: CellKeys.Alignment) -> Box {
    let (free, below) = (self.width - width, self.height - height)
    let x =
      switch alignment {
      case .left, .topLeft, .bottomLeft: left
      case .right, .topRight, .bottomRight: left + free
      case .center, .top, .bottom: left + free / 2
      }
    let y =
      switch alignment {
      case .top, .topLeft, .topRight: top
      case .bottom, .bottomLeft, .bottomRight: top + below
      case .center, .left, .right: top + below / 2
      }
    return Box(left: x, top: y, right: x + width, bottom: y + height)
  }
}
