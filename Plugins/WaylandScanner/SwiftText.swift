/// Generates Swift source: for each interface, a table for libwayland and a typed wrapper.
///
/// The generated source uses `Proxy`, `ProtocolObject` and `InterfaceTable` from the module
/// `Wayland`.
struct SwiftText {
  private(set) var text = ""
  private let known: Set<String>

  /// Generates one source text for all interfaces of all protocols.
  static func write(_ interfaces: [InterfaceDescription]) throws(ProtocolError) -> String {
    var writer = SwiftText(known: Set(interfaces.map(\.name)))
    writer.line("// Generated from the descriptions of Wayland protocols; changes are lost.")
    writer.line("internal import CWaylandClient")
    writer.line("")
    writer.line("let everyInterface: [InterfaceTable.Interface] = [")
    for interface in interfaces { writer.line("  \(SwiftNames.type(interface.name)).table,") }
    writer.line("]")
    for interface in interfaces { try writer.write(interface) }
    return writer.text
  }

  private init(known: Set<String>) {
    self.known = known
  }

  private mutating func line(_ line: String) {
    text += line
    text += "\n"
  }

  private mutating func write(_ interface: InterfaceDescription) throws(ProtocolError) {
    line("")
    line("struct \(SwiftNames.type(interface.name)): ProtocolObject {")
    line("  let proxy: Proxy")
    writeTable(interface)
    for enumeration in interface.enumerations where enumeration.name != "error" {
      write(enumeration)
    }
    for (opcode, request) in interface.requests.enumerated() {
      try write(request, opcode: opcode, of: interface)
    }
    try writeEvents(interface)
    line("}")
  }

  // MARK: The table

  private mutating func writeTable(_ interface: InterfaceDescription) {
    line("  static let table = InterfaceTable.Interface(")
    line("    name: \"\(interface.name)\", version: \(interface.version),")
    line("    requests: [")
    for message in interface.requests { line("      \(entry(message)),") }
    line("    ],")
    line("    events: [")
    for message in interface.events { line("      \(entry(message)),") }
    line("    ],")
    let errors = interface.enumerations.first { $0.name == "error" }?.entries ?? []
    let pairs = errors.map { "\($0.value): \"\($0.name)\"" }.joined(separator: ", ")
    line("    errors: [\(pairs.isEmpty ? ":" : pairs)],")
    let destructor = interface.requests.firstIndex { $0.isDestructor && $0.arguments.isEmpty }
    line("    destructor: \(destructor.map(String.init) ?? "nil"))")
  }

  private func entry(_ message: MessageDescription) -> String {
    let types = message.arguments.flatMap { argument -> [String] in
      switch (argument.kind, argument.interface) {
      case (.newID, nil): ["nil", "nil", "nil"]
      case (.newID, let interface?), (.object, let interface?):
        [known.contains(interface) ? "\"\(interface)\"" : "nil"]
      default: ["nil"]
      }
    }
    return "InterfaceTable.Message(name: \"\(message.name)\", "
      + "signature: \"\(message.signature)\", types: [\(types.joined(separator: ", "))])"
  }

  private mutating func write(_ enumeration: EnumerationDescription) {
    line("  enum \(SwiftNames.type(enumeration.name)) {")
    for entry in enumeration.entries {
      line("    static let \(SwiftNames.member(entry.name)): UInt32 = \(entry.value)")
    }
    line("  }")
  }

  // MARK: Requests

  private mutating func write(
    _ request: MessageDescription, opcode: Int, of interface: InterfaceDescription
  ) throws(ProtocolError) {
    var parameters: [String] = []
    var arguments: [String] = []
    var strings: [String] = []
    var result: String?
    for argument in request.arguments {
      let name = SwiftNames.member(argument.name)
      switch argument.kind {
      case .int, .uint, .fixed, .fd:
        parameters.append("\(name): \(argument.kind == .uint ? "UInt32" : "Int32")")
        arguments.append("wl_argument(\(argument.kind.letter): \(name))")
      case .string:
        parameters.append("\(name): String")
        arguments.append("wl_argument(s: \(name))")
        strings.append(name)
      case .object:
        guard let type = argument.interface, known.contains(type) else {
          throw unwritable(request, of: interface, because: "takes an object of no known interface")
        }
        let mark = argument.isNullable ? "?" : ""
        parameters.append("\(name): \(SwiftNames.type(type))\(mark)")
        arguments.append("wl_argument(o: \(name)\(mark).proxy.pointer)")
      case .newID:
        if let type = argument.interface {
          guard known.contains(type) else {
            throw unwritable(request, of: interface, because: "makes a \(type), which is not given")
          }
          result = SwiftNames.type(type)
        } else {
          parameters += ["interface: Object.Type", "version: UInt32"]
          arguments += [
            "wl_argument(s: interfaceName)", "wl_argument(u: version)",
          ]
          result = "Object"
        }
        arguments.append("wl_argument(o: nil)")
      case .array:
        throw unwritable(request, of: interface, because: "takes an array")
      }
    }
    let generic = result == "Object" ? "<Object: ProtocolObject>" : ""
    let arrow = result.map { " -> \($0)" } ?? ""
    line(
      "  func \(SwiftNames.member(request.name))\(generic)"
        + "(\(parameters.joined(separator: ", ")))\(arrow) {")
    var call: String
    if let result {
      let version = result == "Object" ? "version" : "nil"
      call = "\(result)(proxy: proxy.make(\(result).table, version: \(version), \(opcode), "
      call += "[\(arguments.joined(separator: ", "))]))"
      if result == "Object" { call = "Object.table.name.withCString { interfaceName in \(call) }" }
    } else {
      call = request.isDestructor ? "proxy.destroy(" : "proxy.send("
      call += "\(opcode), [\(arguments.joined(separator: ", "))])"
    }
    for name in strings.reversed() { call = "\(name).withCString { \(name) in \(call) }" }
    line("    \(call)")
    line("  }")
  }

  private func unwritable(
    _ request: MessageDescription, of interface: InterfaceDescription, because reason: String
  ) -> ProtocolError {
    ProtocolError(description: "\(interface.name).\(request.name) \(reason)")
  }

  // MARK: Events

  private mutating func writeEvents(_ interface: InterfaceDescription) throws(ProtocolError) {
    line("  enum Event: ProtocolEvent {")
    for event in interface.events {
      let values = event.arguments.map { argument in
        "\(SwiftNames.member(argument.name)): \(Self.eventType(argument.kind))"
      }
      let list = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
      line("    case \(SwiftNames.member(event.name))\(list)")
    }
    line("    init?(opcode: UInt32, arguments: UnsafeMutablePointer<wl_argument>) {")
    line("      switch opcode {")
    for (opcode, event) in interface.events.enumerated() {
      let values = event.arguments.enumerated().map { index, argument in
        "\(SwiftNames.member(argument.name)): \(Self.eventValue(argument.kind, index))"
      }
      let list = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
      line("      case \(opcode): self = .\(SwiftNames.member(event.name))\(list)")
    }
    line("      default: return nil")
    line("      }")
    line("    }")
    line("  }")
  }

  private static func eventType(_ kind: ArgumentDescription.Kind) -> String {
    switch kind {
    case .int, .fd: "Int32"
    case .uint: "UInt32"
    case .fixed: "Double"
    case .string: "String"
    case .object, .newID: "OpaquePointer?"
    case .array: "[UInt32]"
    }
  }

  private static func eventValue(_ kind: ArgumentDescription.Kind, _ index: Int) -> String {
    switch kind {
    case .fixed: "Double(arguments[\(index)].f) / 256"
    case .string: "Proxy.text(arguments[\(index)].s)"
    case .array: "Proxy.words(arguments[\(index)].a)"
    case .newID: "arguments[\(index)].o"
    default: "arguments[\(index)].\(kind.letter)"
    }
  }
}

extension MessageDescription {
  /// The message's signature in libwayland's `wl_message` format, such as `2?oii`.
  var signature: String {
    var result = since > 1 ? "\(since)" : ""
    for argument in arguments {
      if argument.isNullable { result += "?" }
      let isOfAnyInterface = argument.kind == .newID && argument.interface == nil
      result += isOfAnyInterface ? "sun" : argument.kind.letter
    }
    return result
  }
}

extension ArgumentDescription.Kind {
  /// The letter in signatures, and the member of `wl_argument` except for new objects.
  fileprivate var letter: Substring { self == .fd ? "h" : rawValue.prefix(1) }
}
