internal import Diagnostics
internal import JSON

extension Shape {
  /// A list of `count` values.
  ///
  /// - Parameters:
  ///   - noun: The name of one value, such as "label".
  ///   - count: The permitted number of values.
  ///   - item: The shape of one value.
  ///   - expectation: What messages say is expected.
  ///   - areDifferent: Whether the schema for editors forbids duplicates; readers of the list
  ///     report them themselves.
  /// - Returns: The shape of the list.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func list<Item>(
    _ noun: String, count: ClosedRange<Int>, _ item: Shape<Item>, expectation: String,
    areDifferent: Bool = false
  ) -> Shape where Value == [Item] {
    Shape(
      expectation: expectation,
      schema: JSONValue.object([
        ("type", "array"),
        ("items", item.schema),
        ("minItems", .number(Double(count.lowerBound))),
        ("maxItems", .number(Double(count.upperBound))),
      ]).adding(areDifferent ? [("uniqueItems", .bool(true))] : []), keys: item.keys
    ) { node, subject, context in
      guard case .sequence(let nodes) = node.content else {
        context.mismatch(node, subject)
        return nil
      }
      guard count.contains(nodes.count) else {
        let limit =
          count.lowerBound == count.upperBound
          ? "\(count.lowerBound)"
          : nodes.count < count.lowerBound
            ? "at least \(count.lowerBound)" : "at most \(count.upperBound)"
        context.error(
          "\(subject.name) has \(nodes.count) \(noun)\(nodes.count == 1 ? "" : "s"); "
            + "it must have \(limit)",
          at: node.isOneToken ? node.span : subject.span, hint: "it expects \(subject.expectation)")
        return nil
      }
      let items = context.eachItem(nodes.enumerated()) { element in
        let (index, node) = element
        let span = node.isNull ? subject.span : node.span
        let name = "\(noun) \(index + 1) of \(subject.name)"
        return item.read(node, Subject(name: name, span: span), context)
      }
      // One unreadable item makes the list unreadable: a partial list means something else.
      return items.contains { $0 == nil } ? nil : items.compactMap { $0 }
    }
  }

  /// Two values of one shape, such as the x and y of a point.
  package static func pair<Item>(
    _ item: Shape<Item>, expectation: String, areDifferent: Bool = false
  ) -> Shape where Value == Pair<Item> {
    Shape<[Item]>.list(
      "value", count: 2...2, item, expectation: expectation, areDifferent: areDifferent
    ).map { items, _, _, _ in Pair(first: items[0], second: items[1]) }
  }
}

package struct Pair<Item> {
  package var first: Item
  package var second: Item

  package init(first: Item, second: Item) {
    self.first = first
    self.second = second
  }
}

extension Pair: Sendable where Item: Sendable {}
