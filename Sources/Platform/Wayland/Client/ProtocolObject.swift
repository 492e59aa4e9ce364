internal import CWaylandClient

/// A typed view of a `Proxy`; all conforming types are generated.
protocol ProtocolObject {
  associatedtype Event: ProtocolEvent

  static var table: InterfaceTable.Interface { get }
  var proxy: Proxy { get }

  init(proxy: Proxy)
}

/// The events of an interface, decoded from libwayland's arguments.
protocol ProtocolEvent {
  /// Nil for an event of a newer protocol version than the description's.
  init?(opcode: UInt32, arguments: UnsafeMutablePointer<wl_argument>)
}

extension ProtocolObject {
  /// Calls `handler` with the object's events, replacing any earlier handler.
  ///
  /// Objects in events are bare pointers; compare them with `is`.
  func onEvent(_ handler: @escaping (Event) -> Void) {
    proxy.handler = { opcode, arguments in
      if let event = Event(opcode: opcode, arguments: arguments) { handler(event) }
    }
  }

  /// Returns whether the pointer in an event is this object.
  func `is`(_ object: OpaquePointer?) -> Bool {
    object != nil && object == proxy.pointer
  }
}
