internal import CWaylandClient

/// A protocol object (`wl_proxy`), destroyed on deinit.
///
/// It retains its connection, so that the connection outlives all objects.
final class Proxy {
  /// Nil once the object is destroyed; then requests do nothing.
  private(set) var pointer: OpaquePointer?
  /// Called with each event; must not retain the proxy's owner, which would create a cycle.
  var handler: ((UInt32, UnsafeMutablePointer<wl_argument>) -> Void)? {
    didSet { listen() }
  }

  let connection: Connection
  private let table: InterfaceTable.Interface
  private var isListening = false

  /// Takes ownership of `pointer`, an object on `connection`.
  init(owning pointer: OpaquePointer?, connection: Connection, table: InterfaceTable.Interface) {
    self.pointer = pointer
    self.connection = connection
    self.table = table
  }

  deinit { destroy() }

  var version: UInt32 { pointer.map { connection.functions.wl_proxy_get_version($0) } ?? 0 }

  /// Sends a request.
  func send<let count: Int>(_ opcode: UInt32, _ arguments: InlineArray<count, wl_argument>) {
    _ = marshal(opcode, arguments)
  }

  /// Sends the request that destroys the object.
  func destroy<let count: Int>(_ opcode: UInt32, _ arguments: InlineArray<count, wl_argument>) {
    _ = marshal(opcode, arguments, flags: UInt32(WL_MARSHAL_FLAG_DESTROY))
    pointer = nil
  }

  /// Destroys the object, with the interface's destructor request if it has one.
  func destroy() {
    guard let pointer else { return }
    if let destructor = table.destructor, destructorSince <= version {
      destroy(destructor, [])
    } else {
      connection.functions.wl_proxy_destroy(pointer)
      self.pointer = nil
    }
  }

  /// Sends a request that creates an object.
  func make<let count: Int>(
    _ table: InterfaceTable.Interface, version: UInt32?, _ opcode: UInt32,
    _ arguments: InlineArray<count, wl_argument>
  ) -> Proxy {
    let made = marshal(
      opcode, arguments, interface: InterfaceTable.supported.pointer(to: table.name),
      version: version)
    return Proxy(owning: made, connection: connection, table: table)
  }

  private func marshal<let count: Int>(
    _ opcode: UInt32, _ arguments: InlineArray<count, wl_argument>,
    interface: UnsafePointer<wl_interface>? = nil, version: UInt32? = nil, flags: UInt32 = 0
  ) -> OpaquePointer? {
    guard let pointer else { return nil }
    var arguments = arguments
    var span = arguments.mutableSpan
    return span.withUnsafeMutableBufferPointer {
      connection.functions.wl_proxy_marshal_array_flags(
        pointer, opcode, interface, version ?? self.version, flags, $0.baseAddress)
    }
  }

  /// The version that added the destructor, from the number at the start of its signature.
  private var destructorSince: UInt32 {
    guard let destructor = table.destructor else { return 0 }
    return UInt32(table.requests[Int(destructor)].signature.prefix(while: \.isNumber)) ?? 1
  }

  private func listen() {
    guard !isListening, let pointer else { return }
    isListening = true
    // Fails only for an object that already has a listener.
    _ = connection.functions.wl_proxy_add_dispatcher(
      pointer,
      { implementation, _, opcode, _, arguments in
        guard let implementation, let arguments else { return 0 }
        let proxy = Unmanaged<Proxy>.fromOpaque(implementation).takeUnretainedValue()
        proxy.handler?(opcode, arguments)
        return 0
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
  }
}

extension Proxy {
  /// Returns a string in an event; empty if there is none.
  static func text(_ characters: UnsafePointer<CChar>?) -> String {
    characters.map { String(cString: $0) } ?? ""
  }

  /// Returns the 32-bit numbers of an array in an event.
  static func words(_ array: UnsafeMutablePointer<wl_array>?) -> [UInt32] {
    guard let array = array?.pointee, let data = array.data else { return [] }
    let count = array.size / MemoryLayout<UInt32>.size
    return (0..<count).map { data.load(fromByteOffset: $0 * 4, as: UInt32.self) }
  }
}
