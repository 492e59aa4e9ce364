internal import CLibinput
public import Gesture
public import Linux
internal import Udev

/// The touch devices of a seat, through libinput.
///
/// Devices may be added and removed at any time, and there may be none. Each gets a number that is
/// never reused, even if the same device is plugged in again. Positions are transformed by
/// libinput's calibration matrix, and may therefore lie slightly outside 0…1.
///
/// Set the closures, then call `start`.
public final class LibinputSource: TouchSource {
  /// Called with each frame of a device.
  public var onFrame: (TouchFrame) -> Void = { _ in }
  /// Called when a device was added or removed, or could not be opened.
  public var onDevice: (TouchDeviceEvent) -> Void = { _ in }
  /// Called with libinput's messages, such as that events were read too late.
  public var onLog: (TouchLogLevel, String) -> Void = { _, _ in }

  /// The open devices, by the numbers of their contacts.
  public var devices: [(number: Int32, device: TouchDevice)] {
    open.map { ($0.contacts.device, $0.device) }
  }

  /// The devices that belong to other panels.
  public private(set) var leftAlone: [TouchDevice] = []

  /// The kernel's names of the open devices.
  public var deviceNames: [String] { devices.map(\.device.name) }

  /// True once libinput has reported a fatal error.
  public private(set) var hasEnded = false

  /// The touch devices that could not be opened.
  public private(set) var denied: [DeniedTouchDevice] = []

  /// The error if there are touch devices but none could be opened; otherwise nil.
  public var accessError: TouchError? {
    open.isEmpty && !denied.isEmpty ? .denied(denied) : nil
  }

  /// Creates a context, or throws the reason why it cannot.
  typealias ContextMaker = () throws(TouchError) -> LibinputContext

  private var assignment: TouchAssignment
  private let seat: String
  private let loop: EventLoop
  private let makeContext: ContextMaker
  /// Nil before `start`, and while file descriptors or memory are too short.
  private var context: LibinputContext?
  private var retry: Alarm?
  private var retryWait: Backoff
  private var isSuspended = false
  private var open: [(handle: OpaquePointer?, device: TouchDevice, contacts: ContactCollector)] = []
  private var nextNumber: Int32 = 0

  /// Creates a source for the touch devices of a seat.
  ///
  /// - Parameters:
  ///   - seat: The seat's name, such as `seat0`.
  ///   - access: How to open device nodes.
  ///   - assignment: Selects the devices to use.
  ///   - loop: The loop that watches libinput's file descriptor.
  public convenience init(
    seat: String = "seat0", access: DeviceAccess = .direct,
    assignment: TouchAssignment = TouchAssignment(), loop: EventLoop
  ) {
    self.init(
      seat: seat, assignment: assignment, loop: loop,
      retryWait: Backoff(firstMicroseconds: 1_000_000)
    ) {
      () throws(TouchError) in try LibinputContext(access: access)
    }
  }

  /// Creates a source with the given contexts and delays between attempts to create one.
  init(
    seat: String, assignment: TouchAssignment = TouchAssignment(), loop: EventLoop,
    retryWait: Backoff, makeContext: @escaping ContextMaker
  ) {
    self.seat = seat
    self.assignment = assignment
    self.loop = loop
    self.retryWait = retryWait
    self.makeContext = makeContext
  }

  deinit {
    retry?.cancel()
    guard let context else { return }
    // Closing the devices must not call closures that use this object.
    context.callbacks.onLog = { _, _ in }
    context.callbacks.onDenied = { _, _ in }
    loop.unwatch(context.descriptor)
  }

  /// Opens the seat's devices and watches for others; may be called once.
  ///
  /// If file descriptors or memory are short, logs that and retries later.
  ///
  /// - Throws: An error if libinput cannot be initialised or the seat cannot be assigned.
  public func start() throws(TouchError) {
    do throws(TouchError) {
      try openSeat()
    } catch {
      guard case .system(let cause) = error else { throw error }
      onLog(.error, "no touch input yet, trying again: \(cause)")
      retry = loop.makeAlarm { [unowned self] in tryAgain() }
      setRetry()
    }
    if !TouchDevices.isUdevRunning {
      onLog(.error, "the udev daemon is not running, no touch device is found; start systemd-udevd")
    }
  }

  /// Opens the seat's devices and watches for others, or changes nothing.
  ///
  /// - Throws: An error, also if file descriptors or memory are short.
  func openSeat() throws(TouchError) {
    let context = try makeContext()
    context.callbacks.onLog = { [unowned self] in onLog($0, $1) }
    let service = context.callbacks.access.service
    context.callbacks.onDenied = { [unowned self] in
      noteDenied(node: $0, code: $1, service: service)
    }
    try context.assignSeat(seat)
    do {
      try loop.watch(context.descriptor, for: .readable) { [unowned self] _ in readEvents() }
    } catch {
      throw .system(error)
    }
    self.context = context
    readEvents()
  }

  private func tryAgain() {
    guard context == nil, !isSuspended else { return }
    do throws(TouchError) {
      try openSeat()
      onLog(.information, "touch input started")
    } catch {
      setRetry()
    }
  }

  private func setRetry() {
    retry?.set(afterMicroseconds: retryWait.nextMicroseconds())
  }

  /// Cancels all contacts and closes all devices, before another console becomes active.
  public func suspend() {
    isSuspended = true
    context?.suspend()
    readEvents()
    // For devices whose removal libinput did not report.
    while !open.isEmpty { remove(at: open.endIndex - 1) }
    leftAlone.removeAll()
  }

  /// Reopens the devices, including those that could not be opened before.
  ///
  /// - Throws: `TouchError.library` if libinput cannot resume.
  public func resume() throws(TouchError) {
    isSuspended = false
    guard let context else { return tryAgain() }
    denied.removeAll()
    guard context.resume() else { throw .library(call: "libinput_resume") }
    readEvents()
  }

  /// Sets the output that shows the panel; see `TouchAssignment`.
  ///
  /// - Parameter output: Such as `HDMI-A-1`; nil if unknown.
  /// - Returns: Whether different devices belong to it, so that `suspend` and `resume` must follow.
  public func follow(output: String?) -> Bool {
    assignment.output = output
    return open.contains { !assignment.uses($0.device) }
      || leftAlone.contains { assignment.uses($0) }
  }

  private func readEvents() {
    guard let context else { return }
    do throws(TouchError) {
      try context.dispatch { handle($0) }
    } catch {
      // Otherwise the descriptor would stay readable and the loop would spin.
      loop.unwatch(context.descriptor)
      hasEnded = true
      onLog(.error, "touch input has ended: \(error)")
    }
  }

  private func handle(_ event: LibinputEvent) {
    if event.type == LIBINPUT_EVENT_DEVICE_ADDED { return add(event) }
    guard let index = open.firstIndex(where: { $0.handle == event.device }) else {
      if event.type == LIBINPUT_EVENT_DEVICE_REMOVED, let device = event.touchDevice {
        leftAlone.removeAll { $0.node == device.node }
      }
      return
    }
    let contacts = open[index].contacts
    switch event.type {
    case LIBINPUT_EVENT_DEVICE_REMOVED: remove(at: index)
    case LIBINPUT_EVENT_TOUCH_DOWN:
      contacts.down(event.slot, at: event.position, time: event.time)
    case LIBINPUT_EVENT_TOUCH_MOTION:
      contacts.moved(event.slot, to: event.position, time: event.time)
    case LIBINPUT_EVENT_TOUCH_UP: contacts.up(event.slot, time: event.time)
    case LIBINPUT_EVENT_TOUCH_CANCEL: contacts.cancel(event.slot, time: event.time)
    case LIBINPUT_EVENT_TOUCH_FRAME: contacts.finish(onFrame)
    default: break
    }
  }

  private func add(_ event: LibinputEvent) {
    guard let device = event.touchDevice else {
      // The events of a keyboard or a mouse would wake the loop needlessly.
      return event.stopDevice()
    }
    denied.removeAll { $0.device.node == device.node }
    guard assignment.uses(device) else {
      event.stopDevice()
      leftAlone.append(device)
      return onDevice(
        .leftAlone(device, output: assignment.names.isEmpty ? device.outputName : nil))
    }
    let number = nextNumber
    // Wraps after 4,294,967,296 devices.
    nextNumber &+= 1
    open.append((event.device, device, ContactCollector(device: number)))
    onDevice(.added(number: number, device))
  }

  private func remove(at index: Int) {
    let (_, device, contacts) = open.remove(at: index)
    contacts.cancelAll(time: Timestamp(microseconds: loop.nowMicroseconds), onFrame)
    onDevice(.removed(number: contacts.device, device))
  }

  private func noteDenied(node: String, code: Int32, service: String?) {
    // The session is not active: the source will be resumed when it is.
    guard code != SystemError.tryAgain else { return }
    // libinput opens keyboards and mice too.
    guard let udev = try? UdevDatabase(), let device = udev.device(ofNode: node),
      device.isTouchscreen
    else { return }
    let refusal = DeniedTouchDevice(device: TouchDevice(device), code: code, service: service)
    denied.removeAll { $0.device.node == node }
    denied.append(refusal)
    onDevice(.denied(refusal))
  }
}

@available(*, unavailable)
extension LibinputSource: Sendable {}
