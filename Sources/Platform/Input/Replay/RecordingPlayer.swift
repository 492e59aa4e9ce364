public import Gesture

/// Converts a recording's events to the touch frames that libinput would have created.
///
/// Deterministic: it reads no clock and always returns the same frames. Frames without changes are
/// skipped. After the last event, contacts that are still down are cancelled, in one more frame per
/// device.
public struct RecordingPlayer: Sequence, IteratorProtocol {
  fileprivate struct Device {
    var number: Int32
    var tracker: any ContactTracker
    /// True after `SYN_DROPPED`: events up to the end of the frame are incomplete.
    var isAfterLoss = false
    var lastTime = Timestamp(microseconds: 0)
  }

  private let events: [RecordedEvent]
  private var position = 0
  /// One per device of the recording; nil for those that are not touch devices.
  private var devices: [Device?]
  private var endedDevices = 0

  init(_ recording: Recording) {
    events = recording.events
    devices = recording.devices.map { device in
      device.touch.map {
        Device(number: device.number, tracker: $0.makeTracker(device: device.number))
      }
    }
  }

  /// Returns the next frame; nil after the last one.
  public mutating func next() -> TouchFrame? {
    var frame = TouchFrame(time: Timestamp(microseconds: 0), changes: [])
    return next(into: &frame) ? frame : nil
  }

  /// Replaces `frame` with the next one, reusing its memory; returns false if there is none.
  public mutating func next(into frame: inout TouchFrame) -> Bool {
    frame.changes.removeAll(keepingCapacity: true)
    while position < events.count {
      let event = events[position]
      position += 1
      devices[Int(event.device)]?.handle(event, into: &frame)
      if !frame.changes.isEmpty { return true }
    }
    while endedDevices < devices.count {
      endedDevices += 1
      devices[endedDevices - 1]?.finish(into: &frame)
      if !frame.changes.isEmpty { return true }
    }
    return false
  }
}

extension RecordingPlayer.Device {
  fileprivate mutating func handle(_ event: RecordedEvent, into frame: inout TouchFrame) {
    lastTime = event.time
    switch (event.type, event.code) {
    case (Evdev.synchronization, Evdev.dropped):
      if !isAfterLoss { tracker.handleDropped() }
      isAfterLoss = true
    case (Evdev.synchronization, Evdev.report):
      frame.time = event.time
      if !isAfterLoss { tracker.endFrame(into: &frame.changes) }
      isAfterLoss = false
    default:
      if isAfterLoss { tracker.handleAfterLoss(event) } else { tracker.handle(event) }
    }
  }

  fileprivate mutating func finish(into frame: inout TouchFrame) {
    frame.time = lastTime
    tracker.cancelAll()
    tracker.endFrame(into: &frame.changes)
  }
}
