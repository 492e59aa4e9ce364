internal import Diagnostics

/// A value of a YAML document with its place in the file; aliases are already followed.
struct Node: Sendable {
  enum Content: Sendable {
    case scalar(text: String, isPlain: Bool)
    case sequence([Node])
    case mapping([Entry])
    /// What stood here was already reported; nothing more can be said about it.
    case broken
  }

  struct Entry: Sendable {
    var key: String
    var keySpan: SourceSpan
    var value: Node
  }

  var content: Content
  /// Of a block collection: from its first child to its last.
  var span: SourceSpan
  /// False for collections written by indentation: their span has no telling end.
  var isOneToken = true
  /// True for a mapping that lacks what a broken `<<` was to bring; already reported.
  var isIncomplete = false
  /// Number of nodes in here, itself included, aliases followed; bounded by `NodeReader`.
  var weight = 1

  /// Nothing, `~` or `null`, not in quotes.
  var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  var isBroken: Bool {
    if case .broken = content { true } else { false }
  }

  /// Completes "but this is …".
  var kind: String {
    switch content {
    case .broken: return "unreadable"
    case .sequence: return "a list"
    case .mapping: return "a mapping"
    case .scalar where isNull: return "empty"
    case .scalar(let text, isPlain: true): return VisibleText.quoted(text)
    case .scalar(let text, isPlain: false):
      return "the text \(VisibleText.quoted("\"" + text + "\""))"
    }
  }
}
