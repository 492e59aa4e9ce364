internal import Gesture

/// Collects the changes of a touch device into frames.
///
/// | # | the contact | event | what happens |
/// |---|---|---|---|
/// | 1 | up | down | down in the next frame |
/// | 2 | down | motion | moved in the next frame |
/// | 3 | down | up | up in the next frame; its slot is free |
/// | 4 | up (or on another window) | motion or up | nothing |
/// | 5 | down in a delivered frame | cancel | cancelled immediately; collected changes are dropped |
/// | 6 | down, not yet delivered | cancel | never delivered |
/// | – | down | down | cancelled, and down again, in the next frame |
/// | 7 | any | frame, nothing collected | nothing |
/// | 8 | up, while the maximum number are down | down | nothing |
struct ContactCollector {
  /// The maximum number of simultaneous contacts: more than anyone has fingers.
  static let contactLimit = 64

  /// The device number in all contacts.
  let device: Int32
  private var frame = TouchFrame(time: Timestamp(microseconds: 0), changes: [])
  /// The slots of contacts that are down, and of those that were down in the last delivered frame.
  private var down: [Int32] = []
  private var reported: [Int32] = []

  init(device: Int32) {
    self.device = device
    frame.changes.reserveCapacity(16)
  }

  mutating func down(_ slot: Int32, at point: DisplayFraction, time: Int64) {
    if down.contains(slot) {
      // The compositor sent no end for the first contact, which would never end.
      note(.cancelled(ContactID(device: device, slot: slot)), time)
    } else {
      guard down.count < Self.contactLimit else { return }
      down.append(slot)
    }
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

  /// Ends the frame and delivers it if anything changed.
  mutating func finish(_ deliver: (TouchFrame) -> Void) {
    guard !frame.changes.isEmpty else { return }
    deliver(frame)
    frame.changes.removeAll(keepingCapacity: true)
    reported.removeAll(keepingCapacity: true)
    reported.append(contentsOf: down)
  }

  /// Cancels all contacts: the compositor took them over, or the device was removed.
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
