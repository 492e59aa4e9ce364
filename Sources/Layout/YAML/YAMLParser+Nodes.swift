/// Reads nodes in place: text is copied only by `text`.
///
/// Each of these methods starts at the first event of a node and ends at its last.
extension YAMLParser {
  /// Advances to the root node of the first document.
  ///
  /// - Throws: `YAMLSyntaxError`, like all of these methods, if the text is not YAML.
  /// - Returns: False if there is no document.
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

  /// Skips a whole node with its children.
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

  /// Calls `body` at the value of each entry of a mapping; skips any other node.
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

  /// Calls `body` at each item of a sequence; skips any other node.
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

  /// Replaces `numbers` with those of a sequence; empties it if the node is anything else.
  public mutating func readNumbers(into numbers: inout [Int64]) throws(YAMLSyntaxError) {
    numbers.removeAll(keepingCapacity: true)
    var areAll = true
    try items { yaml throws(YAMLSyntaxError) in
      if let number = yaml.integer { numbers.append(number) } else { areAll = false }
      try yaml.skip()
    }
    if !areAll { numbers.removeAll(keepingCapacity: true) }
  }

  /// Returns the text of the current scalar.
  ///
  /// - Parameter byteLimit: The maximum length in UTF-8 bytes; longer text is cut.
  /// - Returns: The text; empty if the current event is not a scalar.
  public func text(byteLimit: Int = 256) -> String {
    String(decoding: scalar.prefix(byteLimit), as: UTF8.self)
  }

  /// The current scalar as a decimal integer; nil if it is not one.
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
