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
          "Other knobs of the panel, turned together.", ControlLayout.group)
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

  /// All of `connections:`.
  static func connections(_ connection: Shape<AnyConnectionSettings>) -> Shape<Connections> {
    let named = Shape.named(
      "connection", limit: connectionLimit, connection, example: "home: {mqtt: {host: 10.0.0.2}}")
    return Shape(expectation: named.expectation, schema: named.schema, keys: named.keys) {
      node, subject, context in
      context.connections = .unreadable
      return named.read(node, subject, context).map { Connections($0, of: node) }
    }
  }
}
