internal import Diagnostics

/// Reads one HTTP/1.1 message from the bytes of a connection, a request or a response (RFC 9112).
///
/// Each byte is read once, in however small portions they come.
struct HTTPReader {
  static let headByteLimit = 16_384
  static let headerLimit = 100
  static let bodyByteLimit = 131_072
  /// The most bytes of the line that says how long a chunk is.
  static let chunkLineByteLimit = 256
  /// The most responses before the final one, which say that it is coming.
  static let interimLimit = 8

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

  /// What came and was not read.
  private var bytes: [UInt8] = []
  /// Up to here there is no end of the head.
  private var searched = 0
  private var lineStart = 0
  /// The message without its body; nil until its head is complete.
  private(set) var head: Message?
  private var interimCount = 0
  private var body: [UInt8] = []
  /// How many bytes of the present chunk are to come.
  private var chunkRest = 0
  private var chunkedByteCount = 0
  /// How many bytes wait to be read.
  var heldByteCount: Int { bytes.count }
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

  /// Removes the head; nil if its end, the empty line, has not come.
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

  /// Reads what there is of the body; whether it is complete.
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

  /// Moves what there is of the chunks into the body; whether the last one has come.
  private mutating func readChunks() throws(Malformed) -> Bool {
    var index = 0
    defer {
      chunkedByteCount += index
      bytes.removeFirst(index)
    }
    while index < bytes.count {
      // Most of it would be the lines between chunks of a byte or two.
      guard chunkedByteCount + index <= 2 * Self.bodyByteLimit else { throw Malformed() }
      if chunkRest > 0 {
        let count = min(chunkRest, bytes.count - index)
        body += bytes[index..<index + count]
        index += count
        chunkRest -= count
      } else if bytes[index] == 0x0D || bytes[index] == 0x0A {
        // The end of the line after a chunk.
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

  /// The hexadecimal number at the beginning of a line.
  private static func chunkByteCount(_ line: ArraySlice<UInt8>) throws(Malformed) -> Int {
    var count: Int?
    for byte in line {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default:
        guard let count else { throw Malformed() }
        return count
      }
      count = (count ?? 0) << 4 | Int(digit)
      guard count ?? 0 <= bodyByteLimit else { throw Malformed() }
    }
    guard let count else { throw Malformed() }
    return count
  }
}
