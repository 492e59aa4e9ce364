internal import Gesture

/// Gathers the changes of a touch device until they make a frame.
///
/// | # | the contact | what comes | what happens |
/// |---|---|---|---|
/// | 1 | up | down | it is down with the next frame |
/// | 2 | down | motion | it has moved with the next frame |
/// | 3 | down | up | it is up with the next frame, its number free |
/// | 4 | up (or another window's) | motion or up | nothing |
/// | 5 | down in a reported frame | cancel | it is cancelled at once; what was gathered is dropped |
/// | 6 | down, not yet reported | cancel | nothing is ever told of it |
/// | 7 | any | frame, nothing gathered | nothing |
struct ContactCollector {
  /// Number of the device in all contacts.
  let device: Int32
  private var frame = TouchFrame(time: Timestamp(microseconds: 0), changes: [])
  /// Contacts that are down, and those that the panel knows to be.
  private var down: [Int32] = []
  private var reported: [Int32] = []

  init(device: Int32) {
    self.device = device
    frame.changes.reserveCapacity(16)
  }

  mutating func down(_ slot: Int32, at point: DisplayFraction, time: Int64) {
    if !down.contains(slot) { down.append(slot) }
    note(.down(ContactID(device: device, slot: slot), point), time)
  }

  mutating func moved(_ slot: Int32, to point: DisplayFraction, time: Int64) {
    guard down.contains(slot) else { return }
    note(.moved(ContactID(device: device, slot: slot), point), time)
  }

  mutating func up(_ slot: Int32, time: Int64) {
    guard let index = down.firstIndex(of: slot) else { return }
    down.remove(at: index)
    note(.up(ContactID(device: device, slot: slot)), time)
  }

  var isEmpty: Bool { down.isEmpty }

  /// Ends the frame.
  mutating func finish(_ deliver: (TouchFrame) -> Void) {
    guard !frame.changes.isEmpty else { return }
    deliver(frame)
    frame.changes.removeAll(keepingCapacity: true)
    reported.removeAll(keepingCapacity: true)
    reported.append(contentsOf: down)
  }

  /// Cancels all contacts: the compositor took them, or the device is gone.
  mutating func cancel(time: Int64, _ deliver: (TouchFrame) -> Void) {
    frame.changes.removeAll(keepingCapacity: true)
    for slot in reported { note(.cancelled(ContactID(device: device, slot: slot)), time) }
    down.removeAll(keepingCapacity: true)
    finish(deliver)
  }

  private mutating func note(_ change: ContactChange, _ time: Int64) {
    frame.time = Timestamp(microseconds: time)
    frame.changes.append(change)
  }
}
