internal import Gesture

/// Tracks the contact of a device without multitouch.
struct SingleTouchTracker: ContactTracker {
  private let contact: ContactID
  private let xCode: UInt16
  private let x: AxisRange
  private let yCode: UInt16
  private let y: AxisRange
  private var state = ContactState()

  init(device: Int32, xCode: UInt16, x: AxisRange, yCode: UInt16, y: AxisRange) {
    contact = ContactID(device: device, slot: -1)
    self.xCode = xCode
    self.x = x
    self.yCode = yCode
    self.y = y
  }

  mutating func handle(_ event: RecordedEvent) {
    switch (event.type, event.code) {
    case (Evdev.key, Evdev.touch) where event.value == 0:
      state.end()
    case (Evdev.key, Evdev.touch) where event.value == 1:
      // A second press without a release proves that the release was dropped.
      state.cancelIfUncertain()
      state.begin()
    case (Evdev.absolute, xCode): state.moveX(to: event.value)
    case (Evdev.absolute, yCode): state.moveY(to: event.value)
    default: break
    }
  }

  mutating func endFrame(into changes: inout [ContactChange]) {
    state.report(as: contact, x: x, y: y, into: &changes)
  }

  mutating func handleDropped() {
    state.handleDropped()
  }

  mutating func cancelAll() {
    state.cancel()
  }
}
