internal import YAML

/// A YAML text as a tree with source ranges, as far as they are needed to locate knobs.
///
/// It has only what is written: aliases, merged keys and tags are not resolved.
indirect enum PlacedText {
  case scalar(text: String, isPlain: Bool, Range<Int>)
  case sequence([PlacedText])
  case mapping([(key: PlacedText, value: PlacedText)])
  case other

  private static let depthLimit = 64

  /// Parses a text; returns nil if it is not YAML, or nested too deeply.
  ///
  /// - Parameter bytes: UTF-8 without a byte-order mark. Ranges count its Unicode scalars.
  init?(_ bytes: [UInt8]) {
    var parser = YAMLParser(bytes[...])
    do {
      repeat {
        try parser.advance()
      } while parser.step == .streamStart || parser.step == .documentStart
      self = try Self.node(&parser, depth: 0)
    } catch {
      return nil
    }
  }

  private struct TooDeep: Error {}

  private static func node(_ parser: inout YAMLParser, depth: Int) throws -> PlacedText {
    guard depth < depthLimit else { throw TooDeep() }
    switch parser.step {
    case .scalar:
      return .scalar(
        text: parser.text(byteLimit: .max), isPlain: parser.isPlain, parser.range)
    case .sequenceStart:
      var items: [PlacedText] = []
      while let item = try next(&parser, depth: depth) { items.append(item) }
      return .sequence(items)
    case .mappingStart:
      var entries: [(key: PlacedText, value: PlacedText)] = []
      while let key = try next(&parser, depth: depth),
        let value = try next(&parser, depth: depth)
      {
        entries.append((key, value))
      }
      return .mapping(entries)
    default: return .other
    }
  }

  /// Returns the next node of a collection; nil at its end.
  private static func next(_ parser: inout YAMLParser, depth: Int) throws -> PlacedText? {
    try parser.advance()
    return parser.step == .collectionEnd ? nil : try node(&parser, depth: depth + 1)
  }

  /// The first value of a key; nil if this is not a mapping, or lacks the key.
  subscript(key: String) -> PlacedText? {
    guard case .mapping(let entries) = self else { return nil }
    for entry in entries {
      if case .scalar(key, _, _) = entry.key { return entry.value }
    }
    return nil
  }
}
