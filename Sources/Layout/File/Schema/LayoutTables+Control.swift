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
    let several = several(controls)
    return Shape(
      expectation: tagged.expectation + "; or none",
      schema: ["anyOf": [["enum": ["none"]], tagged.schema, several.schema]], keys: tagged.keys,
      isOneOf: tagged.isOneOf
    ) { node, subject, context in
      if case .scalar("none", _) = node.content { return OrNone(nil) }
      if case .sequence = node.content {
        context.knob?.control = subject.span
        return several.read(node, subject, context).map { OrNone($0) }
      }
      context.knob?.control = subject.span
      return tagged.read(node, subject, context).map { OrNone($0) }
    }
  }

  /// The most targets of one knob.
  private static let targetLimit = 8

  /// Several targets of a knob, of which the first is believed and the others follow.
  private static func several(_ controls: [ControlKeys]) -> Shape<ControlLayout> {
    let tagged = Shape<ControlLayout>.tagged("a target", controls.map(\.control))
    let target = Shape<ControlLayout>(
      expectation: tagged.expectation, schema: tagged.schema.defined("target")
    ) { node, subject, context in tagged.read(node, subject, context) }
    return Shape<[Located<ControlLayout>]>.list(
      "target", count: 1...targetLimit, target.located,
      expectation: "a list of targets, of which the first is believed, such as "
        + "[{osc: {address: /ch/01/mix/fader}}, {midi: {port: Desk, controller: 7}}]"
    ).converted { targets, _, context in
      let all = targets.compactMap { target in target.value.settings.map { ($0, target.span) } }
      guard let first = all.first?.0 else { return nil }
      for (settings, span) in all.dropFirst() where settings.isReadOnly {
        context.error(
          "a target that is only read cannot follow", at: span,
          hint: "put it first, or let it write too")
        return nil
      }
      let followers = all.dropFirst().map(\.0)
      return .backEnd(
        followers.isEmpty ? first : FollowedSettings(first, followers: Array(followers)))
    }
  }

  /// A label's value or a button's target: a control of a back end, with the keys as for knobs.
  ///
  /// - Parameters:
  ///   - noun: The name for messages, such as "a value".
  ///   - controls: The back ends.
  ///   - name: The name of its definition in the schema.
  ///   - use: Returns the context for reading the control.
  /// - Returns: The shape.
  static func target(
    _ noun: String, _ controls: [ControlKeys], schema name: String = "target",
    for use: @escaping @Sendable (ReadingContext) -> KnobContext
  ) -> Shape<ControlLayout> {
    let tagged = Shape<ControlLayout>.tagged(noun, controls.map(\.control))
    // The keys are documented only at the control of knobs.
    return Shape(expectation: tagged.expectation, schema: tagged.schema.defined(name)) {
      node, subject, context in
      let knob = context.knob
      context.knob = use(context)
      defer { context.knob = knob }
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
