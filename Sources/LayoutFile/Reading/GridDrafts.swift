internal import Diagnostics

/// `grid:` as it is written.
struct GridDraft: Sendable {
  var columns = Setting<[Track]>.absent
  var rows = Setting<[Track]>.absent
  var gap = Setting<[Length]>.absent
  var margin = Setting<[Length]>.absent
}

/// The size of a column or row.
enum Track: Sendable {
  /// So many parts of what the lengths leave.
  case share(Double)
  case length(Length)
}

/// Where in a grid something stands, as it is written.
struct CellDraft: Sendable {
  enum Alignment: String, CaseIterable, Sendable {
    case center, left, right, top, bottom
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"
  }

  /// Column and row, from 1.
  var cell = Setting<Pair<Int>>.absent
  /// Columns and rows.
  var span = Setting<Pair<Int>>.absent
  var align = Setting<Alignment>.absent
}

/// Something that can stand in a cell of a grid.
protocol CellHolder {
  var place: CellDraft { get set }
}
