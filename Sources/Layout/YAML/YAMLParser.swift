internal import CLibyaml

/// Owns a libyaml parser, its input and the current event; all libyaml names are in this file.
///
/// Read events one by one with `advance()`, or nodes with `enterDocument()`, `entries`, `items` and
/// `skip()`. libyaml does not interpret types: scalars are text, marked as quoted or plain.
/// Source: libyaml's `yaml.h`.
public struct YAMLParser: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>
  private let input: UnsafeMutableBufferPointer<UInt8>

  /// Creates a parser positioned before the first event.
  ///
  /// - Parameter bytes: The text, as UTF-8; it is copied.
  public init(_ bytes: ArraySlice<UInt8>) {
    input = .allocate(capacity: max(1, bytes.count))
    _ = input.initialize(from: bytes)
    event = .allocate(capacity: 1)
    event.initialize(to: yaml_event_t())
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    precondition(yaml_parser_initialize(parser) == 1, "fails only without memory")
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, input.baseAddress, bytes.count)
  }

  deinit {
    yaml_event_delete(event)
    yaml_parser_delete(parser)
    event.deallocate()
    parser.deallocate()
    input.deallocate()
  }

  /// Advances to the next event; must not be called after the end of the stream.
  ///
  /// - Throws: `YAMLSyntaxError` if the text is not YAML; parsing cannot continue after it.
  public mutating func advance() throws(YAMLSyntaxError) {
    yaml_event_delete(event)
    guard yaml_parser_parse(parser, event) == 1 else { throw syntaxError }
  }

  /// The line of the current event, from 1.
  public var line: Int { Int(clamping: event.pointee.start_mark.line) + 1 }

  /// The range of the current event, in Unicode scalars from the start of the text.
  public var range: Range<Int> {
    let (start, end) = (event.pointee.start_mark.index, event.pointee.end_mark.index)
    return start..<max(start, end)
  }

  /// The current scalar's UTF-8 bytes in libyaml's memory; empty for any other event.
  var scalar: UnsafeBufferPointer<UInt8> {
    guard event.pointee.type == YAML_SCALAR_EVENT else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    let scalar = event.pointee.data.scalar
    return UnsafeBufferPointer(start: scalar.value, count: scalar.length)
  }

  /// The kind of the current event; copies none of its text.
  public var step: YAMLStep {
    switch event.pointee.type {
    case YAML_DOCUMENT_START_EVENT: .documentStart
    case YAML_DOCUMENT_END_EVENT: .documentEnd
    case YAML_STREAM_END_EVENT: .streamEnd
    case YAML_ALIAS_EVENT: .alias
    case YAML_SCALAR_EVENT: .scalar
    case YAML_SEQUENCE_START_EVENT: .sequenceStart
    case YAML_MAPPING_START_EVENT: .mappingStart
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: .collectionEnd
    default: .streamStart
    }
  }

  /// Whether the event is a scalar without quotes.
  public var isPlain: Bool {
    step == .scalar && event.pointee.data.scalar.style == YAML_PLAIN_SCALAR_STYLE
  }

  /// Whether the event starts a collection in brackets or braces.
  public var isFlow: Bool {
    switch step {
    case .sequenceStart:
      event.pointee.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
    case .mappingStart: event.pointee.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
    default: false
    }
  }

  /// The name after the `&` or, for an alias, the `*`; nil if there is none.
  public var anchor: String? {
    let data = event.pointee.data
    let name =
      switch step {
      case .alias: data.alias.anchor
      case .scalar: data.scalar.anchor
      case .sequenceStart: data.sequence_start.anchor
      case .mappingStart: data.mapping_start.anchor
      default: nil as UnsafeMutablePointer<yaml_char_t>?
      }
    return name.map { String(cString: $0) }
  }

  /// The tag in its long form, such as `tag:yaml.org,2002:str` for `!!str`; nil if there is none.
  public var tag: String? {
    let data = event.pointee.data
    let tag =
      switch step {
      case .scalar: data.scalar.tag
      case .sequenceStart: data.sequence_start.tag
      case .mappingStart: data.mapping_start.tag
      default: nil as UnsafeMutablePointer<yaml_char_t>?
      }
    return tag.map { String(cString: $0) }
  }

  private var syntaxError: YAMLSyntaxError {
    let state = parser.pointee
    return YAMLSyntaxError(
      problem: state.problem.map { String(cString: $0) } ?? "unreadable",
      index: state.problem_mark.index,
      line: Int(clamping: state.problem_mark.line) + 1,
      context: state.context.map { String(cString: $0) } ?? "",
      contextIndex: state.context_mark.index)
  }
}

/// The kinds of events.
public enum YAMLStep: Sendable {
  /// The start or end of the text.
  case streamStart, streamEnd
  /// The start of a document, before its root node, or the end, after it.
  case documentStart, documentEnd
  /// A whole node.
  case alias, scalar
  /// The start of a collection; a mapping contains alternating keys and values.
  case sequenceStart, mappingStart
  /// The end of a sequence or mapping.
  case collectionEnd
}
