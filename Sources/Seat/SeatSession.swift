internal import Glibc
public import Linux

/// A session of seatd or systemd-logind, through libseat: lends the devices of a seat to a user
/// without rights of its own.
///
/// | state | the service | then | told |
/// |---|---|---|---|
/// | inactive | enables | active | `activated` |
/// | active | disables | inactive, acknowledged afterwards | `deactivated` |
/// | active or inactive | is gone | lost, tried again after a wait | `lost` |
/// | lost | is back | inactive | – |
///
/// A service that is started again (an update, a crash) is away for a second: the panel keeps its
/// values and connections meanwhile, which it would lose if it ended.
public final class SeatSession: DeviceSession {
  /// Called with each change; set after `init`, which waits for the first activation itself.
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
  /// The service's numbers of the devices that are open, by their descriptors.
  private var devices: [Int32: Int32] = [:]
  private var connectedMicroseconds: Int64 = 0
  private var retryWait: Backoff
  /// Fires when the service is worth another try.
  private var retry: Alarm?
  /// Fires on the next turn of the loop, if there may be news that its descriptor does not show.
  private var news: Alarm?

  /// How long `init` waits for the session to become active; seatd takes a millisecond.
  private static let activationMilliseconds: Int32 = 1000
  /// How long a service that was lost may take to answer: the loop waits for that.
  private static let reconnectionMilliseconds: Int32 = 250

  /// Opens a session at the service that there is, and waits for a second at most until it is active.
  ///
  /// - Parameters:
  ///   - loop: Where to watch the connection.
  ///   - retryWait: The waits between attempts to reach a service that is gone.
  /// - Throws: Why there is no session, with what to do.
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
    news = loop.makeAlarm { [unowned self] in receive([]) }
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

  /// Opens and closes devices of the seat; also in use after `close`, for those that are still open.
  public var access: DeviceAccess {
    DeviceAccess(
      service: "libseat",
      open: { path, _ throws(SystemError) in try self.open(path) },
      close: { self.close($0) })
  }

  /// Gives the devices and the console back; they are not taken again.
  public func close() {
    retry?.cancel()
    news?.cancel()
    (retry, news) = (nil, nil)
    isActive = false
    drop()
  }

  /// Asks the service to make another session of the seat the active one; the service need not.
  func switchSession(to number: Int32) throws(SystemError) {
    try connection?.switchSession(to: number)
  }

  // MARK: Devices

  private func open(_ path: String) throws(SystemError) -> Int32 {
    guard isActive, let connection else {
      throw SystemError(call: "libseat_open_device", subject: path, code: EAGAIN)
    }
    defer { lookForNews() }
    do throws(SystemError) {
      let (descriptor, device) = try connection.open(path)
      devices[descriptor] = device
      return descriptor
    } catch {
      lookForNews(isDue: true)
      throw error
    }
  }

  private func close(_ descriptor: Int32) {
    if let device = devices.removeValue(forKey: descriptor), let connection {
      do throws(SystemError) {
        try connection.close(device: device)
        lookForNews()
      } catch {
        lookForNews(isDue: true)
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

  /// libseat reads ahead while it waits for an answer: the descriptor does not show what it has read.
  private func lookForNews(isDue: Bool = false) {
    if isDue || connection?.hasEvents == true { news?.set(atMicroseconds: 0) }
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

  /// Ends the connection; the devices remain open until they are closed.
  private func drop() {
    if let connection { loop.unwatch(connection.descriptor) }
    devices.removeAll()
    connection = nil
  }

  private func reconnect() {
    // Without one, libseat would begin one in this process for root.
    guard SeatService.find() != nil else { return setRetry() }
    do {
      var deadline = deadline
      deadline.milliseconds = min(deadline.milliseconds, Self.reconnectionMilliseconds)
      try use(try SeatConnection(library, within: deadline))
    } catch {
      return setRetry()
    }
    // The answer to the greeting may have brought the activation with it.
    lookForNews(isDue: true)
  }

  private func setRetry() {
    retry?.set(afterMicroseconds: retryWait.nextMicroseconds())
  }
}

@available(*, unavailable)
extension SeatSession: Sendable {}
