internal import Diagnostics

/// Reads one HTTP/1.1 message from the bytes of a connection, a request or a response (RFC 9112).
struct HTTPReader {
  static let headByteLimit = 16_384
  static let headerLimit = 100
  static let bodyByteLimit = 1 << 19

  struct Message: Equatable {
    /// Such as "HTTP/1.1 200 OK" or "NOTIFY /1 HTTP/1.1".
    var firstLine: String
    /// By name in small letters.
    var headers: [String: String]
    var body: [UInt8] = []

    /// The status of a response; nil if it is none.
    var status: Int? {
      let words = firstLine.split(separator: " ", maxSplits: 2)
      guard words.count >= 2, words[0].hasPrefix("HTTP/1.") else { return nil }
      return Int(words[1]).flatMap { (100..<600).contains($0) ? $0 : nil }
    }
  }

  /// What came is not HTTP, or beyond the limits.
  struct Malformed: Error {}

  private var bytes: [UInt8] = []
  private var message: Message?
  private var bodyStart = 0
  /// Whether what was read is a request, whose body never ends with the connection.
  let isRequest: Bool

  init(isRequest: Bool) {
    self.isRequest = isRequest
  }

  /// Takes bytes; returns the message when it is complete.
  ///
  /// - Parameters:
  ///   - portion: What came.
  ///   - isAtEnd: Whether nothing follows.
  /// - Returns: The message; nil while more is needed.
  /// - Throws: `Malformed`.
  mutating func append(
    _ portion: [UInt8], isAtEnd: Bool
  ) throws(Malformed) -> Message? {
    bytes.append(contentsOf: portion)
    if message == nil { try readHead() }
    guard var message else {
      guard bytes.count <= Self.headByteLimit, !isAtEnd else { throw Malformed() }
      return nil
    }
    guard bytes.count - bodyStart <= 2 * Self.bodyByteLimit else { throw Malformed() }
    // Before the answer there may be others, which say that it is coming.
    if let status = message.status, status < 200 {
      bytes.removeFirst(bodyStart)
      self.message = nil
      return try append([], isAtEnd: isAtEnd)
    }
    guard let body = try body(of: message, isAtEnd: isAtEnd) else {
      if isAtEnd { throw Malformed() }
      return nil
    }
    message.body = body
    return message
  }

  private mutating func readHead() throws(Malformed) {
    guard let end = headEnd else { return }
    guard end <= Self.headByteLimit else { throw Malformed() }
    let head = String(decoding: bytes[..<end], as: UTF8.self)
    message = try Self.message(head)
    bodyStart = end
  }

  /// The index after the empty line.
  private var headEnd: Int? {
    var lineStart = 0
    for index in bytes.indices.prefix(Self.headByteLimit + 1)
    where bytes[index] == UInt8(ascii: "\n") {
      let isEmpty =
        index == lineStart
        || (index == lineStart + 1 && bytes[lineStart] == UInt8(ascii: "\r"))
      if isEmpty, index > 1 { return index + 1 }
      lineStart = index + 1
    }
    return nil
  }

  /// The first line and the headers of a head, or of a message of SSDP.
  static func message(_ head: String) throws(Malformed) -> Message {
    let lines = head.split(whereSeparator: \.isNewline)
    guard let first = lines.first, lines.count <= headerLimit, first.hasSubstring("HTTP/1.") else {
      throw Malformed()
    }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      let end = value.lastIndex { $0 != " " && $0 != "\t" }.map(value.index(after:))
      headers[line[..<colon].lowercased()] = String(value[..<(end ?? value.startIndex)])
    }
    return Message(firstLine: String(first), headers: headers)
  }

  /// The body, if it is complete.
  private func body(of message: Message, isAtEnd: Bool) throws(Malformed) -> [UInt8]? {
    if message.headers["transfer-encoding"]?.lowercased().hasSubstring("chunked") == true {
      return try chunkedBody()
    }
    let rest = bytes[bodyStart...]
    if let length = message.headers["content-length"] {
      guard let count = Int(length), (0...Self.bodyByteLimit).contains(count) else {
        throw Malformed()
      }
      return rest.count >= count ? Array(rest.prefix(count)) : nil
    }
    guard rest.count <= Self.bodyByteLimit else { throw Malformed() }
    if isRequest || message.status == 204 || message.status == 304 { return [] }
    return isAtEnd ? Array(rest) : nil
  }

  private func chunkedBody() throws(Malformed) -> [UInt8]? {
    var body: [UInt8] = []
    var index = bodyStart
    while let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: bytes[index..<end], as: UTF8.self)
      let digits = line.prefix { $0.isHexDigit }
      guard let count = Int(digits, radix: 16), count <= Self.bodyByteLimit - body.count else {
        throw Malformed()
      }
      if count == 0 { return body }
      guard bytes.count - (end + 1) >= count else { return nil }
      body += bytes[(end + 1)..<(end + 1 + count)]
      index = end + 1 + count
      // The end of the line after the chunk.
      while index < bytes.count, bytes[index] == 0x0D || bytes[index] == 0x0A { index += 1 }
    }
    return nil
  }
}
