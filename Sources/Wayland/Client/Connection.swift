internal import CWaylandClient
internal import Glibc
internal import Linux
internal import Synchronization

/// Owns the socket to a compositor and libwayland's state of it (`wl_display`).
///
/// Reads and writes only when the socket is ready; nothing here waits.
final class Connection {
  private let display: OpaquePointer

  /// Connects to the socket that `name` or else the environment tells.
  init(name: String?) throws(WaylandError) {
    _ = Self.logCollection
    errno = 0
    guard let display = wl_display_connect(name) else {
      throw .noCompositor(socket: name ?? Self.socketName, code: errno)
    }
    self.display = display
  }

  deinit { wl_display_disconnect(display) }

  /// The socket that the environment names; nil if it names none.
  static var socketName: String? { getenv("WAYLAND_DISPLAY").map { String(cString: $0) } }

  /// To be watched; stays the connection's.
  var descriptor: Int32 { wl_display_get_fd(display) }

  /// The object that announces all others.
  func makeRegistry() -> WlRegistry {
    displayObject.getRegistry()
  }

  /// Calls `handler` when the compositor has handled everything sent so far; keep the result until
  /// then.
  func sync(_ handler: @escaping () -> Void) -> WlCallback {
    let callback = displayObject.sync()
    callback.onEvent { _ in handler() }
    return callback
  }

  /// `wl_display` as an object to send requests through; not to be destroyed as one.
  private var displayObject: DisplayRequests { DisplayRequests(display: display, connection: self) }

  /// Reads what has come and calls the handlers of the events in it.
  func readEvents() throws(WaylandError) {
    while wl_display_prepare_read(display) != 0 { try dispatch() }
    // With nothing to read this returns at once.
    if wl_display_read_events(display) < 0 { throw failure }
    try dispatch()
  }

  private func dispatch() throws(WaylandError) {
    if wl_display_dispatch_pending(display) < 0 { throw failure }
  }

  /// Sends what was requested; false if the socket is full and must be waited for.
  func flush() throws(WaylandError) -> Bool {
    while wl_display_flush(display) < 0 {
      switch errno {
      case EINTR: continue
      case EAGAIN: return false
      // The compositor is gone; what it said last must still be read (`wl_display_flush`).
      case EPIPE: return true
      default: throw failure
      }
    }
    return true
  }

  /// Why the connection is dead.
  private var failure: WaylandError {
    let code = wl_display_get_error(display)
    guard code == EPROTO else { return .connectionLost(code: code) }
    var interface: UnsafePointer<wl_interface>?
    var object: UInt32 = 0
    let error = wl_display_get_protocol_error(display, &interface, &object)
    let name = interface.map { String(cString: $0.pointee.name) } ?? "an object that is gone"
    return .protocolError(
      interface: name, object: object,
      error: InterfaceTable.spoken.errorName(of: name, code: error),
      message: Self.lastLogLine.withLock { $0 })
  }

  // MARK: libwayland's log

  /// libwayland's last message: the only place with the compositor's reason for an error.
  private static let lastLogLine = Mutex("")

  /// Keeps libwayland's messages instead of having them printed among ours; set up once.
  private static let logCollection: Void = knobpanel_wayland_set_log_handler { message in
    guard let message else { return }
    let line = String(String(cString: message).prefix { $0 != "\n" })
    lastLogLine.withLock { $0 = line }
  }
}

/// The two requests of `wl_display`, whose object libwayland itself owns.
private struct DisplayRequests {
  let display: OpaquePointer
  let connection: Connection

  func getRegistry() -> WlRegistry { WlRegistry(proxy: make(1, WlRegistry.table)) }
  func sync() -> WlCallback { WlCallback(proxy: make(0, WlCallback.table)) }

  private func make(_ opcode: UInt32, _ table: InterfaceTable.Interface) -> Proxy {
    var argument = wl_argument(o: nil)
    let made = wl_proxy_marshal_array_flags(
      display, opcode, InterfaceTable.spoken.pointer(to: table.name), 1, 0, &argument)
    return Proxy(owning: made, connection: connection, table: table)
  }
}
