internal import Foundation
internal import FoundationXML

/// An element of a protocol's XML with what it contains; its text is left out.
struct ProtocolElement: Equatable {
  var name: String
  var attributes: [String: String] = [:]
  var children: [ProtocolElement] = []

  func children(named name: String) -> [ProtocolElement] { children.filter { $0.name == name } }
}

extension ProtocolElement {
  /// The outermost element of an XML document.
  ///
  /// - Throws: `ProtocolError` with the line where the text stops being XML.
  static func read(_ bytes: [UInt8]) throws(ProtocolError) -> ProtocolElement {
    let parser = XMLParser(data: Data(bytes))
    let tree = ElementTree()
    parser.delegate = tree
    let isRead = parser.parse()
    let line = max(parser.lineNumber, 1)
    // `parse` is true of some texts that are not XML, and tells an error all the same.
    if let error = parser.parserError as NSError? {
      throw ProtocolError(description: "line \(line): is not XML (libxml2 error \(error.code))")
    }
    guard isRead, tree.open.count == 1, let root = tree.open[0].children.first else {
      throw ProtocolError(description: "line \(line): there is no complete element")
    }
    return root
  }
}

/// Collects elements as the parser comes upon them.
private final class ElementTree: NSObject, XMLParserDelegate {
  /// Those whose end was not seen yet; the first one stands for the document.
  private(set) var open = [ProtocolElement(name: "")]

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName: String?, attributes attributeDict: [String: String]
  ) {
    open.append(ProtocolElement(name: elementName, attributes: attributeDict))
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    // The parser lets no end pass that belongs to no start.
    guard open.count > 1, let element = open.popLast() else { return }
    open[open.count - 1].children.append(element)
  }
}
