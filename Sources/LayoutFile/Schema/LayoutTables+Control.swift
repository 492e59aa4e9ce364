internal import JSON
internal import Layout

extension LayoutTables {
  static let connectionLimit = 16

  /// `control:`, of a back end or a group.
  static func control(_ controls: [ControlKeys]) -> Shape<ControlLayout> {
    let tagged = Shape<ControlLayout>.tagged(
      "a control",
      controls.map(\.control) + [
        Tag(
          "group", group, example: "{members: [kitchen, bath]}",
          "Other knobs, which it turns together.", ControlLayout.group)
      ])
    return Shape(
      expectation: tagged.expectation, schema: tagged.schema, keys: tagged.keys,
      isOneOf: tagged.isOneOf
    ) { node, subject, context in
      context.knob?.control = subject.span
      return tagged.read(node, subject, context)
    }
  }

  /// One of `connections:`.
  static func connection(_ connections: [ConnectionKeys]) -> Shape<AnyConnectionSettings> {
    .tagged("a connection", connections.map(\.tag))
  }
}

extension Shape {
  /// The node itself, to be read later.
  var unread: Shape<Node> {
    Shape<Node>(expectation: expectation, schema: schema, keys: keys, isOneOf: isOneOf) {
      node, _, _ in node
    }
  }
}
