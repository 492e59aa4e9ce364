internal import Diagnostics

/// Reads one HTTP/1.1 message, a request or a response, from a connection's bytes (RFC 9112).
///
/// Reads each byte once, however small the portions are.
struct HTTPReader {
  static let headByteLimit = 16_384
  static let headerLimit = 100
  static let bodyByteLimit = 131_072
  /// The maximum length in bytes of a line that gives a chunk's size.
  static let chunkLineByteLimit = 256
  /// The maximum number of interim responses (1xx) before the final one.
  static let interimLimit = 8

  struct Message: Equatable {
    /// Such as "HTTP/1.1 200 OK" or "NOTIFY /1 HTTP/1.1".
    var firstLine: String
    /// By lower-case name.
    var headers: [String: String]
    var body: [UInt8] = []

    /// The status of a response; nil if the message is not one.
    var status: Int? {
      let words = firstLine.split(separator: " ", maxSplits: 2)
      guard words.count >= 2, words[0].hasPrefix("HTTP/1.") else { return nil }
      return Int(words[1]).flatMap { (100..<600).contains($0) ? $0 : nil }
    }
  }

  /// The input is not HTTP, or exceeds a limit.
  struct Malformed: Error {}

  /// Bytes received but not yet read.
  private var bytes: [UInt8] = []
  /// The number of bytes already searched for the end of the head.
  private var searched = 0
  private var lineStart = 0
  /// The message without its body; nil until its head is complete.
  private(set) var head: Message?
  private var interimCount = 0
  private var body: [UInt8] = []
  /// The number of bytes still to come of the current chunk.
  private var chunkRest = 0
  private var chunkedByteCount = 0
  /// The number of bytes received but not yet read.
  var heldByteCount: Int { bytes.count }
  /// Whether to read a request, whose body never ends with the connection.
  let isRequest: Bool

  init(isRequest: Bool) {
    self.isRequest = isRequest
  }

  /// Processes bytes; returns the message when it is complete.
  ///
  /// - Parameters:
  ///   - portion: The bytes received.
  ///   - isAtEnd: Whether the connection has ended.
  /// - Returns: The message; nil if more bytes are needed.
  /// - Throws: `Malformed`.
  mutating func append(
    _ portion: [UInt8], isAtEnd: Bool
  ) throws(Malformed) -> Message? {
    bytes.append(contentsOf: portion)
    while true {
      if head == nil { head = try readHead() }
      guard var message = head else {
        guard !isAtEnd else { throw Malformed() }
        return nil
      }
      if let status = message.status, status < 200 {
        interimCount += 1
        guard interimCount <= Self.interimLimit else { throw Malformed() }
        head = nil
        continue
      }
      guard try readBody(of: message, isAtEnd: isAtEnd) else {
        if isAtEnd { throw Malformed() }
        return nil
      }
      message.body = body
      return message
    }
  }

  /// Removes and returns the head; nil if the empty line at its end has not arrived.
  private mutating func readHead() throws(Malformed) -> Message? {
    while searched < min(bytes.count, Self.headByteLimit) {
      let index = searched
      searched += 1
      guard bytes[index] == UInt8(ascii: "\n") else { continue }
      let isEmpty =
        index == lineStart
        || (index == lineStart + 1 && bytes[lineStart] == UInt8(ascii: "\r"))
      lineStart = index + 1
      guard isEmpty, index > 1 else { continue }
      let head = String(decoding: bytes[...index], as: UTF8.self)
      bytes.removeFirst(index + 1)
      (searched, lineStart) = (0, 0)
      return try Self.message(head)
    }
    guard bytes.count < Self.headByteLimit else { throw Malformed() }
    return nil
  }

  /// Parses the first line and the headers of a head, or of an SSDP message.
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

  /// Reads the available part of the body; returns whether it is complete.
  private mutating func readBody(of message: Message, isAtEnd: Bool) throws(Malformed) -> Bool {
    if message.headers["transfer-encoding"]?.lowercased().hasSubstring("chunked") == true {
      return try readChunks()
    }
    if let length = message.headers["content-length"] {
      guard let count = Int(length), (0...Self.bodyByteLimit).contains(count) else {
        throw Malformed()
      }
      guard bytes.count >= count else { return false }
      body = Array(bytes.prefix(count))
      return true
    }
    guard bytes.count <= Self.bodyByteLimit else { throw Malformed() }
    if isRequest || message.status == 204 || message.status == 304 { return true }
    if isAtEnd { body = bytes }
    return isAtEnd
  }

  /// Moves the available chunks into the body; returns whether the last one has arrived.
  private mutating func readChunks() throws(Malformed) -> Bool {
    var index = 0
    defer {
      chunkedByteCount += index
      bytes.removeFirst(index)
    }
    while index < bytes.count {
      // Beyond this, most bytes would be the size lines of chunks of a byte or two.
      guard chunkedByteCount + index <= 2 * Self.bodyByteLimit else { throw Malformed() }
      if chunkRest > 0 {
        let count = min(chunkRest, bytes.count - index)
        body += bytes[index..<index + count]
        index += count
        chunkRest -= count
      } else if bytes[index] == 0x0D || bytes[index] == 0x0A {
        // The line end after a chunk.
        index += 1
      } else {
        let rest = bytes[index...].prefix(Self.chunkLineByteLimit)
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
          guard rest.count < Self.chunkLineByteLimit else { throw Malformed() }
          return false
        }
        chunkRest = try Self.chunkByteCount(rest[..<end])
        guard chunkRest <= Self.bodyByteLimit - body.count else { throw Malformed() }
        index = end + 1
        if chunkRest == 0 { return true }
      }
    }
    return false
  }

  /// Parses the hexadecimal number at the beginning of a line.
  private static func chunkByteCount(_ line: ArraySlice<UInt8>) throws(Malformed) -> Int {
    let digits = line.prefix { Character(UnicodeScalar($0)).isHexDigit }
    guard let count = Int(String(decoding: digits, as: UTF8.self), radix: 16),
      count <= bodyByteLimit
    else { throw Malformed() }
    return count
  }
}
