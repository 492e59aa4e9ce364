internal import Diagnostics

/// The size of a column or row.
enum Track: Sendable {
  /// A share of the space left by the fixed lengths.
  case share(Double)
  case length(Length)
}

/// `grid:` while its keys are read.
struct GridKeys: Sendable {
  var columns: [Track] = [.share(1)]
  var rows: [Track] = [.share(1)]
  /// One length, or one between columns and one between rows.
  var gap: [Length] = []
  /// One length, two for left/right and top/bottom, or left, top, right and bottom.
  var margin: [Length] = []
  var locations = KeyLocations()
}

/// The position of an item in a grid.
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
  /// The number of columns and rows.
  var span = Pair(first: 1, second: 1)
  var align = Alignment.center
}

/// An item that can be in a cell of a grid.
protocol CellHolder: Sendable {
  var cell: CellKeys { get set }
}
