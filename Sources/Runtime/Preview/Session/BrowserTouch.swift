public import Gesture
public import Touch

/// The fingers of all browsers; each browser is a separate device.
public final class BrowserTouch: TouchSource {
  public var onFrame: (TouchFrame) -> Void = { _ in }

  /// The contacts that are down, with the devices they belong to.
  private var contacts: Set<ContactID> = []
  private var isDelivering = false
  /// The time of the last frame of each device.
  private var times: [Int32: Timestamp] = [:]

  /// The maximum number of contacts of one browser.
  private static let slotCount: Int32 = 32

  /// Creates a source without fingers.
  public init() {}

  public func start() throws(TouchError) { isDelivering = true }

  public func suspend() {
    for contact in contacts {
      onFrame(TouchFrame(time: now(of: contact.device), changes: [.cancelled(contact)]))
    }
    contacts.removeAll()
    isDelivering = false
  }

  public func resume() throws(TouchError) { isDelivering = true }

  private func now(of device: Int32) -> Timestamp { times[device] ?? Timestamp(microseconds: 0) }

  /// Delivers a browser's touch frame without impossible changes, such as a move before a landing.
  public func deliver(_ frame: TouchFrame, of device: Int32) {
    guard isDelivering else { return }
    var frame = frame
    frame.changes = frame.changes.filter(accept)
    guard !frame.changes.isEmpty else { return }
    // A browser's events can arrive out of order, by some microseconds.
    frame.time = max(frame.time, now(of: device))
    times[device] = frame.time
    onFrame(frame)
  }

  /// Delivers a frame of a wheel or a key, whose contacts begin and end at once.
  public func deliverWheel(_ frame: TouchFrame) {
    if isDelivering { onFrame(frame) }
  }

  private func accept(_ change: ContactChange) -> Bool {
    switch change {
    case .down(let contact, _):
      (0..<Self.slotCount).contains(contact.slot) && contacts.insert(contact).inserted
    case .moved(let contact, _): contacts.contains(contact)
    case .up(let contact), .cancelled(let contact): contacts.remove(contact) != nil
    }
  }

  /// Cancels the contacts of a disconnected browser.
  public func remove(device: Int32, at time: Timestamp) {
    for contact in contacts where contact.device == device {
      deliver(TouchFrame(time: time, changes: [.cancelled(contact)]), of: device)
    }
    times[device] = nil
  }
}
