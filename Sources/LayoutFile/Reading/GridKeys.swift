internal import Diagnostics

/// The size of a column or row.
enum Track: Sendable {
  /// So many parts of what the lengths leave.
  case share(Double)
  case length(Length)
}

/// `grid:` while its keys are read.
struct GridKeys: Sendable {
  var columns: [Track] = [.share(1)]
  var rows: [Track] = [.share(1)]
  /// One length, or between columns and between rows.
  var gap: [Length] = []
  /// One length, two for the sides and for top and bottom, or left, top, right and bottom.
  var margin: [Length] = []
  var places = KeyPlaces()
}

/// Where in a grid something stands.
struct CellKeys: Sendable {
  enum Alignment: String, CaseIterable, Sendable {
    case center, left, right, top, bottom
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"
  }

  /// Column and row, from 1.
  var cell: Pair<Int>?
  /// Columns and rows.
  var span = Pair(first: 1, second: 1)
  var align = Alignment.center
}

/// Something that can stand in a cell of a grid.
protocol CellHolder: Sendable {
  var cell: CellKeys { get set }
}
