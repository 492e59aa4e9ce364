internal import JSON
internal import Layout

extension LayoutTables {
  static let connectionLimit = 16

  /// `control:`, a back end or a group, or an explicit `none`.
  static func control(_ controls: [ControlKeys]) -> Shape<OrNone<ControlLayout>> {
    let tagged = Shape<ControlLayout>.tagged(
      "a control",
      controls.map(\.control) + [
        Tag(
          "group", group, example: "{members: [kitchen, bath]}",
          "Other knobs of the panel, turned together.", ControlLayout.group)
      ])
    return Shape(
      expectation: tagged.expectation + "; or none",
      schema: ["anyOf": [["enum": ["none"]], tagged.schema]], keys: tagged.keys,
      isOneOf: tagged.isOneOf
    ) { node, subject, context in
      if case .scalar("none", _) = node.content { return OrNone(nil) }
      context.knob?.control = subject.span
      return tagged.read(node, subject, context).map { OrNone($0) }
    }
  }

  /// A label's value or a button's target: a control of a back end, with the keys as for knobs.
  ///
  /// - Parameters:
  ///   - noun: The name for messages, such as "a value".
  ///   - controls: The back ends.
  ///   - use: Returns the context for reading the control.
  /// - Returns: The shape.
  static func target(
    _ noun: String, _ controls: [ControlKeys],
    for use: @escaping @Sendable (ReadingContext) -> KnobContext
  ) -> Shape<ControlLayout> {
    let tagged = Shape<ControlLayout>.tagged(noun, controls.map(\.control))
    // The keys are documented only at the control of knobs.
    return Shape(expectation: tagged.expectation, schema: tagged.schema.defined("target")) {
      node, subject, context in
      context.knob = use(context)
      defer { context.knob = nil }
      return tagged.read(node, subject, context)
    }
  }

  /// All of `connections:`.
  static func connections(_ kinds: [ConnectionKeys]) -> Shape<Connections> {
    let named = Shape.named(
      "connection", limit: connectionLimit, .tagged("a connection", kinds.map(\.tag)),
      example: "home: {mqtt: {host: 10.0.0.2}}")
    return Shape(expectation: named.expectation, schema: named.schema, keys: named.keys) {
      node, subject, context in
      context.connections = Connections(isComplete: false)
      return named.read(node, subject, context).map {
        Connections($0, isComplete: $0.count == node.entries.count)
      }
    }
  }
}
