internal import Glibc
public import Linux

/// A session of seatd or systemd-logind, through libseat, which opens a seat's devices for an
/// unprivileged user.
///
/// | state | the service | then | reported |
/// |---|---|---|---|
/// | inactive | enables | active | `activated` |
/// | active | disables | inactive, acknowledged afterwards | `deactivated` |
/// | active or inactive | is gone | lost, retried after a delay | `lost` |
/// | lost | is back | inactive | – |
///
/// A restarting service (an update, a crash) is unavailable for a second: the panel keeps its
/// values and connections meanwhile, which would be lost if it exited.
public final class SeatSession: DeviceSession {
  /// Called with each change; set after `init`, which itself waits for the first activation.
  public var onChange: (DeviceSessionChange) -> Void = { _ in }
  /// Whether devices can be opened and used.
  public private(set) var isActive = false
  /// The name of its seat, such as `seat0`.
  public let seatName: String

  private let loop: EventLoop
  private let library: SeatLibrary
  private let deadline: SeatDeadline
  /// Nil while the service is gone.
  private var connection: SeatConnection?
  /// The service's numbers of open devices, by file descriptor.
  private var devices: [Int32: Int32] = [:]
  private var connectedMicroseconds: Int64 = 0
  private var retryWait: Backoff
  /// Fires when it is time to retry the service.
  private var retry: Alarm?
  /// Fires on the loop's next turn, if there may be events that the descriptor does not signal.
  private var messageAlarm: Alarm?

  /// How long `init` waits for the session to become active; seatd takes 1 ms.
  private static let activationMilliseconds: Int32 = 1000
  /// How long a lost service may take to answer, because the loop blocks meanwhile.
  private static let reconnectionMilliseconds: Int32 = 250

  /// Opens a session with the available service, and waits at most 1 s until it is active.
  ///
  /// - Parameters:
  ///   - loop: The loop that watches the connection.
  ///   - retryWait: The delays between attempts to reach a lost service.
  /// - Throws: The reason why there is no session, with the remedy.
  public convenience init(
    on loop: EventLoop, retryWait: Backoff = Backoff()
  ) throws(SeatError) {
    try self.init(
      on: loop, library: try SeatLibrary(), deadline: SeatDeadline(), retryWait: retryWait)
  }

  init(
    on loop: EventLoop, library: SeatLibrary, deadline: SeatDeadline, retryWait: Backoff
  ) throws(SeatError) {
    self.loop = loop
    self.library = library
    self.deadline = deadline
    self.retryWait = retryWait
    let connection = try SeatConnection(library, within: deadline)
    seatName = connection.seatName
    retry = loop.makeAlarm { [unowned self] in reconnect() }
    messageAlarm = loop.makeAlarm { [unowned self] in receive([]) }
    do throws(SystemError) {
      let end = MonotonicClock.microseconds + Int64(Self.activationMilliseconds) * 1000
      while !connection.hasEvents, MonotonicClock.microseconds < end {
        let left = (end - MonotonicClock.microseconds) / 1000
        try connection.dispatch(waitingMilliseconds: max(1, Int32(left)))
      }
      try use(connection)
    } catch {
      throw .refused(error)
    }
    takeEvents()
  }

  deinit { close() }

  /// Opens and closes the seat's devices; remains in use after `close` for devices still open.
  public var access: DeviceAccess {
    DeviceAccess(
      service: "libseat",
      open: { path, _ throws(SystemError) in try self.open(path) },
      close: { self.close($0) })
  }

  /// Releases the devices and the console permanently.
  public func close() {
    retry?.cancel()
    messageAlarm?.cancel()
    (retry, messageAlarm) = (nil, nil)
    isActive = false
    drop()
  }

  /// Requests a switch to another session of the seat; the service may ignore it.
  func switchSession(to number: Int32) throws(SystemError) {
    try connection?.switchSession(to: number)
  }

  // MARK: Devices

  private func open(_ path: String) throws(SystemError) -> Int32 {
    guard isActive, let connection else {
      throw SystemError(call: "libseat_open_device", subject: path, code: EAGAIN)
    }
    defer { checkForMessages() }
    do throws(SystemError) {
      let (descriptor, device) = try connection.open(path)
      devices[descriptor] = device
      return descriptor
    } catch {
      checkForMessages(isDue: true)
      throw error
    }
  }

  private func close(_ descriptor: Int32) {
    if let device = devices.removeValue(forKey: descriptor), let connection {
      do throws(SystemError) {
        try connection.close(device: device)
        checkForMessages()
      } catch {
        checkForMessages(isDue: true)
      }
    }
    _ = FileDescriptor(owning: descriptor)
  }

  // MARK: The service

  private func use(_ connection: SeatConnection) throws(SystemError) {
    try loop.watch(connection.descriptor, for: .readable) { [unowned self] in receive($0) }
    self.connection = connection
    connectedMicroseconds = loop.nowMicroseconds
  }

  /// Schedules handling of events that libseat has read while waiting for an answer; the descriptor
  /// does not signal them.
  private func checkForMessages(isDue: Bool = false) {
    if isDue || connection?.hasEvents == true { messageAlarm?.set(atMicroseconds: 0) }
  }

  private func receive(_ readiness: Readiness) {
    do throws(SystemError) {
      try connection?.dispatch()
    } catch {
      return lose(because: error.reason)
    }
    takeEvents()
    if !readiness.isDisjoint(with: .failed) {
      lose(because: SystemError(call: "", code: EPIPE).reason)
    }
  }

  private func takeEvents() {
    for event in connection?.takeEvents() ?? [] {
      switch event {
      case .enabled where !isActive:
        isActive = true
        onChange(.activated)
      case .enabled: break
      case .disabled:
        isActive = false
        onChange(.deactivated)
        acknowledge()
      }
    }
  }

  private func acknowledge() {
    do throws(SystemError) {
      try connection?.acknowledgeDisabling()
    } catch {
      lose(because: error.reason)
    }
  }

  private func lose(because reason: String) {
    guard connection != nil else { return }
    let reason = connection?.isSilent == true ? "it does not answer" : reason
    let wasActive = isActive
    isActive = false
    drop()
    onChange(.lost(reason: reason, wasActive: wasActive))
    retryWait.reset(afterMicroseconds: loop.nowMicroseconds - connectedMicroseconds)
    setRetry()
  }

  /// Ends the connection; devices remain open until they are closed.
  private func drop() {
    if let connection { loop.unwatch(connection.descriptor) }
    devices.removeAll()
    connection = nil
  }

  private func reconnect() {
    // Without a service, libseat would start its own in this process if it runs as root.
    guard SeatService.find() != nil else { return setRetry() }
    do {
      var deadline = deadline
      deadline.milliseconds = min(deadline.milliseconds, Self.reconnectionMilliseconds)
      try use(try SeatConnection(library, within: deadline))
    } catch {
      return setRetry()
    }
    // The activation may have arrived with the answer to the handshake.
    checkForMessages(isDue: true)
  }

  private func setRetry() {
    retry?.set(afterMicroseconds: retryWait.nextMicroseconds())
  }
}

@available(*, unavailable)
extension SeatSession: Sendable {}
