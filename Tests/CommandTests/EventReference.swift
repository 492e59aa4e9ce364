import Panel

/// The list of events in `docs/socket.md`, made from their declarations.
enum EventReference {
  /// The lines before and after the list; everything else is written by hand.
  static let begin = "<!-- The events, made from their declarations: make docs -->\n"
  static let end = "<!-- The end of the events -->\n"

  static var text: String {
    let kinds = PanelEvent.Kind.allCases.map { kind -> String in
      let declaration = kind.declaration
      let items = names(declaration.items, joined: " or ")
      var keys = "Keys: \(items), `event`, \(names(declaration.keys + [.source]))."
      if !declaration.optionalKeys.isEmpty {
        keys += " Where they apply: \(names(declaration.optionalKeys))."
      }
      return "| event of a \(items) | what happened |\n|---|---|\n"
        + declaration.events.map { "| `\($0.name)` | \($0.meaning) |\n" }.joined() + "\n\(keys)\n"
    }
    let keys = EventKey.allCases.map { "| `\($0.rawValue)` | \($0.meaning) |\n" }
    let sources = EventSource.Kind.allCases.map { source in
      "| \(source == .control ? "another word" : "`\(source.rawValue)`") | \(source.meaning) |\n"
    }
    return kinds.joined(separator: "\n") + "\n| key | value |\n|---|---|\n" + keys.joined()
      + "\n| `source` | what caused the event |\n|---|---|\n" + sources.joined()
  }

  private static func names(_ keys: [EventKey], joined separator: String = ", ") -> String {
    keys.map { "`\($0.rawValue)`" }.joined(separator: separator)
  }
}
