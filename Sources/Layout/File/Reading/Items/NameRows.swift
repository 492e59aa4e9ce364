internal import Gesture
internal import Layout

/// Places the names below knobs: within the knobs' cells, and those of a row on one line.
struct NameRows {
  let panel: PanelLayout
  /// Returns where a knob's name is without other knobs; nil for one that has no name below it.
  let nameBelow: LayoutEnvironment.NameBelowFunction

  /// Makes room in the cells of fitted knobs, and sets the positions of names.
  func place(_ knobs: inout [KnobEntry]) {
    for row in Dictionary(grouping: knobs.indices, by: { Row(knobs[$0], bySize: true) }).values {
      fit(row, &knobs)
    }
    for row in Dictionary(grouping: knobs.indices, by: { Row(knobs[$0], bySize: false) }).values {
      align(row, &knobs)
    }
  }

  /// The knobs side by side: in the same rows of a grid, or at the same height.
  private struct Row: Hashable {
    var page: Int?
    var cells: Range<Int>?
    var y: Double?
    /// For knobs that look alike: their diameter.
    var diameter: Double?

    init(_ entry: KnobEntry, bySize: Bool) {
      page = entry.knob.page
      cells = entry.isInCell ? entry.cells?.rows : nil
      y = cells == nil ? entry.knob.center.y.rounded() : nil
      diameter = bySize ? entry.knob.diameter.rounded() : nil
    }
  }

  /// Makes the knobs of a row smaller until all their names fit in their cells, and moves them there.
  private func fit(_ row: [Int], _ knobs: inout [KnobEntry]) {
    let isLowered = row.contains {
      knobs[$0].knob.skin == nil && !knobs[$0].knob.travel.hasGapBelow
    }
    func place(_ knob: KnobLayout) -> NameBelow? { nameBelow(knob, panel, isLowered) }
    for index in row { knobs[index].knob.nameBelow = place(knobs[index].knob) }
    guard row.contains(where: { knobs[$0].knob.nameBelow != nil }) else { return }
    // Knobs without a name align with the others.
    let inCells = row.filter { knobs[$0].isInCell }
    // The size of a name depends on the diameter, down to a minimum.
    for _ in 0..<Self.roundLimit {
      let drop = drop(of: inCells, knobs)
      let factor = inCells.filter { knobs[$0].isFitted }.compactMap { index in
        knobs[index].box.map { $0.height / KnobInCell.height(knobs[index].knob.diameter, drop) }
      }.min()
      guard let factor, factor < 0.9999 else { break }
      for index in inCells where knobs[index].isFitted {
        knobs[index].knob.diameter *= max(factor, 0.5)
        knobs[index].knob.nameBelow = place(knobs[index].knob)
      }
    }
    let drop = drop(of: inCells, knobs)
    for index in row {
      var knob = knobs[index].knob
      knob.nameBelow?.bottom = nil
      if let box = knobs[index].box, inCells.contains(index) {
        knob.center = KnobInCell.center(
          of: knob.diameter, drop: drop, in: box, knobs[index].cell.align)
        knob.nameBelow?.bottom = max(box.bottom - knob.center.y, drop)
      }
      knobs[index].knob = knob
    }
  }

  /// Far more than the search for a diameter takes.
  private static let roundLimit = 16

  /// Returns the distance from the centres to the lowest end of a name or a touch area.
  private func drop(of row: [Int], _ knobs: [KnobEntry]) -> Double {
    row.map { index in
      let knob = knobs[index].knob
      return max(knob.nameBelow?.bottom ?? 0, KnobInCell.drop(of: knob.diameter))
    }.max() ?? 0
  }

  /// Puts the names of a row on the lowest of their lines.
  private func align(_ row: [Int], _ knobs: inout [KnobEntry]) {
    let lines = row.compactMap { index in
      knobs[index].knob.nameBelow.map { knobs[index].knob.center.y + $0.baseline }
    }
    guard let lowest = lines.max() else { return }
    for index in row {
      let center = knobs[index].knob.center.y
      knobs[index].knob.nameBelow?.baseline = lowest - center
    }
  }
}
