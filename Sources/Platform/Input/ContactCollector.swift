package import Gesture

/// The contacts of one touch device, whose changes it collects into frames.
///
/// | # | the contact | event | what happens |
/// |---|---|---|---|
/// | 1 | up | down | down in the next frame |
/// | 2 | down | motion | moved in the next frame |
/// | 3 | down | up or cancel | up or cancelled in the next frame; its slot is free |
/// | 4 | up (or on another window) | motion, up or cancel | nothing |
/// | 5 | down in a delivered frame | all are cancelled | cancelled immediately; collected changes are dropped |
/// | 6 | down, not yet delivered | all are cancelled | never delivered |
/// | – | down | down | cancelled, and down again, in the next frame |
/// | 7 | any | frame, nothing collected | nothing |
/// | 8 | up, while the maximum number are down | down | nothing |
///
/// Reuses its memory from frame to frame, so that a moving contact allocates nothing.
package final class ContactCollector {
  /// The maximum number of simultaneous contacts: more than anyone has fingers.
  package static let contactLimit = 64

  /// The device number in all contacts.
  package let device: Int32
  private var frame = TouchFrame(time: Timestamp(microseconds: 0), changes: [])
  /// The slots of contacts that are down, and of those that were down in the last delivered frame.
  private var down: [Int32] = []
  private var reported: [Int32] = []

  /// Creates a device without contacts.
  package init(device: Int32) {
    self.device = device
    frame.changes.reserveCapacity(16)
    down.reserveCapacity(16)
    reported.reserveCapacity(16)
  }

  /// Whether no contact is down.
  package var isEmpty: Bool { down.isEmpty }

  /// Rows 1 and 8.
  package func down(_ slot: Int32, at point: DisplayFraction, time: Timestamp) {
    if down.contains(slot) {
      // The first contact, whose end was not reported, would never end.
      note(.cancelled(contact(slot)), time)
    } else {
      guard down.count < Self.contactLimit else { return }
      down.append(slot)
    }
    note(.down(contact(slot), point), time)
  }

  /// Row 2.
  package func moved(_ slot: Int32, to point: DisplayFraction, time: Timestamp) {
    guard down.contains(slot) else { return }
    note(.moved(contact(slot), point), time)
  }

  /// Row 3.
  package func up(_ slot: Int32, time: Timestamp) {
    if remove(slot) { note(.up(contact(slot)), time) }
  }

  /// Row 3: cancels one contact.
  package func cancel(_ slot: Int32, time: Timestamp) {
    if remove(slot) { note(.cancelled(contact(slot)), time) }
  }

  /// Ends the frame and delivers it if anything changed.
  package func finish(_ deliver: (TouchFrame) -> Void) {
    guard !frame.changes.isEmpty else { return }
    reported.removeAll(keepingCapacity: true)
    reported.append(contentsOf: down)
    // `deliver` may cancel all contacts, which delivers another frame meanwhile.
    var finished = TouchFrame(time: frame.time, changes: [])
    swap(&finished.changes, &frame.changes)
    deliver(finished)
    guard frame.changes.isEmpty else { return }
    swap(&finished.changes, &frame.changes)
    frame.changes.removeAll(keepingCapacity: true)
  }

  /// Cancels all contacts: something else took them over, or the device was removed.
  package func cancelAll(time: Timestamp, _ deliver: (TouchFrame) -> Void) {
    frame.changes.removeAll(keepingCapacity: true)
    for slot in reported { note(.cancelled(contact(slot)), time) }
    down.removeAll(keepingCapacity: true)
    finish(deliver)
  }

  private func contact(_ slot: Int32) -> ContactID { ContactID(device: device, slot: slot) }

  private func remove(_ slot: Int32) -> Bool {
    guard let index = down.firstIndex(of: slot) else { return false }
    down.remove(at: index)
    return true
  }

  private func note(_ change: ContactChange, _ time: Timestamp) {
    frame.time = time
    frame.changes.append(change)
  }
}
