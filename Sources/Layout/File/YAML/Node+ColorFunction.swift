internal import Diagnostics

/// `rgb(255, 128, 0)` in brackets or braces, which YAML splits at its commas.
///
/// The parts are joined again, so that a single message can show the correct notation.
extension Node {
  /// Whether this is the beginning of such a colour.
  fileprivate var beginsColorFunction: Bool {
    guard case .scalar(let text, isPlain: true) = content, !text.contains(")") else { return false }
    return ["rgb(", "rgba(", "hsl(", "hsla("].contains { text.lowercased().hasPrefix($0) }
  }

  fileprivate mutating func append(_ part: String, endingAt end: SourceLocation) {
    guard case .scalar(let text, let isPlain) = content else { return }
    content = .scalar(text: "\(text), \(part)", isPlain: isPlain)
    span.end = end
  }

  /// Joins colours in the items of a list.
  static func joiningColorFunctions(_ items: [Node]) -> [Node] {
    guard items.contains(where: \.beginsColorFunction) else { return items }
    var joined: [Node] = []
    for item in items {
      if let last = joined.last, last.beginsColorFunction,
        case .scalar(let text, isPlain: true) = item.content
      {
        joined[joined.count - 1].append(text, endingAt: item.span.end)
      } else {
        joined.append(item)
      }
    }
    return joined
  }

  /// Joins colours in the entries of a mapping; entries without a value continue a colour.
  static func joiningColorFunctions(_ entries: [Entry]) -> [Entry] {
    guard entries.contains(where: \.value.beginsColorFunction) else { return entries }
    var joined: [Entry] = []
    for entry in entries {
      if let last = joined.last, last.value.beginsColorFunction, entry.value.isNull {
        joined[joined.count - 1].value.append(entry.key, endingAt: entry.keySpan.end)
      } else {
        joined.append(entry)
      }
    }
    return joined
  }
}
