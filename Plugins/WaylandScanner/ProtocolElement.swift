internal import Foundation
internal import FoundationXML

/// An element of a protocol's XML with its child elements, without text.
struct ProtocolElement: Equatable {
  var name: String
  var attributes: [String: String] = [:]
  var children: [ProtocolElement] = []

  func children(named name: String) -> [ProtocolElement] { children.filter { $0.name == name } }
}

extension ProtocolElement {
  /// Parses an XML document and returns its root element.
  ///
  /// - Throws: `ProtocolError` with the line of the first syntax error.
  static func read(_ bytes: [UInt8]) throws(ProtocolError) -> ProtocolElement {
    let parser = XMLParser(data: Data(bytes))
    let tree = ElementTree()
    parser.delegate = tree
    let isRead = parser.parse()
    let line = max(parser.lineNumber, 1)
    // For some texts that are not XML, `parse` returns true although it sets an error.
    if let error = parser.parserError as NSError? {
      throw ProtocolError(description: "line \(line): is not XML (libxml2 error \(error.code))")
    }
    guard isRead, tree.open.count == 1, let root = tree.open[0].children.first else {
      throw ProtocolError(description: "line \(line): an element is incomplete")
    }
    return root
  }
}

/// Builds the tree of elements from the parser's callbacks.
private final class ElementTree: NSObject, XMLParserDelegate {
  /// The elements that are still open; the first one represents the document.
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
    // The parser reports no end tag without a start tag.
    guard open.count > 1, let element = open.popLast() else { return }
    open[open.count - 1].children.append(element)
  }
}
