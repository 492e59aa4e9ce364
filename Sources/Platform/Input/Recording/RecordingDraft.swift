internal import Gesture

/// A recording being read.
struct RecordingDraft {
  /// The kernel's limit on input devices (`INPUT_MAX_CHAR_DEVICES` in `drivers/input/input.c`).
  private static let deviceLimit = 1024
  /// The maximum distance of a time from 0: 285 years.
  ///
  /// Replaying adds to the times, and must never reach the end of their range, where time would
  /// stop.
  private static let farthestMicroseconds: Int64 = 1 << 53

  private let path: String
  private(set) var devices: [RecordedDevice] = []
  /// One array per element of `devices`.
  private var events: [[RecordedEvent]] = []
  private var warnings: [String] = []
  private var warningCount = 0

  init(path: String) {
    self.path = path
  }

  /// Adds a device; returns false if there are too many.
  mutating func addDevice() -> Bool {
    guard devices.count < Self.deviceLimit else { return false }
    devices.append(RecordedDevice(number: Int32(devices.count)))
    events.append([])
    return true
  }

  /// Changes the last added device.
  mutating func describe(_ change: (inout RecordedDevice) -> Void) {
    guard !devices.isEmpty else { return }
    change(&devices[devices.count - 1])
  }

  /// Adds an event of the last added device; returns false if the time is out of range.
  mutating func addEvent(
    seconds: Int64, microseconds: Int64, type: UInt16, code: UInt16, value: Int32
  ) -> Bool {
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (time, carry) = whole.addingReportingOverflow(microseconds)
    guard !overflow, !carry, time.magnitude <= Self.farthestMicroseconds, !devices.isEmpty
    else { return false }
    events[events.count - 1].append(
      RecordedEvent(
        time: Timestamp(microseconds: time), device: Int32(devices.count - 1),
        value: value, type: type, code: code))
    return true
  }

  mutating func warn(line: Int, _ message: String) {
    warningCount += 1
    guard warningCount <= Recording.warningLimit else { return }
    warnings.append("\(path):\(line): \(message)")
  }

  /// Determines each device's protocol, and merges the devices' events.
  consuming func finish() throws(RecordingError) -> Recording {
    let isDescribed = devices.contains { !$0.axes.isEmpty || !$0.name.isEmpty }
    guard !events.allSatisfy(\.isEmpty) else {
      guard isDescribed else { throw .notARecording(path: path) }
      throw .noEvents(path: path, firstProblem: warnings.first)
    }
    guard isDescribed else { throw .noDescription(path: path) }
    try findTouchDevices()
    if warningCount > Recording.warningLimit {
      warnings.append("\(path): \(warningCount - Recording.warningLimit) more warnings")
    }
    return Recording(
      devices: devices, events: events.count == 1 ? events[0] : mergedByTime(), warnings: warnings)
  }

  private mutating func findTouchDevices() throws(RecordingError) {
    var refusal: RecordingError?
    for index in devices.indices {
      do throws(RecordingError) {
        devices[index].touch = try devices[index].touchProtocol(
          seenIn: events[index], path: path)
      } catch {
        refusal = refusal ?? error
        continue
      }
      guard devices[index].touch != nil else { continue }
      noteUnusualContents(of: devices[index], events: events[index])
    }
    guard devices.allSatisfy({ $0.touch == nil }) else {
      if let refusal { note(refusal.description) }
      return
    }
    throw refusal ?? .noTouchDevice(path: path, names: devices.map(\.name))
  }

  private mutating func noteUnusualContents(of device: RecordedDevice, events: [RecordedEvent]) {
    if case .singleTouch(Evdev.z, _, _, _) = device.touch {
      note("\(path): “\(device.name)” never moves ABS_X and ABS_Y; ABS_Z and ABS_RX are used")
    }
    if let last = events.last, (last.type, last.code) != (Evdev.synchronization, Evdev.report) {
      note("\(path): ends in the middle of a frame of “\(device.name)”; the frame is ignored")
    }
  }

  /// Adds a warning about the recording as a whole; there are only a few of these per device.
  private mutating func note(_ message: String) {
    guard warnings.count < 2 * Recording.warningLimit else { return }
    warnings.append(message)
  }

  /// Returns the events of all devices, which libinput-record writes one device after another.
  ///
  /// The order of one device's events is kept: where its time runs backwards, they are sorted by
  /// its latest time so far.
  private func mergedByTime() -> [RecordedEvent] {
    var keyed: [(moment: Timestamp, event: RecordedEvent)] = []
    keyed.reserveCapacity(events.reduce(0) { $0 + $1.count })
    for deviceEvents in events {
      var latest = Timestamp(microseconds: .min)
      for event in deviceEvents {
        latest = max(latest, event.time)
        keyed.append((latest, event))
      }
    }
    // `sort` is stable, so equal times keep their file order.
    keyed.sort { $0.moment < $1.moment }
    return keyed.map(\.event)
  }
}
