internal import CLibsystemd
internal import Glibc
public import Linux

/// Sets backlights through systemd-logind, which permits this to the user of the active session
/// without access to the kernel's file.
///
/// It connects to the bus for each value, because values are rare, and watches nothing in between.
/// If several values arrive while a call is pending, the last one follows. Must not outlive the
/// loop.
///
/// Source: `SetBrightness` in org.freedesktop.login1(5).
public final class LogindBrightness {
  /// Called with the result of each call; nil for success.
  public var onAnswer: (LogindError?) -> Void = { _ in }

  /// The maximum number of bus messages processed in one turn of the loop: other peers may send
  /// some.
  public static let turnLimit = 64

  /// The largest number of messages processed in one turn so far; for tests.
  private(set) var maximumInTurn = 0

  private struct Request: Equatable {
    var device: String
    var step: UInt32
  }

  private let loop: EventLoop
  private let options: LogindOptions
  private var library: LogindLibrary?
  private var bus: OpaquePointer?
  private var descriptor: Int32 = -1
  /// The events that libsystemd waits for, as in poll(2).
  private var events: Int16 = 0
  /// The next request; nil if none.
  private var waiting: Request?
  /// The result of the pending call; nil until it is answered.
  private var answer: Result<Void, LogindError>?
  /// Fires when libsystemd must check whether an answer is overdue.
  private var timeout: Alarm?

  /// - Parameters:
  ///   - options: How to reach logind.
  ///   - loop: The loop that watches the bus.
  public init(options: LogindOptions, on loop: EventLoop) {
    (self.options, self.loop) = (options, loop)
  }

  deinit { close() }

  /// Requests a brightness.
  ///
  /// - Parameters:
  ///   - step: From 0 to the device's maximum.
  ///   - device: Its name in /sys/class/backlight.
  public func set(_ step: Int, of device: String) {
    waiting = Request(device: device, step: UInt32(clamping: step))
    if bus == nil { sendNextRequest() }
  }

  /// Waits until logind has answered.
  ///
  /// - Parameter milliseconds: The timeout.
  public func finish(withinMilliseconds milliseconds: Int32) {
    let end = MonotonicClock.microseconds + Int64(milliseconds) * 1000
    while bus != nil {
      let left = (end - MonotonicClock.microseconds + 999) / 1000
      guard left > 0 else { return }
      // Messages already read by libsystemd do not make the descriptor readable.
      let isDue = timeout?.deadlineMicroseconds.map { $0 <= loop.nowMicroseconds } ?? false
      var request = pollfd(fd: descriptor, events: events, revents: 0)
      guard isDue || poll(&request, 1, Int32(left)) > 0 else { continue }
      process()
    }
  }

  /// Drops unanswered requests.
  public func close() {
    waiting = nil
    disconnect()
  }

  private func sendNextRequest() {
    guard let request = waiting else { return }
    waiting = nil
    do throws(LogindError) {
      var functions = try loadedFunctions()
      try connect(functions)
      try check(
        "sd_bus_set_method_call_timeout",
        functions.sd_bus_set_method_call_timeout(bus, options.answerMicroseconds))
      try check(
        "SetBrightness",
        clibsystemd_set_brightness(
          &functions, bus, didReceiveAnswer, Unmanaged.passUnretained(self).toOpaque(), "backlight",
          request.device, request.step))
      timeout = loop.makeAlarm { [unowned self] in process() }
      try watch()
    } catch {
      finish(error)
    }
  }

  private func connect(_ functions: CLibsystemdFunctions) throws(LogindError) {
    if let address = options.address {
      try check("sd_bus_new", functions.sd_bus_new(&bus))
      try check("sd_bus_set_address", functions.sd_bus_set_address(bus, address))
      try check("sd_bus_set_bus_client", functions.sd_bus_set_bus_client(bus, 1))
      try check("sd_bus_start", functions.sd_bus_start(bus))
    } else {
      try check("sd_bus_open_system", functions.sd_bus_open_system(&bus))
    }
    descriptor = try check("sd_bus_get_fd", functions.sd_bus_get_fd(bus))
  }

  private func loadedFunctions() throws(LogindError) -> CLibsystemdFunctions {
    if let library { return library.functions }
    let library = try LogindLibrary(fileName: options.library)
    self.library = library
    return library.functions
  }

  /// Lets libsystemd send and receive, up to a limit, and then waits for its events.
  ///
  /// If libsystemd has more messages that it has already read, the next turn of the loop continues.
  private func process() {
    guard let functions = library?.functions else { return }
    do throws(LogindError) {
      var count = 0
      while bus != nil, answer == nil {
        guard count < Self.turnLimit,
          try check("sd_bus_process", functions.sd_bus_process(bus, nil)) > 0
        else { return try watch() }
        count += 1
        maximumInTurn = max(maximumInTurn, count)
      }
    } catch {
      return finish(error)
    }
    switch answer {
    case .success: finish(nil)
    case .failure(let error): finish(error)
    case nil: break
    }
  }

  private func watch() throws(LogindError) {
    guard let functions = library?.functions else { return }
    events = Int16(try check("sd_bus_get_events", functions.sd_bus_get_events(bus)))
    var readiness: Readiness = []
    if events & Int16(POLLIN) != 0 { readiness.insert(.readable) }
    if events & Int16(POLLOUT) != 0 { readiness.insert(.writable) }
    var deadline: UInt64 = .max
    try check("sd_bus_get_timeout", functions.sd_bus_get_timeout(bus, &deadline))
    do throws(SystemError) {
      try loop.watch(descriptor, for: readiness) { [unowned self] _ in process() }
    } catch {
      throw .noBus(error)
    }
    // On libsystemd's clock, the monotonic one.
    let rest = Int64(exactly: deadline).map { $0 - MonotonicClock.microseconds }
    // Never in this turn, which has already processed its share.
    timeout?.set(atMicroseconds: rest.map { loop.nowMicroseconds + max($0, 1) })
  }

  /// Ends the call and starts the next one.
  private func finish(_ error: LogindError?) {
    disconnect()
    onAnswer(error)
    if bus == nil { sendNextRequest() }
  }

  private func disconnect() {
    timeout?.cancel()
    timeout = nil
    answer = nil
    guard let bus, let functions = library?.functions else { return }
    loop.unwatch(descriptor)
    self.bus = nil
    _ = functions.sd_bus_close_unref(bus)
  }

  fileprivate func receiveAnswer(_ message: OpaquePointer?) {
    guard let functions = library?.functions else { return }
    guard let error = functions.sd_bus_message_get_error(message)?.pointee else {
      answer = .success(())
      return
    }
    func text(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }
    answer = .failure(.refused(name: text(error.name), message: text(error.message)))
  }

  /// Checks a status: libsystemd's functions return a negative error number.
  @discardableResult
  private func check(_ call: String, _ status: Int32) throws(LogindError) -> Int32 {
    guard status >= 0 else { throw .noBus(SystemError(call: call, code: -status)) }
    return status
  }
}

@available(*, unavailable)
extension LogindBrightness: Sendable {}

/// Receives the answer; called by libsystemd from within sd_bus_process(3).
private func didReceiveAnswer(
  _ message: OpaquePointer?, _ user: UnsafeMutableRawPointer?,
  _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  guard let user else { return 0 }
  Unmanaged<LogindBrightness>.fromOpaque(user).takeUnretainedValue().receiveAnswer(message)
  return 1
}
