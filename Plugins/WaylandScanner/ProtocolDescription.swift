/// An interface of a Wayland protocol, as described in its XML.
struct InterfaceDescription: Equatable {
  var name: String
  var version: Int
  var requests: [MessageDescription]
  var events: [MessageDescription]
  var enumerations: [EnumerationDescription]
}

/// A request or an event; its index in the interface's list is its opcode.
struct MessageDescription: Equatable {
  var name: String
  var arguments: [ArgumentDescription]
  var since: Int
  /// Whether the message destroys the object.
  var isDestructor: Bool
}

struct ArgumentDescription: Equatable {
  /// The types in the wire format (protocol specification, "Wire Format").
  enum Kind: String {
    case int, uint, fixed, string, object, array, fd
    case newID = "new_id"
  }

  var name: String
  var kind: Kind
  /// The interface of an object or new object; nil if any is allowed.
  var interface: String?
  var isNullable: Bool
}

struct EnumerationDescription: Equatable {
  struct Entry: Equatable {
    var name: String
    var value: UInt32
  }

  var name: String
  var entries: [Entry]
}

/// An error in the XML of a Wayland protocol.
struct ProtocolError: Error, Equatable, CustomStringConvertible {
  var description: String
}

extension InterfaceDescription {
  /// Returns a protocol's interfaces, in the order of the XML.
  static func all(in root: ProtocolElement) throws(ProtocolError) -> [InterfaceDescription] {
    guard root.name == "protocol" else {
      throw ProtocolError(description: "<\(root.name)> is not <protocol>")
    }
    var interfaces: [InterfaceDescription] = []
    for element in root.children(named: "interface") { interfaces.append(try Self(element)) }
    return interfaces
  }

  private init(_ element: ProtocolElement) throws(ProtocolError) {
    name = try element.required("name")
    version = try element.number("version", default: 1)
    requests = []
    events = []
    enumerations = []
    for child in element.children {
      switch child.name {
      case "request": requests.append(try MessageDescription(child))
      case "event": events.append(try MessageDescription(child))
      case "enum": enumerations.append(try EnumerationDescription(child))
      default: break
      }
    }
  }
}

extension MessageDescription {
  fileprivate init(_ element: ProtocolElement) throws(ProtocolError) {
    name = try element.required("name")
    since = try element.number("since", default: 1)
    isDestructor = element.attributes["type"] == "destructor"
    arguments = []
    for child in element.children(named: "arg") {
      arguments.append(try ArgumentDescription(child))
    }
  }
}

extension ArgumentDescription {
  fileprivate init(_ element: ProtocolElement) throws(ProtocolError) {
    name = try element.required("name")
    let type = try element.required("type")
    guard let kind = Kind(rawValue: type) else {
      throw ProtocolError(description: "argument \(name) has the unknown type \(type)")
    }
    self.kind = kind
    interface = element.attributes["interface"]
    isNullable = element.attributes["allow-null"] == "true"
  }
}

extension EnumerationDescription {
  fileprivate init(_ element: ProtocolElement) throws(ProtocolError) {
    name = try element.required("name")
    entries = []
    for child in element.children(named: "entry") {
      let text = try child.required("value")
      let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
      guard let value = UInt32(digits, radix: text.hasPrefix("0x") ? 16 : 10) else {
        throw ProtocolError(description: "enum \(name) has the value \(text)")
      }
      entries.append(Entry(name: try child.required("name"), value: value))
    }
  }
}

extension ProtocolElement {
  fileprivate func required(_ key: String) throws(ProtocolError) -> String {
    guard let value = attributes[key], !value.isEmpty else {
      throw ProtocolError(description: "<\(name)> has no \(key)")
    }
    return value
  }

  fileprivate func number(_ key: String, default standard: Int) throws(ProtocolError) -> Int {
    guard let text = attributes[key] else { return standard }
    guard let number = Int(text), number > 0 else {
      throw ProtocolError(description: "\(key)=\"\(text)\" of <\(name)> is not a number")
    }
    return number
  }
}
