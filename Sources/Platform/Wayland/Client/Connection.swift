internal import CWaylandClient
internal import Glibc
internal import Linux
internal import Synchronization

/// The connection to a compositor (`wl_display`).
///
/// Reads and writes only when the socket is ready; nothing here blocks.
final class Connection {
  /// The maximum number of bytes that libwayland reads in one turn of the loop: its buffer's size.
  ///
  /// Versions that enlarge the buffer are limited to this size.
  static let turnByteLimit = 4096

  /// libwayland's functions.
  let functions: CWaylandClientFunctions

  private let display: OpaquePointer

  /// Connects to the socket `name`; nil for the socket named by the environment.
  init(name: String?) throws(WaylandError) {
    let library = try WaylandLibrary()
    functions = library.functions
    Self.collectLog(of: functions)
    errno = 0
    // The library would use an empty variable as the name of a socket.
    guard let display = functions.wl_display_connect(name ?? Self.socketName ?? "wayland-0") else {
      throw .noCompositor(socket: name ?? Self.socketName, code: errno)
    }
    self.display = display
    library.setMaxBufferSize?(display, Self.turnByteLimit)
  }

  deinit { functions.wl_display_disconnect(display) }

  /// The socket named by the environment; nil if the variable is unset or empty.
  static var socketName: String? {
    getenv("WAYLAND_DISPLAY").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The socket, for the event loop to watch; the connection owns it.
  var descriptor: Int32 { functions.wl_display_get_fd(display) }

  /// Creates the registry, which announces all global objects.
  func makeRegistry() -> WlRegistry { WlRegistry(proxy: make(1, WlRegistry.table)) }

  /// Calls `handler` when the compositor has handled all requests sent so far.
  ///
  /// The result must be kept until then.
  func sync(_ handler: @escaping () -> Void) -> WlCallback {
    let callback = WlCallback(proxy: make(0, WlCallback.table))
    callback.onEvent { _ in handler() }
    return callback
  }

  /// Sends a request of `wl_display`, which libwayland owns, that creates an object.
  private func make(_ opcode: UInt32, _ table: InterfaceTable.Interface) -> Proxy {
    var argument = wl_argument(o: nil)
    let made = functions.wl_proxy_marshal_array_flags(
      display, opcode, InterfaceTable.supported.pointer(to: table.name), 1, 0, &argument)
    return Proxy(owning: made, connection: self, table: table)
  }

  /// Reads a portion of the pending events and calls their handlers.
  func readEvents() throws(WaylandError) {
    while functions.wl_display_prepare_read(display) != 0 { try dispatch() }
    // Returns immediately if there is nothing to read.
    if functions.wl_display_read_events(display) < 0 { throw failure }
    try dispatch()
  }

  private func dispatch() throws(WaylandError) {
    if functions.wl_display_dispatch_pending(display) < 0 { throw failure }
  }

  /// Sends the requests; returns false if the socket is full and must become writable first.
  func flush() throws(WaylandError) -> Bool {
    while functions.wl_display_flush(display) < 0 {
      switch errno {
      case EINTR: continue
      case EAGAIN: return false
      // The compositor closed the connection; its last events can still be read (wl_display_flush).
      case EPIPE: return true
      default: throw failure
      }
    }
    return true
  }

  /// The reason why the connection ended.
  private var failure: WaylandError {
    let code = functions.wl_display_get_error(display)
    guard code == EPROTO else { return .connectionLost(code: code) }
    var interface: UnsafePointer<wl_interface>?
    var object: UInt32 = 0
    let error = functions.wl_display_get_protocol_error(display, &interface, &object)
    let name = interface.map { String(cString: $0.pointee.name) } ?? "destroyed object"
    return .protocolError(
      interface: name, object: object,
      error: InterfaceTable.supported.errorName(of: name, code: error),
      message: Self.lastLogLine.withLock { $0 })
  }

  // MARK: libwayland's log

  /// libwayland's last message: the only source of the compositor's reason for an error.
  private static let lastLogLine = Mutex("")

  /// Stores libwayland's messages instead of printing them among ours.
  private static func collectLog(of functions: CWaylandClientFunctions) {
    var functions = functions
    knobpanel_wayland_set_log_handler(&functions) { message in
      guard let message else { return }
      let line = String(String(cString: message).prefix { $0 != "\n" })
      Connection.lastLogLine.withLock { $0 = line }
    }
  }
}
