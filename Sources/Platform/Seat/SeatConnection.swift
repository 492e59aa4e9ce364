internal import CLibseat
internal import Glibc
internal import Linux

/// A libseat session, which collects the service's events.
///
/// libseat calls its listener from within most of its functions, even before the function that
/// opens the session has returned: events are queued until `takeEvents`.
final class SeatConnection {
  enum Event: Equatable {
    case enabled
    /// Must be answered with `acknowledgeDisabling`.
    case disabled
  }

  /// Outlives the listener, which uses its address.
  private final class Inbox {
    var events: [Event] = []

    static func of(_ pointer: UnsafeMutableRawPointer?) -> Inbox? {
      pointer.map { Unmanaged<Inbox>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  private let functions: CLibseatFunctions
  private let deadline: SeatDeadline
  /// True once the service has failed to answer in time, which ends the connection.
  private(set) var isSilent = false
  private let inbox = Inbox()
  private let listener: UnsafeMutablePointer<libseat_seat_listener>
  private let seat: OpaquePointer
  /// A duplicate: libseat closes its own when the connection fails, without reporting it.
  private let file: FileDescriptor

  /// Opens a session with the first service that grants one (libseat_open_seat).
  ///
  /// - Throws: `denied`, `silent` or `refused`.
  init(_ library: SeatLibrary, within deadline: SeatDeadline) throws(SeatError) {
    // Without a service, libseat would start its own in this process, which only root can do.
    if SeatService.find() == nil {
      throw SeatService.denial ?? .refused(SystemError(call: "libseat_open_seat", code: ENOSYS))
    }
    let functions = library.functions
    let listener = UnsafeMutablePointer<libseat_seat_listener>.allocate(capacity: 1)
    listener.initialize(
      to: libseat_seat_listener(
        enable_seat: { _, inbox in Inbox.of(inbox)?.events.append(.enabled) },
        disable_seat: { _, inbox in Inbox.of(inbox)?.events.append(.disabled) }))
    let address = Unmanaged.passUnretained(inbox).toOpaque()
    let (opened, isOver, code) = deadline.bound { functions.libseat_open_seat(listener, address) }
    guard let seat = opened, !isOver else {
      let error = Self.failure("libseat_open_seat", code: code)
      // After seatd, libseat tries other services.
      if let opened { _ = functions.libseat_close_seat(opened) }
      listener.deallocate()
      if isOver { throw .silent(socket: deadline.socket ?? "") }
      throw SeatService.denial ?? .refused(error)
    }
    do throws(SystemError) {
      let number = try Linux.check("dup") {
        fcntl(functions.libseat_get_fd(seat), F_DUPFD_CLOEXEC, 0)
      }
      file = FileDescriptor(owning: number)
    } catch {
      _ = functions.libseat_close_seat(seat)
      listener.deallocate()
      throw .refused(error)
    }
    self.functions = functions
    self.deadline = deadline
    self.listener = listener
    self.seat = seat
  }

  deinit {
    _ = deadline.bound { functions.libseat_close_seat(seat) }
    listener.deallocate()
  }

  /// Readable when there are events for `dispatch`.
  var descriptor: Int32 { file.number }

  /// The name of its seat, such as `seat0`.
  var seatName: String {
    functions.libseat_seat_name(seat).map { String(cString: $0) } ?? ""
  }

  /// Whether there are events that were not taken.
  var hasEvents: Bool { !inbox.events.isEmpty }

  /// Returns the service's events since the last call.
  func takeEvents() -> [Event] {
    defer { inbox.events.removeAll() }
    return inbox.events
  }

  /// Receives the service's events, waiting at most for the timeout.
  ///
  /// - Throws: The error of libseat_dispatch: the connection is lost.
  func dispatch(waitingMilliseconds: Int32 = 0) throws(SystemError) {
    errno = 0
    guard functions.libseat_dispatch(seat, waitingMilliseconds) >= 0 else {
      throw Self.failure("libseat_dispatch", code: errno)
    }
  }

  /// Opens a device for reading and writing, non-blocking.
  ///
  /// - Returns: The file descriptor, which the caller closes, and the device's number.
  /// - Throws: `EPERM` while the session is disabled, the error of open(2) in the service, or an
  ///   error of the connection: `ETIMEDOUT` if the service does not answer, which ends the
  ///   connection.
  func open(_ path: String) throws(SystemError) -> (descriptor: Int32, device: Int32) {
    var descriptor: Int32 = -1
    let device = try check("libseat_open_device", path) {
      functions.libseat_open_device(seat, path, &descriptor)
    }
    return (descriptor, device)
  }

  /// Returns a device to the service.
  func close(device: Int32) throws(SystemError) {
    _ = try check("libseat_close_device") { functions.libseat_close_device(seat, device) }
  }

  /// Allows the service to give the devices to another session.
  func acknowledgeDisabling() throws(SystemError) {
    _ = try check("libseat_disable_seat") { functions.libseat_disable_seat(seat) }
  }

  /// Requests a switch to another session.
  func switchSession(to number: Int32) throws(SystemError) {
    _ = try check("libseat_switch_session") { functions.libseat_switch_session(seat, number) }
  }

  /// Makes a call that waits for the service; returns its result if that is not negative.
  private func check(
    _ name: String, _ subject: String = "", _ call: () -> Int32
  ) throws(SystemError) -> Int32 {
    let (result, isOver, code) = deadline.bound(call)
    guard !isOver else {
      isSilent = true
      throw SystemError(call: name, subject: subject, code: ETIMEDOUT)
    }
    guard result >= 0 else { throw Self.failure(name, subject, code: code) }
    return result
  }

  private static func failure(
    _ call: String, _ subject: String = "", code: Int32
  ) -> SystemError {
    // Some of its errors have no number.
    SystemError(call: call, subject: subject, code: code == 0 ? EIO : code)
  }
}
