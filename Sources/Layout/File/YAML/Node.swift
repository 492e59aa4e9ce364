internal import Diagnostics

/// A value of a YAML document and its location in the file; aliases are already resolved.
struct Node: Sendable {
  enum Content: Sendable {
    case scalar(text: String, isPlain: Bool)
    case sequence([Node])
    case mapping([Entry])
    /// An unreadable value that was already reported.
    case broken
  }

  struct Entry: Sendable {
    var key: String
    var keySpan: SourceSpan
    var value: Node

    /// Location of the value, or of the key if the value is empty.
    var span: SourceSpan { value.isNull ? keySpan : value.span }
  }

  var content: Content
  /// For a block collection: from its first child to its last.
  var span: SourceSpan
  /// False for collections written by indentation, whose span has no clear end.
  var isOneToken = true
  /// Whether a mapping lacks the keys of a broken `<<`, which was already reported.
  var isIncomplete = false
  /// The number of nodes in this tree, itself included, aliases expanded; limited by `NodeReader`.
  var weight = 1

  /// Whether this is an unquoted `~`, `null` or empty value.
  var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// The entries of a mapping; empty for anything else.
  var entries: [Entry] {
    if case .mapping(let entries) = content { entries } else { [] }
  }

  /// The first value of a key; nil if this is not a mapping or lacks the key.
  subscript(key: String) -> Node? { entries.first { $0.key == key }?.value }

  var isScalar: Bool {
    if case .scalar = content { true } else { false }
  }

  /// The number that is written here without quotes; nil for anything else.
  var number: Double? {
    guard case .scalar(let text, isPlain: true) = content else { return nil }
    return try? NumberText.read(text).get()
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
