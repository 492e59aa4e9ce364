public import Gesture
public import Linux

/// The touch devices of a seat, through libinput.
///
/// Devices may come and go at any time, and there may be none. Each gets a number that no other one
/// gets later, also when it is the same device plugged in again. Positions have gone through
/// libinput's calibration matrix, and may lie somewhat outside of 0…1 because of it.
///
/// Set the closures, then call `start`.
public final class LibinputSource: TouchSource {
  public var onFrame: (TouchFrame) -> Void = { _ in }
  public var onDevice: (TouchDeviceEvent) -> Void = { _ in }
  /// libinput's own messages, such as that events were read too late.
  public var onLog: (TouchLogLevel, String) -> Void = { _, _ in }

  /// The devices that are open, by the numbers of their contacts.
  public var devices: [(number: Int32, device: TouchDevice)] {
    open.map { ($0.contacts.number, $0.contacts.device) }
  }

  /// The touch devices that could not be opened when they came or when the source was resumed.
  public private(set) var denied: [DeniedTouchDevice] = []

  /// Set if nobody can touch anything because all touch devices are denied.
  public var lockOut: TouchError? {
    open.isEmpty && !denied.isEmpty ? .denied(denied) : nil
  }

  private let seat: String
  private let loop: EventLoop
  private let context: LibinputContext
  private var open: [(handle: OpaquePointer?, contacts: LiveContacts)] = []
  private var nextNumber: Int32 = 0

  /// A source for the devices of `seat`, which `access` opens.
  public init(
    seat: String = "seat0", access: DeviceAccess = .direct, loop: EventLoop
  ) throws(TouchError) {
    self.seat = seat
    self.loop = loop
    context = try LibinputContext(access: access)
    context.callbacks.onLog = { [unowned self] in onLog($0, $1) }
    context.callbacks.onDenied = { [unowned self] in noteDenied(node: $0, code: $1) }
  }

  deinit {
    // Closing the devices must not call back into what is half gone.
    context.callbacks.onLog = { _, _ in }
    context.callbacks.onDenied = { _, _ in }
    loop.unwatch(context.descriptor)
  }

  /// Opens the devices that are there and watches for more; only once.
  public func start() throws(TouchError) {
    try context.assignSeat(seat)
    do {
      try loop.watch(context.descriptor, for: .readable) { [unowned self] _ in readEvents() }
    } catch {
      throw .system(error)
    }
    readEvents()
    if !TouchDevices.isUdevRunning {
      onLog(.error, "udev's daemon does not run, so no touch device is found; start systemd-udevd")
    }
  }

  /// Cancels all contacts and closes all devices, before a switch to another console.
  public func suspend() {
    context.suspend()
    readEvents()
    // In case libinput did not.
    while !open.isEmpty { remove(at: open.endIndex - 1) }
  }

  /// Opens the devices anew, those that were denied before among them.
  public func resume() throws(TouchError) {
    denied.removeAll()
    guard context.resume() else { throw .library(call: "libinput_resume") }
    readEvents()
  }

  private func readEvents() {
    do throws(TouchError) {
      try context.dispatch { handle(LibinputEvent($0)) }
    } catch {
      // The descriptor would stay readable and the loop would spin.
      loop.unwatch(context.descriptor)
      onLog(.error, "touch input has ended: \(error)")
    }
  }

  private func handle(_ event: LibinputEvent) {
    if event.kind == .added { return add(event) }
    guard let index = open.firstIndex(where: { $0.handle == event.device }) else { return }
    let contacts = open[index].contacts
    switch event.kind {
    case .removed: remove(at: index)
    case .down: contacts.down(slot: event.slot, at: event.position)
    case .motion: contacts.move(slot: event.slot, to: event.position)
    case .up: contacts.up(slot: event.slot)
    case .cancel: contacts.cancel(slot: event.slot)
    case .frame: contacts.endFrame(at: event.time, deliver: onFrame)
    case .added, .other: break
    }
  }

  private func add(_ event: LibinputEvent) {
    guard let device = event.touchDevice else {
      // A keyboard or a mouse would wake the loop for nothing.
      return event.stopDevice()
    }
    let contacts = LiveContacts(number: nextNumber, device: device)
    // Two thousand million replugs later a number would be used again.
    nextNumber &+= 1
    open.append((event.device, contacts))
    denied.removeAll { $0.device.node == device.node }
    onDevice(.added(number: contacts.number, device))
  }

  private func remove(at index: Int) {
    let contacts = open.remove(at: index).contacts
    let now = Timestamp(microseconds: MonotonicClock.microseconds)
    contacts.cancelAll(at: now, deliver: onFrame)
    onDevice(.removed(number: contacts.number, contacts.device))
  }

  private func noteDenied(node: String, code: Int32) {
    // libinput opens keyboards and mice too, which are none of our business.
    guard let udev = try? Udev(), let device = udev.device(ofNode: node), device.isTouchscreen
    else { return }
    let refusal = DeniedTouchDevice(device: TouchDevice(device), code: code)
    denied.removeAll { $0.device.node == node }
    denied.append(refusal)
    onDevice(.denied(refusal))
  }
}

@available(*, unavailable)
extension LibinputSource: Sendable {}
