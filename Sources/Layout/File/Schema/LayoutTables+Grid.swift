internal import Diagnostics
internal import JSON

/// The keys for placing items in cells instead of at coordinates.
extension LayoutTables {
  static let trackLimit = 64

  /// The cells of a section.
  static let grid = gridKeys.map { keys, _, subject, context in
    keys.resolved(at: subject.span, context)
  }

  private static let gridKeys = Shape.record(
    "a grid", empty: GridKeys(),
    [
      Field(
        "columns", tracks, into: \.columns, fallback: 1, example: 4, alsoCalled: ["cols"],
        "The number of equal columns, or the width of each: a length, or a share of the remaining "
          + "space such as `1fr`."),
      Field(
        "rows", tracks, into: \.rows, fallback: 1, example: ["1fr", "2fr", 60],
        "The number of equal rows, or the height of each."),
      Field(
        "gap",
        .oneOrMore(
          "length", count: 1...2, .length(.notNegative),
          expectation: "a length, or two for columns and rows, such as [16, 8]"),
        into: \.gap, fallback: 0, example: 16, alsoCalled: ["spacing", "gutter"],
        "The gap between cells: one length, or two for columns and rows."),
      Field(
        "margin", margin, into: \.margin, fallback: 0, example: [24, 16],
        alsoCalled: ["padding", "inset"],
        "The margin around all cells: one length, two for the sides and for top and bottom, or "
          + "four for left, top, right and bottom."),
    ], finish: { keys, locations, _, _ in keys.locations = locations })

  /// The keys of any item that can be in a cell.
  static func cellFields<Holder: CellHolder>(of _: Holder.Type = Holder.self) -> [Field<Holder>] {
    [
      Field(
        "cell",
        .pair(
          .count(1...trackLimit, example: 2), expectation: "a column and a row, such as [2, 1]"),
        intoOptional: \.cell.cell, example: [2, 1], alsoCalled: ["column", "row", "col"],
        "Its cell in the `grid`: column first, both from 1."
      ).read(in: .first),
      Field(
        "span",
        .pair(
          .count(1...trackLimit, example: 2),
          expectation: "a number of columns and rows, such as [2, 1]"),
        into: \.cell.span, fallback: [1, 1], example: [2, 1],
        alsoCalled: ["colspan", "rowspan", "column_span", "row_span"],
        "The number of columns and rows that it occupies, from its `cell` to the right and down."
      ).read(in: .first),
    ]
  }

  /// Returns rules for keys that have no effect without a cell.
  static func cellRules(_ keys: String...) -> [KeyRule] {
    keys.map {
      .needs($0, "cell", "`\($0)` has no effect without a `cell`", hint: "add `cell: [1, 1]`")
    }
  }

  /// The alignment key, for items smaller than their cell that have no `align` of their own.
  static func alignField<Holder: CellHolder>(of _: Holder.Type = Holder.self) -> Field<Holder> {
    Field(
      "align", .choice(of: CellKeys.Alignment.self, synonyms: ["centre": "center"]),
      into: \.cell.align, fallback: "center", example: "top",
      alsoCalled: ["alignment", "justify", "anchor"], "Its position in its cell."
    ).read(in: .first)
  }

  static let tracks = Shape<[Track]>.either(
    single: Shape<Int>.count(1...trackLimit, example: 4).converted { count, _, _ in
      Array(repeating: .share(1), count: count)
    },
    list: .list(
      "size", count: 1...trackLimit, track,
      expectation: "a count, such as 4, or a list of sizes, such as [1fr, 2fr, 120]"),
    isSingle: { $0.number != nil })

  private static let track: Shape<Track> = {
    let expectation = "a share or a length, such as 1fr, 120 or 25%"
    let length = Shape<Length>.length(.positive)
    let share: JSONValue = ["type": "string", "pattern": #"^([0-9]+(\.[0-9]*)?|\.[0-9]+)fr$"#]
    return Shape(expectation: expectation, schema: ["anyOf": [length.schema, share]]) {
      node, subject, context in
      guard case .scalar(let text, _) = node.content, text.hasSuffix("fr"),
        let number = NumberText.decimal(String(text.dropLast(2)))
      else { return length.read(node, subject, context).map { .length($0) } }
      guard number > 0, number <= 1000 else {
        context.error(
          "\(subject.name) must be more than 0fr and at most 1000fr, but this is "
            + VisibleText.quoted(text), at: node.span)
        return nil
      }
      return .share(number)
    }
  }()

  private static let margin: Shape<[Length]> = {
    let lengths = Shape<[Length]>.oneOrMore(
      "length", count: 1...4, .length(.notNegative),
      expectation: "one length, two or four, such as 24, [24, 16] or [24, 16, 24, 60]")
    let schema = lengths.schema.adding([("not", ["type": "array", "minItems": 3, "maxItems": 3])])
    return lengths.map(schema: schema) { lengths, node, subject, context -> [Length]? in
      guard lengths.count != 3 else {
        context.error(
          "\(subject.name) has 3 lengths; it must have 1, 2 or 4",
          at: node.isOneToken ? node.span : subject.span,
          hint: "two are for the sides and for top and bottom; four are left, top, right, bottom")
        return nil
      }
      return lengths
    }
  }()
}

extension NumberRule {
  static let notNegative = NumberRule(range: 0...Ruler.limit)
}

extension KeyRule {
  /// A cell or a free position.
  ///
  /// - Parameters:
  ///   - keys: The key of the cell, then those of free positions.
  ///   - item: The item's name for messages; nil for its usual name.
  /// - Returns: The rule that allows only one of the keys.
  static func onePosition(_ keys: [Key], item: String? = nil) -> KeyRule {
    .alternatives(keys) { cell, free, subject in
      .twoPositions(cell, free, item: item ?? subject.name)
    }
  }
}

extension Diagnostic {
  /// Returns an error for an item with both a cell and another position.
  static func twoPositions(
    _ cell: KeyRule.Written, _ free: KeyRule.Written, item: String
  ) -> Diagnostic {
    Diagnostic(
      .error, "\(item) has both `cell` and `\(free.key)`; it can have only one position",
      at: cell.keySpan, hint: "remove one of the two",
      related: [.init(span: free.keySpan, message: "`\(free.key)` is here")])
  }
}
