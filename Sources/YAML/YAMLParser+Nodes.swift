/// Reads nodes in place: nothing of the text is copied unless `text` asks for it.
///
/// Each of these starts at the first event of a node and ends at its last.
extension YAMLParser {
  /// Goes to the root node of the first document.
  ///
  /// - Throws: `YAMLSyntaxError`, as all of these, where the text is not YAML.
  /// - Returns: False if there is none.
  public mutating func enterDocument() throws(YAMLSyntaxError) -> Bool {
    while true {
      try advance()
      switch step {
      case .streamEnd: return false
      case .scalar, .mappingStart, .sequenceStart: return true
      default: break
      }
    }
  }

  /// Passes over a whole node, however deep.
  public mutating func skip() throws(YAMLSyntaxError) {
    var depth = 0
    while true {
      switch step {
      case .mappingStart, .sequenceStart: depth += 1
      case .collectionEnd: depth -= 1
      default: break
      }
      guard depth > 0 else { return }
      try advance()
    }
  }

  /// Calls `body` at the value of each entry of a mapping; any other node is passed over.
  public mutating func entries(
    _ body: (_ key: String, _ yaml: inout YAMLParser) throws(YAMLSyntaxError) -> Void
  ) throws(YAMLSyntaxError) {
    guard step == .mappingStart else { return try skip() }
    while true {
      try advance()
      if step == .collectionEnd { return }
      let key = text()
      try skip()
      try advance()
      try body(key, &self)
    }
  }

  /// Calls `body` at each item of a sequence; any other node is passed over.
  public mutating func items(
    _ body: (inout YAMLParser) throws(YAMLSyntaxError) -> Void
  ) throws(YAMLSyntaxError) {
    guard step == .sequenceStart else { return try skip() }
    while true {
      try advance()
      if step == .collectionEnd { return }
      try body(&self)
    }
  }

  /// Replaces `numbers` by those of a sequence; leaves it empty if the node is anything else.
  public mutating func readNumbers(into numbers: inout [Int64]) throws(YAMLSyntaxError) {
    numbers.removeAll(keepingCapacity: true)
    var areAll = true
    try items { yaml throws(YAMLSyntaxError) in
      if let number = yaml.integer { numbers.append(number) } else { areAll = false }
      try yaml.skip()
    }
    if !areAll { numbers.removeAll(keepingCapacity: true) }
  }

  /// The current scalar's text.
  ///
  /// - Parameter byteLimit: Where it is cut off, in bytes of UTF-8.
  /// - Returns: The text; empty where there is no scalar.
  public func text(byteLimit: Int = 256) -> String {
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
}
