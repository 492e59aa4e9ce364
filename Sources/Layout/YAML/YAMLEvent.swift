/// A YAML parser event with its own copy of the text.
public struct YAMLEvent: Sendable {
  /// The anchor and tag of a node.
  public struct Properties: Sendable {
    /// The name after the `&`.
    public var anchor: String?
    /// The tag in its long form, such as `tag:yaml.org,2002:str` for `!!str`.
    public var tag: String?

    /// Creates the properties of a node; by default it has none.
    public init(anchor: String? = nil, tag: String? = nil) {
      self.anchor = anchor
      self.tag = tag
    }
  }

  /// The kind of event.
  public enum Kind: Sendable {
    /// The start of the stream.
    case streamStart
    /// The end of the stream.
    case streamEnd
    /// The start of a document, before its root node.
    case documentStart
    /// The end of a document, after its root node.
    case documentEnd
    /// An alias, with the name of its anchor.
    case alias(String)
    /// A scalar; `isPlain` is true without quotes.
    case scalar(text: String, isPlain: Bool, Properties)
    /// The start of a sequence; `isFlow` is true for brackets.
    case sequenceStart(isFlow: Bool, Properties)
    /// The start of a mapping: alternating keys and values; `isFlow` is true for braces.
    case mappingStart(isFlow: Bool, Properties)
    /// The end of a sequence or mapping.
    case collectionEnd
  }

  /// The kind of event.
  public var kind: Kind
  /// The position in Unicode scalars from the start of the text.
  public var range: Range<Int>
}

extension YAMLParser {
  /// Returns the next event; must not be called after `streamEnd`.
  ///
  /// - Throws: `YAMLSyntaxError` if the text is not YAML; parsing cannot continue after it.
  public mutating func next() throws(YAMLSyntaxError) -> YAMLEvent {
    try advance()
    let kind: YAMLEvent.Kind =
      switch step {
      case .streamStart: .streamStart
      case .streamEnd: .streamEnd
      case .documentStart: .documentStart
      case .documentEnd: .documentEnd
      case .alias: .alias(anchor ?? "")
      case .scalar:
        .scalar(text: String(decoding: scalar, as: UTF8.self), isPlain: isPlain, properties)
      case .sequenceStart: .sequenceStart(isFlow: isFlow, properties)
      case .mappingStart: .mappingStart(isFlow: isFlow, properties)
      case .collectionEnd: .collectionEnd
      }
    return YAMLEvent(kind: kind, range: range)
  }

  private var properties: YAMLEvent.Properties {
    YAMLEvent.Properties(anchor: anchor, tag: tag)
  }
}
