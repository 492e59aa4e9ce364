internal import Diagnostics
internal import Knobs

extension KnobDraft {
  /// Where the pointer can go; nil after the reason was appended.
  func travel(_ context: ReadingContext) -> Travel? {
    let isEndless = endless.value ?? false
    let ways = [
      (name: "endless", key: isEndless ? endless.keySpan : nil),
      (name: "sectors", key: sectors.keySpan),
      (name: "turns", key: turns.keySpan),
      (name: "sweep", key: sweep.keySpan),
    ].compactMap { way in way.key.map { (name: way.name, key: $0) } }
    if let first = ways.first, ways.count > 1 {
      for second in ways.dropFirst() {
        context.error(
          "a knob with `\(first.name)` cannot have `\(second.name)` too", at: second.key,
          hint: Self.reason(against: second.name, for: first.name),
          related: [.init(span: first.key, message: "`\(first.name)` is here")])
      }
      return nil
    }
    if isEndless { return .endless }
    if sectors.isWritten { return sectorTravel(context) }
    if turns.isWritten { return turns.value.map { .arc(from: 0, to: 360 * $0) } }
    if sweep.isWritten { return sweepTravel(context) }
    return .standard
  }

  private static func reason(against second: String, for first: String) -> String {
    switch first {
    case "endless": "it has no ends; remove `endless` or `\(second)`"
    case "sectors": "its sectors share one turn; remove `sectors` or `\(second)`"
    default: "`turns` says how far it goes; remove `turns` or `\(second)`"
    }
  }

  private func sweepTravel(_ context: ReadingContext) -> Travel? {
    guard let (sweep, _, span) = sweep.written else { return nil }
    if sweep.first == sweep.second {
      context.error(
        "this sweep begins and ends at the same angle", at: span,
        hint: "for a whole turn write `sweep: [0, 360]`, for one without ends `endless: true`")
      return nil
    }
    return .arc(from: sweep.first, to: sweep.second)
  }

  private func sectorTravel(_ context: ReadingContext) -> Travel? {
    guard let (sectors, _, span) = sectors.written else { return nil }
    if let twice = sectors.indices.first(where: { sectors[..<$0].contains(sectors[$0]) }) {
      context.error(
        "two sectors are called \(VisibleText.quoted(sectors[twice]))", at: span,
        hint: "give each its own name")
      return nil
    }
    return .sectors(sectors)
  }
}
