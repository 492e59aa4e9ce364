internal import Gesture

/// Tracks the contacts of a device that reports them in slots (protocol B).
struct SlotTracker: ContactTracker {
  private let device: Int32
  private let x: AxisRange
  private let y: AxisRange
  private var slots: [ContactState]
  private var current = 0
  /// The slots with events in the current frame; a device may have many more slots.
  private var changed: Set<Int> = []
  /// Whether events were dropped since the last change of `BTN_TOUCH`.
  private var hasUncertainSlots = false

  init(device: Int32, x: AxisRange, y: AxisRange, count: Int) {
    self.device = device
    self.x = x
    self.y = y
    slots = Array(repeating: ContactState(), count: count)
  }

  mutating func handle(_ event: RecordedEvent) {
    if event.type == Evdev.key, event.code == Evdev.touch { return cancelUncertainSlots() }
    guard event.type == Evdev.absolute else { return }
    if event.code == Evdev.slot { return current = Int(event.value) }
    // The kernel also ignores slots that the device does not have.
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

  mutating func handleDropped() {
    for index in slots.indices { slots[index].handleDropped() }
    hasUncertainSlots = true
  }

  /// Tracks the current slot, because later frames do not repeat it.
  mutating func handleAfterLoss(_ event: RecordedEvent) {
    if event.type == Evdev.absolute, event.code == Evdev.slot { handle(event) }
  }

  /// Cancels contacts without events since events were dropped.
  ///
  /// They have ended, because `BTN_TOUCH` changes only with the first finger down and the last one
  /// up.
  private mutating func cancelUncertainSlots() {
    guard hasUncertainSlots else { return }
    for index in slots.indices {
      if slots[index].cancelIfUncertain() { changed.insert(index) }
    }
    hasUncertainSlots = false
  }

  mutating func cancelAll() {
    for index in slots.indices {
      slots[index].cancel()
      changed.insert(index)
    }
  }
}
