internal import Diagnostics
internal import Gesture

/// A grid on a panel: where its columns and rows lie, in design pixels from the top left corner.
struct Grid: Sendable {
  let columns: [Range<Double>]
  let rows: [Range<Double>]
  let keySpan: SourceSpan

  /// Which cells something takes; counted from 0.
  struct Cells: Sendable {
    var columns: Range<Int>
    var rows: Range<Int>

    func overlaps(_ other: Cells) -> Bool {
      columns.overlaps(other.columns) && rows.overlaps(other.rows)
    }
  }

  func box(of cells: Cells) -> Box {
    Box(
      left: columns[cells.columns.lowerBound].lowerBound,
      top: rows[cells.rows.lowerBound].lowerBound,
      right: columns[cells.columns.upperBound - 1].upperBound,
      bottom: rows[cells.rows.upperBound - 1].upperBound)
  }

  /// Such as "4 columns and 1 row".
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

  /// A part of it of this size, or what reaches beyond it to all sides alike.
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
