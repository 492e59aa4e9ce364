internal import CLibyaml

/// Owns one libyaml parser and the text it reads; the only place that knows libyaml's names.
///
/// libyaml types nothing: scalars come as text, with whether they stood in quotes.
struct YAMLParser: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let text: UnsafeMutableBufferPointer<UInt8>

  /// Copies the text, which must be UTF-8 without a byte-order mark.
  init(_ bytes: ArraySlice<UInt8>) {
    text = .allocate(capacity: max(1, bytes.count))
    _ = text.initialize(from: bytes)
    parser = .allocate(capacity: 1)
    precondition(yaml_parser_initialize(parser) == 1, "out of memory")
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, text.baseAddress, bytes.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    text.deallocate()
  }

  /// The next event; after `streamEnd` there is none to ask for.
  mutating func next() throws(YAMLSyntaxError) -> YAMLEvent {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw syntaxError }
    defer { yaml_event_delete(&event) }
    let range = event.start_mark.index..<max(event.start_mark.index, event.end_mark.index)
    return YAMLEvent(kind: kind(of: event), range: range)
  }

  private func kind(of event: yaml_event_t) -> YAMLEvent.Kind {
    switch event.type {
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_DOCUMENT_END_EVENT: return .documentEnd
    case YAML_STREAM_END_EVENT: return .streamEnd
    case YAML_ALIAS_EVENT: return .alias(string(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return .scalar(
        text: String(decoding: bytes, as: UTF8.self),
        isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE,
        properties(scalar.anchor, scalar.tag))
    case YAML_SEQUENCE_START_EVENT:
      let start = event.data.sequence_start
      return .sequenceStart(
        isFlow: start.style == YAML_FLOW_SEQUENCE_STYLE, properties(start.anchor, start.tag))
    case YAML_MAPPING_START_EVENT:
      let start = event.data.mapping_start
      return .mappingStart(
        isFlow: start.style == YAML_FLOW_MAPPING_STYLE, properties(start.anchor, start.tag))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return .collectionEnd
    default: return .streamStart
    }
  }

  private func properties(
    _ anchor: UnsafeMutablePointer<yaml_char_t>?, _ tag: UnsafeMutablePointer<yaml_char_t>?
  ) -> YAMLEvent.Properties {
    YAMLEvent.Properties(anchor: string(anchor), tag: string(tag))
  }

  private func string(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    pointer.map { String(cString: $0) }
  }

  private var syntaxError: YAMLSyntaxError {
    let state = parser.pointee
    return YAMLSyntaxError(
      problem: state.problem.map { String(cString: $0) } ?? "unreadable",
      index: state.problem_mark.index,
      context: state.context.map { String(cString: $0) } ?? "",
      contextIndex: state.context_mark.index)
  }
}

/// A step of the YAML text; the range counts Unicode scalars from the start of the text.
struct YAMLEvent {
  struct Properties {
    var anchor: String?
    var tag: String?
  }

  enum Kind {
    case streamStart
    case streamEnd
    case documentStart
    case documentEnd
    case alias(String)
    case scalar(text: String, isPlain: Bool, Properties)
    case sequenceStart(isFlow: Bool, Properties)
    case mappingStart(isFlow: Bool, Properties)
    case collectionEnd
  }

  var kind: Kind
  var range: Range<Int>
}

/// Where and why the text is not YAML, in libyaml's words; indexes count Unicode scalars.
struct YAMLSyntaxError: Error {
  var problem: String
  var index: Int
  /// What was being read, such as "while parsing a block mapping"; may be empty.
  var context: String
  var contextIndex: Int
}
