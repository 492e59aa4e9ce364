internal import Gesture

/// The contacts of one device, and their changes since the last frame.
///
/// Reuses its memory from frame to frame, so that a moving contact allocates nothing.
final class DeviceContacts {
  let number: Int32
  let device: TouchDevice

  private var changes: [ContactChange] = []
  private var slotsDown: [Int32] = []

  init(number: Int32, device: TouchDevice) {
    self.number = number
    self.device = device
    changes.reserveCapacity(16)
    slotsDown.reserveCapacity(16)
  }

  func down(slot: Int32, at position: DisplayFraction) {
    // libinput ends a contact before the next one in its slot; if not, the first would never end.
    if slotsDown.contains(slot) { cancel(slot: slot) }
    slotsDown.append(slot)
    changes.append(.down(contact(slot), position))
  }

  func move(slot: Int32, to position: DisplayFraction) {
    guard slotsDown.contains(slot) else { return }
    changes.append(.moved(contact(slot), position))
  }

  func up(slot: Int32) {
    guard removeSlot(slot) else { return }
    changes.append(.up(contact(slot)))
  }

  func cancel(slot: Int32) {
    guard removeSlot(slot) else { return }
    changes.append(.cancelled(contact(slot)))
  }

  /// Cancels every contact that is down and delivers the frame.
  func cancelAll(at time: Timestamp, deliver: (TouchFrame) -> Void) {
    while let slot = slotsDown.first { cancel(slot: slot) }
    endFrame(at: time, deliver: deliver)
  }

  /// Delivers what changed since the last frame, if anything did.
  func endFrame(at time: Timestamp, deliver: (TouchFrame) -> Void) {
    guard !changes.isEmpty else { return }
    // `deliver` may suspend the source, which delivers another frame meanwhile.
    var frame = TouchFrame(time: time, changes: [])
    swap(&frame.changes, &changes)
    deliver(frame)
    guard changes.isEmpty else { return }
    swap(&frame.changes, &changes)
    changes.removeAll(keepingCapacity: true)
  }

  private func contact(_ slot: Int32) -> ContactID {
    ContactID(device: number, slot: slot)
  }

  private func removeSlot(_ slot: Int32) -> Bool {
    guard let index = slotsDown.firstIndex(of: slot) else { return false }
    slotsDown.remove(at: index)
    return true
  }
}
