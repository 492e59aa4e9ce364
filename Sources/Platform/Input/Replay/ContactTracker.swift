internal import Gesture

/// Tracks the contacts of one recorded device through its events.
protocol ContactTracker {
  /// Handles any event except the end of a frame.
  mutating func handle(_ event: RecordedEvent)

  /// Ends a frame and appends its changes, in slot order.
  mutating func endFrame(into changes: inout [ContactChange])

  /// Handles that the kernel dropped events of the device (`SYN_DROPPED`).
  mutating func handleDropped()

  /// Handles an event of the incomplete frame after dropped events.
  mutating func handleAfterLoss(_ event: RecordedEvent)

  /// Cancels every contact; `endFrame` reports it.
  mutating func cancelAll()
}

extension ContactTracker {
  mutating func handleAfterLoss(_ event: RecordedEvent) {}
}

extension TouchProtocol {
  func makeTracker(device: Int32) -> any ContactTracker {
    switch self {
    case .slots(let x, let y, let count):
      SlotTracker(device: device, x: x, y: y, count: count)
    case .anonymous(let x, let y):
      AnonymousTracker(device: device, x: x, y: y)
    case .singleTouch(let xCode, let x, let yCode, let y):
      SingleTouchTracker(device: device, xCode: xCode, x: x, yCode: yCode, y: y)
    }
  }
}
