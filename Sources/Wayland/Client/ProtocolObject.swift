internal import CWaylandClient

/// A typed view of a `Proxy`; all of them are generated.
protocol ProtocolObject {
  associatedtype Event: ProtocolEvent

  static var table: InterfaceTable.Interface { get }
  var proxy: Proxy { get }

  init(proxy: Proxy)
}

/// What may happen to an object, decoded from the wire's arguments.
protocol ProtocolEvent {
  /// Nil for an event that came after the description this was built with.
  init?(opcode: UInt32, arguments: UnsafeMutablePointer<wl_argument>)
}

extension ProtocolObject {
  /// Calls `handler` with the object's events, in place of an earlier handler.
  ///
  /// Objects in events are bare addresses, to be compared with those of known objects.
  func onEvent(_ handler: @escaping (Event) -> Void) {
    proxy.handler = { opcode, arguments in
      if let event = Event(opcode: opcode, arguments: arguments) { handler(event) }
    }
  }

  /// True if an event speaks of this object.
  func `is`(_ object: OpaquePointer?) -> Bool {
    object != nil && object == proxy.pointer
  }
}
