internal import CExpat

/// An element of an XML document: its local name, attributes, text and child elements.
///
/// Speakers' documents are small and shallow. Documents beyond the limits are rejected, and so are
/// those with a document type, which can declare entities that expand to gigabytes. A document that
/// is not well-formed is repaired by `XMLRepair`, and parsed once more.
final class XMLElement {
  static let depthLimit = 32
  static let elementLimit = 2000
  /// The size limit of all text and attributes, in bytes.
  static let textByteLimit = 1 << 18

  /// The name without its namespace prefix.
  let name: String
  /// By local name.
  let attributes: [String: String]
  fileprivate(set) var children: [XMLElement] = []
  /// The text outside of child elements, without leading and trailing white space.
  private(set) var text = ""
  fileprivate var bytes: [UInt8] = []

  fileprivate init(name: String, attributes: [String: String]) {
    (self.name, self.attributes) = (name, attributes)
  }

  /// Parses a document; nil if it is not well-formed even after repair, or exceeds a limit.
  static func parse(_ document: [UInt8]) -> XMLElement? {
    switch parse(document, encoding: nil) {
    case .element(let root): return root
    case .refused: return nil
    case .malformed:
      guard let repaired = XMLRepair.repaired(document),
        case .element(let root) = parse(repaired, encoding: "UTF-8")
      else { return nil }
      return root
    }
  }

  private enum Outcome {
    case element(XMLElement), malformed
    /// It exceeds a limit, or has a document type.
    case refused
  }

  /// Parses a document in the given encoding; nil for the encoding it declares.
  private static func parse(_ document: [UInt8], encoding: String?) -> Outcome {
    guard let parser = XML_ParserCreate(encoding) else { return .refused }
    defer { XML_ParserFree(parser) }
    let builder = Builder(parser)
    XML_SetUserData(parser, builder.pointer)
    XML_SetElementHandler(
      parser, { data, name, attributes in Builder.of(data)?.open(name, attributes) },
      { data, _ in Builder.of(data)?.close() })
    XML_SetCharacterDataHandler(parser) { data, text, count in
      Builder.of(data)?.add(text, Int(count))
    }
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in Builder.of(data)?.refuse() }
    let status = document.withUnsafeBytes {
      XML_Parse(
        parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: $0.count), 1)
    }
    return withExtendedLifetime(builder) {
      if builder.isRefused { return .refused }
      guard status == XML_STATUS_OK, let root = builder.root else { return .malformed }
      return .element(root)
    }
  }

  /// The first child element with a name.
  subscript(name: String) -> XMLElement? { children.first { $0.name == name } }

  /// Returns all descendants with a name, in document order.
  func all(_ name: String) -> [XMLElement] {
    children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) }
  }

  fileprivate func finish() {
    text = String(decoding: bytes.trimmed, as: UTF8.self)
    bytes = []
  }
}

/// Builds the tree while expat parses.
private final class Builder: CallbackReceiver {
  private let parser: XML_Parser
  private(set) var root: XMLElement?
  private(set) var isRefused = false
  private var open: [XMLElement] = []
  private var elementCount = 0
  private var byteCount = 0

  init(_ parser: XML_Parser) {
    self.parser = parser
  }

  func refuse() {
    isRefused = true
    XML_StopParser(parser, 0)
  }

  func open(
    _ name: UnsafePointer<CChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    elementCount += 1
    guard let name, !isRefused, open.count < XMLElement.depthLimit,
      elementCount <= XMLElement.elementLimit
    else { return refuse() }
    var found: [String: String] = [:]
    var index = 0
    while let key = attributes?[index], let value = attributes?[index + 1] {
      let text = String(cString: value)
      byteCount += text.utf8.count
      found[Self.localName(key)] = text
      index += 2
    }
    guard byteCount <= XMLElement.textByteLimit else { return refuse() }
    let element = XMLElement(name: Self.localName(name), attributes: found)
    if let parent = open.last { parent.children.append(element) } else { root = root ?? element }
    open.append(element)
  }

  func close() {
    open.popLast()?.finish()
  }

  func add(_ text: UnsafePointer<CChar>?, _ count: Int) {
    byteCount += count
    guard let text, byteCount <= XMLElement.textByteLimit else { return refuse() }
    text.withMemoryRebound(to: UInt8.self, capacity: count) {
      open.last?.bytes.append(contentsOf: UnsafeBufferPointer(start: $0, count: count))
    }
  }

  private static func localName(_ name: UnsafePointer<CChar>) -> String {
    let name = String(cString: name)
    guard let colon = name.lastIndex(of: ":") else { return name }
    return String(name[name.index(after: colon)...])
  }
}

/// Text for XML documents.
enum XMLText {
  /// Returns the text with XML's special characters escaped.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
