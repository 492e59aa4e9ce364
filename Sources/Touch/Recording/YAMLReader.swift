internal import CLibyaml

/// Owns a libyaml parser and the event that it read last.
///
/// Scalars are looked at in place; nothing of the text is copied unless `text` asks for it.
struct YAMLReader: ~Copyable {
  /// The text is not YAML from `line` (from 1) on.
  struct Failure: Error {
    var line: Int
    var problem: String
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>

  /// Stands before the first event.
  ///
  /// `bytes` must outlive the reader.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    parser = .allocate(capacity: 1)
    event = .allocate(capacity: 1)
    event.initialize(to: yaml_event_t())
    parser.initialize(to: yaml_parser_t())
    precondition(yaml_parser_initialize(parser) == 1, "fails only without memory")
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    yaml_event_delete(event)
    yaml_parser_delete(parser)
    event.deallocate()
    parser.deallocate()
  }

  /// The line of the current event, from 1.
  var line: Int { Int(clamping: event.pointee.start_mark.line) + 1 }

  private var isEnd: Bool { event.pointee.type == YAML_STREAM_END_EVENT }
  private var isScalar: Bool { event.pointee.type == YAML_SCALAR_EVENT }
  private var isMappingStart: Bool { event.pointee.type == YAML_MAPPING_START_EVENT }
  private var isSequenceStart: Bool { event.pointee.type == YAML_SEQUENCE_START_EVENT }

  private var isCollectionEnd: Bool {
    event.pointee.type == YAML_MAPPING_END_EVENT || event.pointee.type == YAML_SEQUENCE_END_EVENT
  }

  /// The current scalar's text, empty if there is none, cut off at the limit.
  func text(byteLimit: Int = 256) -> String {
    String(decoding: scalar.prefix(byteLimit), as: UTF8.self)
  }

  /// The current scalar as a decimal number, nil if it is none.
  private var integer: Int64? {
    let isNegative = scalar.first == UInt8(ascii: "-")
    let digits = scalar.dropFirst(isNegative ? 1 : 0)
    guard !digits.isEmpty else { return nil }
    var value: Int64 = 0
    for byte in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
      guard !overflow, !carry else { return nil }
      value = sum
    }
    return isNegative ? -value : value
  }

  private var scalar: UnsafeBufferPointer<UInt8> {
    guard isScalar else { return UnsafeBufferPointer(start: nil, count: 0) }
    let scalar = event.pointee.data.scalar
    return UnsafeBufferPointer(start: scalar.value, count: scalar.length)
  }

  private mutating func advance() throws(Failure) {
    yaml_event_delete(event)
    guard yaml_parser_parse(parser, event) == 1 else {
      let problem = parser.pointee.problem.map { String(cString: $0) } ?? "unknown error"
      throw Failure(line: Int(clamping: parser.pointee.problem_mark.line) + 1, problem: problem)
    }
  }

  // Each of these starts at the first event of a node and ends at its last.

  /// Goes to the root node of the first document; false if there is none.
  mutating func enterDocument() throws(Failure) -> Bool {
    repeat { try advance() } while !isEnd && !isScalar && !isMappingStart && !isSequenceStart
    return !isEnd
  }

  /// Passes over a whole node, however deep.
  mutating func skip() throws(Failure) {
    var depth = 0
    while true {
      if isMappingStart || isSequenceStart { depth += 1 }
      if isCollectionEnd { depth -= 1 }
      guard depth > 0 else { return }
      try advance()
    }
  }

  /// Calls `body` at the value of each entry of a mapping; any other node is passed over.
  mutating func entries(
    _ body: (_ key: String, _ yaml: inout YAMLReader) throws(Failure) -> Void
  ) throws(Failure) {
    guard isMappingStart else { return try skip() }
    while true {
      try advance()
      if isCollectionEnd { return }
      let key = text()
      try skip()
      try advance()
      try body(key, &self)
    }
  }

  /// Calls `body` at each item of a sequence; any other node is passed over.
  mutating func items(_ body: (inout YAMLReader) throws(Failure) -> Void) throws(Failure) {
    guard isSequenceStart else { return try skip() }
    while true {
      try advance()
      if isCollectionEnd { return }
      try body(&self)
    }
  }

  /// Replaces `numbers` by those of a sequence; leaves it empty if the node is anything else.
  mutating func readNumbers(into numbers: inout [Int64]) throws(Failure) {
    numbers.removeAll(keepingCapacity: true)
    var areAll = true
    try items { yaml throws(Failure) in
      if let number = yaml.integer { numbers.append(number) } else { areAll = false }
      try yaml.skip()
    }
    if !areAll { numbers.removeAll(keepingCapacity: true) }
  }
}
