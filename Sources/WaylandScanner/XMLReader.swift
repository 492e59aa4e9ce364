/// An XML element with what it contains.
struct XMLElement: Equatable {
  var name: String
  var attributes: [String: String] = [:]
  var children: [XMLElement] = []

  func children(named name: String) -> [XMLElement] { children.filter { $0.name == name } }
}

/// A fault in a protocol's XML, with the line where it shows.
struct XMLError: Error, Equatable, CustomStringConvertible {
  var line: Int
  var reason: String

  var description: String { "line \(line): \(reason)" }
}

/// Reads the part of XML that protocol descriptions are written in: elements and attributes.
///
/// Text, comments, declarations and processing instructions are passed over; entities other than
/// the five of XML itself are not known.
struct XMLReader {
  private let bytes: [UInt8]
  private var position = 0

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The document's outermost element.
  static func read(_ bytes: [UInt8]) throws(XMLError) -> XMLElement {
    var reader = XMLReader(bytes)
    var open = [XMLElement(name: "")]
    while try reader.skipToTag() {
      if reader.take("/") {
        let name = try reader.name()
        guard open.count > 1, let element = open.popLast(), element.name == name else {
          throw reader.error("</\(name)> closes nothing")
        }
        try reader.expectTagEnd()
        open[open.count - 1].children.append(element)
      } else {
        let element = XMLElement(name: try reader.name(), attributes: try reader.attributes())
        if reader.take("/") {
          open[open.count - 1].children.append(element)
        } else {
          open.append(element)
        }
        try reader.expectTagEnd()
      }
    }
    guard open.count == 1 else { throw reader.error("<\(open[open.count - 1].name)> stays open") }
    guard let root = open[0].children.first else { throw reader.error("no element") }
    return root
  }

  /// Goes behind the next `<` that begins or ends an element; false at the end.
  private mutating func skipToTag() throws(XMLError) -> Bool {
    while position < bytes.count {
      if take("<!--") {
        try skip(behind: "-->")
      } else if take("<?") {
        try skip(behind: "?>")
      } else if take("<![CDATA[") {
        try skip(behind: "]]>")
      } else if take("<!") {
        try skip(behind: ">")
      } else if take("<") {
        return true
      } else {
        position += 1
      }
    }
    return false
  }

  private mutating func attributes() throws(XMLError) -> [String: String] {
    var result: [String: String] = [:]
    while true {
      skipSpace()
      guard position < bytes.count else { throw error("the file ends inside a tag") }
      if starts(with: ">") || starts(with: "/") { return result }
      let key = try name()
      skipSpace()
      guard take("=") else { throw error("\(key) has no value") }
      skipSpace()
      guard starts(with: "\"") || starts(with: "'") else { throw error("\(key) is not quoted") }
      let quote = bytes[position]
      position += 1
      guard let end = bytes[position...].firstIndex(of: quote) else {
        throw error("the value of \(key) does not end")
      }
      result[key] = Self.text(bytes[position..<end])
      position = end + 1
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    var text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("&") else { return text }
    let entities = [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&"),
    ]
    for (entity, character) in entities { text.replace(entity, with: character) }
    return text
  }

  private mutating func name() throws(XMLError) -> String {
    let start = position
    while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
    guard position > start else { throw error("a name is missing") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...:
      true
    default: false
    }
  }

  private mutating func expectTagEnd() throws(XMLError) {
    skipSpace()
    guard take(">") else { throw error("a tag does not end") }
  }

  private mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
  }

  private mutating func skip(behind mark: StaticString) throws(XMLError) {
    while position < bytes.count {
      if take(mark) { return }
      position += 1
    }
    throw error("\(mark) is missing")
  }

  private mutating func take(_ text: StaticString) -> Bool {
    guard starts(with: text) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  private func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[position...].starts(with: $0) }
  }

  private func error(_ reason: String) -> XMLError {
    XMLError(line: 1 + bytes[..<position].count { $0 == 0x0A }, reason: reason)
  }
}
