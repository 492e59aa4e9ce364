/// A step of the YAML text, with its own copy of what stands there.
public struct YAMLEvent: Sendable {
  /// What may stand before a node.
  public struct Properties: Sendable {
    /// The name behind the `&`.
    public var anchor: String?
    /// The tag in its long form, such as `tag:yaml.org,2002:str` for `!!str`.
    public var tag: String?

    /// Those of a node, by default of one without any.
    public init(anchor: String? = nil, tag: String? = nil) {
      self.anchor = anchor
      self.tag = tag
    }
  }

  /// What stands there.
  public enum Kind: Sendable {
    /// Before everything.
    case streamStart
    /// Behind everything.
    case streamEnd
    /// Before the root node of a document.
    case documentStart
    /// Behind the root node of a document.
    case documentEnd
    /// A `*` with the name of the anchor it repeats.
    case alias(String)
    /// Text, and whether it stands without quotes.
    case scalar(text: String, isPlain: Bool, Properties)
    /// The items follow; `isFlow` is true in brackets.
    case sequenceStart(isFlow: Bool, Properties)
    /// The keys and values follow in turn; `isFlow` is true in braces.
    case mappingStart(isFlow: Bool, Properties)
    /// Behind the last item of a sequence or the last value of a mapping.
    case collectionEnd
  }

  /// What stands there.
  public var kind: Kind
  /// Where, in Unicode scalars from the start of the text.
  public var range: Range<Int>
}

extension YAMLParser {
  /// The next event; after `streamEnd` there is none to ask for.
  ///
  /// - Throws: `YAMLSyntaxError` where the text is not YAML; nothing behind it can be read.
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
