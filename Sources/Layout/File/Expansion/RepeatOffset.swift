internal import Diagnostics

/// The offset from one copy to the next.
enum RepeatOffset {
  /// An offset to the right and down.
  case free(Pair<Length>)
  /// An offset in columns and rows.
  case cells(columns: Int, rows: Int)
  /// To the right, continuing in the next row after `of` copies.
  case rows(of: Int, columns: Int, rows: Int)
  case nothing

  /// The keys whose point is moved.
  static let positionKeys = ["center", "at"]

  var isNothing: Bool {
    if case .nothing = self { true } else { false }
  }

  /// Returns nil after reporting the reason.
  init?(
    of item: Node, by: Node.Entry?, grid: Node?, _ context: ReadingContext
  ) {
    guard let by else {
      self =
        item["cell"].map { Self.running(from: $0, of: item, grid: grid, context) } ?? .nothing
      return
    }
    let subject = Subject(name: "`by`", span: by.keySpan)
    guard let step = LayoutTables.step.read(by.value, subject, context) else { return nil }
    guard item["cell"] != nil else {
      guard Self.fits(step, item, context) else { return nil }
      self = .free(step)
      return
    }
    guard let columns = step.first.wholePixels, let rows = step.second.wholePixels else {
      context.error(
        "with a `cell`, `by` is a number of columns and rows", at: by.value.span,
        hint: "write two whole numbers, such as [1, 0]")
      return nil
    }
    self = .cells(columns: columns, rows: rows)
  }

  /// Fills cells to the right, then continues in the next row, at the column of the first copy.
  private static func running(
    from cell: Node, of item: Node, grid: Node?, _ context: ReadingContext
  ) -> RepeatOffset {
    let columns = grid?["columns"].flatMap { context.quietly(LayoutTables.tracks, $0) }?.count ?? 1
    let span = item["span"].flatMap { whole($0, context) } ?? (1, 1)
    guard let first = whole(cell, context)?.0, first > 0, span.0 > 0, span.1 > 0 else {
      return .nothing
    }
    return .rows(of: max(1, (columns - first + 1) / span.0), columns: span.0, rows: span.1)
  }

  /// Checks that the step has the units of the position; errors in the position are reported later.
  private static func fits(
    _ step: Pair<Length>, _ item: Node, _ context: ReadingContext
  ) -> Bool {
    for key in positionKeys {
      guard let position = item[key].flatMap({ context.quietly(LayoutTables.point, $0) })
      else { continue }
      guard
        fits(step.first, position.first, key, context),
        fits(step.second, position.second, key, context)
      else { return false }
    }
    return true
  }

  private static func fits(
    _ step: Length, _ position: Length, _ key: String, _ context: ReadingContext
  ) -> Bool {
    guard step.amount != 0, step.unit != position.unit else { return true }
    context.error(
      "this is in \(step.unit.rawValue), but the `\(key)` it moves is in "
        + "\(position.unit.rawValue)",
      at: step.span, hint: "use the same unit for both",
      related: [.init(span: position.span, message: "`\(key)` is here")])
    return false
  }

  /// Returns the item moved by `count` steps.
  func moved(_ item: Node, _ count: Int, _ context: ReadingContext) -> Node {
    guard count > 0, case .mapping(var entries) = item.content else { return item }
    for index in entries.indices {
      let node = entries[index].value
      switch self {
      case .free(let step) where Self.positionKeys.contains(entries[index].key):
        guard let point = context.quietly(LayoutTables.point, node) else { continue }
        entries[index].value = node.replacing(
          point.first.moved(by: step.first, count), point.second.moved(by: step.second, count))
      case .cells(let columns, let rows) where entries[index].key == "cell":
        entries[index].value = node.shifted(columns * count, rows * count, context)
      case .rows(let perRow, let columns, let rows) where entries[index].key == "cell":
        entries[index].value = node.shifted(
          count % perRow * columns, count / perRow * rows, context)
      default: continue
      }
    }
    var moved = item
    moved.content = .mapping(entries)
    return moved
  }

  /// Two whole numbers within the limits of any panel; nil for anything else.
  fileprivate static func whole(_ node: Node, _ context: ReadingContext) -> (Int, Int)? {
    guard let pair = context.quietly(LayoutTables.point, node),
      let first = pair.first.wholePixels, let second = pair.second.wholePixels
    else { return nil }
    return (first, second)
  }
}

extension ReadingContext {
  /// Returns the value of a node without reporting errors, which are reported when it is read.
  fileprivate func quietly<Value>(_ shape: Shape<Value>, _ node: Node) -> Value? {
    discardingDiagnostics { shape.read(node, Subject(name: "", span: node.span), self) }
  }
}

extension Length {
  fileprivate var wholePixels: Int? {
    guard unit == .pixels, abs(amount) <= Ruler.limit else { return nil }
    return Int(exactly: amount)
  }

  /// Returns the moved length as text for the file.
  fileprivate func moved(by step: Length, _ count: Int) -> String {
    let amount = amount + step.amount * Double(count)
    // Rounding keeps decimal fractions exact despite binary floating point.
    let rounded = (amount * 1e6).rounded() / 1e6
    return NumberText.shown(rounded) + (unit == .pixels ? "" : unit.rawValue)
  }
}

extension Node {
  /// Returns a list of two texts at the location of this one.
  fileprivate func replacing(_ first: String, _ second: String) -> Node {
    guard case .sequence(var items) = content, items.count == 2 else { return self }
    items[0].content = .scalar(text: first, isPlain: true)
    items[1].content = .scalar(text: second, isPlain: true)
    var node = self
    node.content = .sequence(items)
    return node
  }

  fileprivate func shifted(_ columns: Int, _ rows: Int, _ context: ReadingContext) -> Node {
    guard let cell = RepeatOffset.whole(self, context) else { return self }
    return replacing("\(cell.0 + columns)", "\(cell.1 + rows)")
  }
}
