internal import CLibinput
internal import Linux
internal import Udev

/// The priority of a libinput message (`libinput_log_priority`).
public enum TouchLogLevel: Hashable, Sendable {
  case debug
  case information
  case error
}

/// A libinput context and its callbacks.
///
/// No device is opened before `assignSeat`. libinput's events point into the context, so they are
/// only passed to a closure.
final class LibinputContext {
  let callbacks: LibinputCallbacks

  private let library: LibinputLibrary
  private let owner: UnsafeMutablePointer<knobpanel_libinput_owner>
  private let context: OpaquePointer

  /// Creates a context without devices.
  ///
  /// - Parameters:
  ///   - access: How to open devices.
  ///   - given: The functions of libinput; nil to load them.
  /// - Throws: `TouchError.system` if file descriptors or memory are short, `TouchError.library` if
  ///   libinput or udev cannot be initialised, and the errors of `LibinputLibrary`.
  init(access: DeviceAccess, library given: LibinputLibrary? = nil) throws(TouchError) {
    try Self.checkResources()
    let library = if let given { given } else { try LibinputLibrary() }
    let udev = try UdevDatabase.open()
    let callbacks = LibinputCallbacks(access: access)
    let owner = UnsafeMutablePointer<knobpanel_libinput_owner>.allocate(capacity: 1)
    owner.initialize(to: callbacks.table)
    var functions = library.functions
    guard let context = knobpanel_libinput_create(&functions, owner, udev.pointer) else {
      owner.deallocate()
      throw .library(call: "libinput_udev_create_context")
    }
    self.library = library
    self.callbacks = callbacks
    self.owner = owner
    self.context = context
  }

  /// Checks that the system has the resources that `libinput_udev_create_context` needs.
  ///
  /// libinput 1.22 frees its memory twice if it gets no epoll or timer descriptor. An `EventLoop`
  /// takes the same two. Creating several leaves some for what libinput opens next, and for other
  /// threads.
  static func checkResources() throws(TouchError) {
    do throws(SystemError) {
      var loops: [EventLoop] = []
      for _ in 0..<4 { loops.append(try EventLoop()) }
    } catch {
      throw .system(error)
    }
  }

  deinit {
    // Closes the devices, through the callbacks.
    _ = library.functions.libinput_unref(context)
    owner.deallocate()
  }

  /// Readable when there are events for `dispatch`.
  var descriptor: Int32 { library.functions.libinput_get_fd(context) }

  /// Opens the seat's devices, including those added later; may be called once.
  ///
  /// - Throws: `TouchError.system` if file descriptors or memory are short, else `TouchError.seat`.
  func assignSeat(_ name: String) throws(TouchError) {
    guard library.functions.libinput_udev_assign_seat(context, name) == 0 else {
      // libinput does not report why.
      try Self.checkResources()
      throw .seat(name)
    }
  }

  /// Closes all devices.
  func suspend() {
    library.functions.libinput_suspend(context)
  }

  /// Reopens the seat's devices, including those that could not be opened before; returns whether
  /// it succeeded.
  func resume() -> Bool {
    library.functions.libinput_resume(context) == 0
  }

  /// Reads the pending events and calls `body` with each; `body` must not keep it.
  func dispatch(_ body: (LibinputEvent) -> Void) throws(TouchError) {
    let result = library.functions.libinput_dispatch(context)
    while let event = library.functions.libinput_get_event(context) {
      body(LibinputEvent(event, library))
      library.functions.libinput_event_destroy(event)
    }
    guard result == 0 else {
      throw .system(SystemError(call: "libinput_dispatch", code: -result))
    }
  }
}

/// The functions called by libinput.
final class LibinputCallbacks {
  var onLog: (TouchLogLevel, String) -> Void = { _, _ in }
  /// Called with the node and `errno`.
  var onDenied: (String, Int32) -> Void = { _, _ in }

  let access: DeviceAccess

  init(access: DeviceAccess) {
    self.access = access
  }

  /// The C functions that call this object, which must outlive their use.
  var table: knobpanel_libinput_owner {
    knobpanel_libinput_owner(
      owner: Unmanaged.passUnretained(self).toOpaque(),
      open: { owner, path, flags in
        guard let owner, let path else { return -SystemError.noEntry }
        return LibinputCallbacks.of(owner).open(String(cString: path), flags)
      },
      close: { owner, descriptor in
        guard let owner else { return }
        LibinputCallbacks.of(owner).access.close(descriptor)
      },
      log: { owner, priority, message in
        guard let owner, let message else { return }
        LibinputCallbacks.of(owner).log(priority, String(cString: message))
      })
  }

  private static func of(_ owner: UnsafeMutableRawPointer) -> LibinputCallbacks {
    Unmanaged.fromOpaque(owner).takeUnretainedValue()
  }

  private func open(_ path: String, _ flags: Int32) -> Int32 {
    do throws(SystemError) {
      return try access.open(path, flags)
    } catch {
      onDenied(path, error.code)
      // 0 would be a valid descriptor.
      return -max(error.code, 1)
    }
  }

  private func log(_ priority: libinput_log_priority, _ message: String) {
    let level: TouchLogLevel =
      switch priority {
      case LIBINPUT_LOG_PRIORITY_ERROR: .error
      case LIBINPUT_LOG_PRIORITY_INFO: .information
      default: .debug
      }
    onLog(level, message.last == "\n" ? String(message.dropLast()) : message)
  }
}
