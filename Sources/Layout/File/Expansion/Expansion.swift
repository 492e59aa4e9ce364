internal import Diagnostics
internal import Layout

/// Expands styles and repeats.
///
/// Works on nodes before any key is read, so it serves every kind of item; every node keeps its
/// location in the file, so errors point at the source.
struct Expansion {
  /// The maximum number of nodes and keys that styles and repeats may expand to.
  static let limit = 200_000

  private var remaining = Expansion.limit
  private(set) var styles: StyleBook
  /// The expanded root of the layout.
  private(set) var root: Node

  init(of root: Node, _ context: ReadingContext) {
    styles = StyleBook(root["styles"], isComplete: !root.isIncomplete, context)
    self.root = root
    if case .mapping(let entries) = root.content { expand(entries, context) }
  }

  private mutating func expand(_ entries: [Node.Entry], _ context: ReadingContext) {
    let grid = entries.first { $0.key == "grid" }?.value
    let expanded = entries.map { entry in
      var entry = entry
      if entry.key == "pages", case .mapping(let pages) = entry.value.content {
        entry.value.content = .mapping(
          pages.map { section($0, panelGrid: grid, context) })
        return entry
      }
      return collection(entry, grid: grid, context)
    }
    root.content = remaining < 0 ? .broken : .mapping(expanded)
  }

  private mutating func section(
    _ page: Node.Entry, panelGrid: Node?, _ context: ReadingContext
  ) -> Node.Entry {
    guard case .mapping(let entries) = page.value.content else { return page }
    let grid = entries.first { $0.key == "grid" }?.value ?? panelGrid
    var page = page
    page.value.content = .mapping(
      entries.map { collection($0, grid: grid, context) })
    return page
  }

  /// Expands one key of a section and the items under it.
  private mutating func collection(
    _ entry: Node.Entry, grid: Node?, _ context: ReadingContext
  ) -> Node.Entry {
    guard context.language.holdsItems(entry.key),
      let keys = context.language.sectionKeys.first(where: { $0.key == entry.key })?.keys
    else { return entry }
    var entry = entry
    switch entry.value.content {
    case .mapping(let items):
      let expanded = items.flatMap { copies(of: $0, keys, grid: grid, context) }
      let isOfKnobs = entry.key == "knobs"
      entry.value.content = .mapping(isOfKnobs ? expanded.map { described($0, context) } : expanded)
    case .sequence(let items):
      let expanded = items.flatMap { item in
        let unnamed = Node.Entry(key: "", keySpan: item.span, value: item)
        return copies(of: unnamed, keys, grid: grid, context)
      }
      entry.value.content = .sequence(expanded.map(\.value))
    default: break
    }
    return entry
  }

  /// Returns a knob with what is known of its target.
  private func described(_ knob: Node.Entry, _ context: ReadingContext) -> Node.Entry {
    context.keysLeftOut[knob.key] = knob.value.keysLeftOut
    guard let description = context.environment.knobs[knob.key] else { return knob }
    var knob = knob
    knob.value = knob.value.described(by: description, at: knob.keySpan)
    return knob
  }

  private mutating func copies(
    of item: Node.Entry, _ keys: [KeyDescription], grid: Node?,
    _ context: ReadingContext
  ) -> [Node.Entry] {
    guard case .mapping = item.value.content, remaining >= 0 else { return [item] }
    var item = item
    let (styled, cost) = styles.styled(item.value, keys, context)
    item.value = styled
    guard spend(cost, at: item.keySpan, context) else { return [] }
    guard let repeated = Repeat(of: item, grid: grid, context) else { return [item] }
    guard spend(styled.weight * repeated.count, at: item.keySpan, context) else { return [] }
    return repeated.copies(context)
  }

  /// Returns false once the limit is exceeded, after reporting it once.
  private mutating func spend(
    _ cost: Int, at span: SourceSpan, _ context: ReadingContext
  ) -> Bool {
    remaining -= cost
    if remaining < 0 {
      context.error(
        "the styles and repeats up to here expand to more than \(Self.limit) values", at: span,
        hint: "no layout needs that; make them smaller")
    }
    return remaining >= 0
  }
}
