internal import CWaylandClient

/// The interfaces in the form required by libwayland: C structures with pointers to each other.
///
/// Created once from the generated descriptions and never freed, because libwayland keeps pointers
/// to them as long as any object exists (`struct wl_interface`, `wayland-util.h`).
final class InterfaceTable {
  /// An interface of a protocol, as generated from its XML.
  struct Interface {
    var name: String
    var version: Int32
    var requests: [Message]
    var events: [Message]
    /// Names of the protocol errors, by code.
    var errors: [UInt32: String]
    /// The opcode of the request that destroys an object; nil if there is none.
    var destructor: UInt32?
  }

  /// A request or an event.
  struct Message {
    var name: String
    var signature: String
    /// For each argument, the interface of its object; nil for other types.
    var types: [String?]
  }

  private let interfaces: UnsafeMutableBufferPointer<wl_interface>
  private let indices: [String: Int]
  private let descriptions: [Interface]

  /// The interfaces of all protocols that this client supports.
  nonisolated(unsafe) static let supported = InterfaceTable(everyInterface)

  init(_ descriptions: [Interface]) {
    self.descriptions = descriptions
    interfaces = .allocate(capacity: descriptions.count)
    var indices: [String: Int] = [:]
    for (index, description) in descriptions.enumerated() { indices[description.name] = index }
    self.indices = indices
    for (index, description) in descriptions.enumerated() {
      interfaces.initializeElement(
        at: index,
        to: wl_interface(
          name: Self.cString(description.name), version: description.version,
          method_count: Int32(description.requests.count),
          methods: messages(description.requests),
          event_count: Int32(description.events.count),
          events: messages(description.events)))
    }
  }

  /// Returns the structure for `name`, valid until the process ends; nil if no description has that
  /// name.
  func pointer(to name: String) -> UnsafePointer<wl_interface>? {
    guard let index = indices[name], let base = interfaces.baseAddress else { return nil }
    return UnsafePointer(base + index)
  }

  /// Returns the protocol's name of an interface's error, or its number if it has no name.
  func errorName(of interface: String, code: UInt32) -> String {
    guard let index = indices[interface], let name = descriptions[index].errors[code] else {
      return "error \(code)"
    }
    return name
  }

  private func messages(_ messages: [Message]) -> UnsafePointer<wl_message>? {
    guard !messages.isEmpty else { return nil }
    let result = UnsafeMutablePointer<wl_message>.allocate(capacity: messages.count)
    for (index, message) in messages.enumerated() {
      let types = UnsafeMutablePointer<UnsafePointer<wl_interface>?>.allocate(
        capacity: max(1, message.types.count))
      for (typeIndex, type) in message.types.enumerated() {
        (types + typeIndex).initialize(to: type.flatMap(pointer(to:)))
      }
      (result + index).initialize(
        to: wl_message(
          name: Self.cString(message.name), signature: Self.cString(message.signature),
          types: types))
    }
    return UnsafePointer(result)
  }

  private static func cString(_ text: String) -> UnsafePointer<CChar> {
    let bytes = text.utf8CString
    let result = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
    _ = result.initialize(from: bytes)
    return UnsafePointer(result.baseAddress.unsafelyUnwrapped)
  }
}
