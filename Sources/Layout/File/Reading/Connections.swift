internal import Diagnostics
package import Layout

/// The connections of a layout, and the names of those in use.
struct Connections: Sendable {
  fileprivate let all: [(layout: ConnectionLayout, span: SourceSpan)]
  fileprivate var used: Set<String> = []
  /// False if some of them could not be read, which was reported.
  fileprivate let isComplete: Bool

  /// Creates the set of the readable connections.
  init(_ named: [Named<any ConnectionSettings>] = [], isComplete: Bool) {
    all = named.map { entry in
      let layout = ConnectionLayout(
        name: entry.name, settings: entry.value, location: entry.nameSpan.start)
      return (layout, entry.nameSpan)
    }
    self.isComplete = isComplete
  }

  /// All readable connections, in file order.
  var layouts: [ConnectionLayout] { all.map(\.layout) }

  /// Whether one of them exposes the knobs to clients.
  var servePanel: Bool { all.contains { $0.layout.settings.servesPanel } }

  /// Warns of connections that no control uses.
  func warnOfUnused(_ context: ReadingContext) {
    for (layout, span) in all
    where !used.contains(layout.name) && !layout.settings.servesPanel {
      context.warning(
        "no control uses the connection \(VisibleText.quoted(layout.name))", at: span,
        hint: "remove it, or use it in a `control`")
    }
  }
}

extension ReadingContext {
  /// Returns the connection for a control, or nil after reporting the reason.
  ///
  /// - Parameters:
  ///   - name: The connection's name; nil if the control names none, which is valid for only one.
  ///   - settings: The kind of connection that the control needs.
  ///   - subject: The control, for messages.
  ///   - example: A valid connection of that kind as text, for hints.
  /// - Returns: The connection, or nil after the reason was reported.
  package func connection<Settings: ConnectionSettings>(
    _ name: Located<String>?, to settings: Settings.Type, of subject: Subject,
    example: String = "{mqtt: {host: 10.0.0.2}}"
  ) -> ConnectionLayout? {
    let known = connections.all.map(\.layout).filter { $0.settings is Settings }
    let list = known.map(\.name).joined(separator: ", ")
    if let name, let found = known.first(where: { $0.name == name.value }) { return use(found) }
    guard connections.isComplete else { return nil }
    guard let name else {
      if known.count == 1 { return use(known[0]) }
      let span = knob?.control ?? subject.span
      if known.isEmpty {
        error(
          "this control needs a connection, but there is none", at: span,
          hint: "add `connections: {home: \(example)}` at the top")
      } else {
        error(
          "this control could use any of \(known.count) connections", at: span,
          hint: "add `connection:` with one of: \(list)")
      }
      return nil
    }
    error(
      "there is no connection \(VisibleText.quoted(name.value))", at: name.span,
      hint: Spelling.hint(for: name.value, among: known.map(\.name))
        ?? (known.isEmpty
          ? "add `connections: {\(name.value): \(example)}` at the top"
          : "the connections are: \(list)"))
    return nil
  }

  private func use(_ connection: ConnectionLayout) -> ConnectionLayout {
    connections.used.insert(connection.name)
    return connection
  }
}

extension ConnectionLayout {
  /// A placeholder for an unknown connection, which was reported; never part of a layout.
  package static let unknown = ConnectionLayout(name: "", settings: NoConnection())
}

private struct NoConnection: ConnectionSettings {}
