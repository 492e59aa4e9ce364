internal import Gesture

/// Contacts of a device that reports them in slots (protocol B).
struct SlotTracker: ContactTracker {
  private let device: Int32
  private let x: AxisRange
  private let y: AxisRange
  private var slots: [ContactState]
  private var current = 0
  /// The slots that the frame in hand said something about; a device may have many more.
  private var changed: Set<Int> = []
  /// Whether events were lost since the key last changed.
  private var mayDoubt = false

  init(device: Int32, x: AxisRange, y: AxisRange, count: Int) {
    self.device = device
    self.x = x
    self.y = y
    slots = Array(repeating: ContactState(), count: count)
  }

  mutating func handle(_ event: RecordedEvent) {
    if event.type == Evdev.key, event.code == Evdev.touch { return resolveDoubts() }
    guard event.type == Evdev.absolute else { return }
    if event.code == Evdev.slot { return current = Int(event.value) }
    // As the kernel does with a slot that the device has not.
    guard slots.indices.contains(current) else { return }
    switch event.code {
    case Evdev.trackingID where event.value < 0: slots[current].end()
    case Evdev.trackingID: slots[current].begin(trackingID: event.value)
    case Evdev.contactX: slots[current].moveX(to: event.value)
    case Evdev.contactY: slots[current].moveY(to: event.value)
    case Evdev.toolType: slots[current].setTool(isPalm: event.value == Evdev.palm)
    default: return
    }
    changed.insert(current)
  }

  mutating func endFrame(into changes: inout [ContactChange]) {
    for index in changed.sorted() {
      slots[index].report(
        as: ContactID(device: device, slot: Int32(index)), x: x, y: y, into: &changes)
    }
    changed.removeAll(keepingCapacity: true)
  }

  mutating func doubt() {
    for index in slots.indices { slots[index].doubt() }
    mayDoubt = true
  }

  /// The slot in force is part of what a later frame leaves unsaid, so it must not be missed.
  mutating func handleAfterLoss(_ event: RecordedEvent) {
    if event.type == Evdev.absolute, event.code == Evdev.slot { handle(event) }
  }

  /// The key changes only when the first finger comes or the last one goes, so whoever was not
  /// heard of since events were lost has gone.
  private mutating func resolveDoubts() {
    guard mayDoubt else { return }
    for index in slots.indices {
      if slots[index].resolveDoubt() { changed.insert(index) }
    }
    mayDoubt = false
  }

  mutating func cancelAll() {
    for index in slots.indices {
      slots[index].cancel()
      changed.insert(index)
    }
  }
}
