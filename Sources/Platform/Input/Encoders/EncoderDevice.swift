internal import CLinux
internal import Gesture
internal import Glibc
internal import Linux

/// An event device open for reading.
final class EncoderDevice {
  let description: EncoderDescription
  private let file: DeviceFile
  /// Whether its event times use `CLOCK_MONOTONIC`.
  private let hasMonotonicTime: Bool
  /// The maximum number of events per read, one read in each turn of the loop.
  static let portionCount = 64
  /// Whether the kernel dropped events; the next report ends this state.
  private var isIncomplete = false
  /// The keys and switches that are down.
  private(set) var down: Set<KeyInput.Code> = []

  /// Takes ownership of a device's open node.
  init(_ description: EncoderDescription, file: consuming DeviceFile) {
    self.description = description
    var clock = Int32(CLOCK_MONOTONIC)
    hasMonotonicTime = ioctl(file.number, UInt(CLINUX_EVIOCSCLOCKID), &clock) == 0
    self.file = file
    readKeys()
  }

  /// Reads the present state of all keys and switches; a device that has none is left as it is.
  private func readKeys() {
    guard !description.keys.isEmpty else { return }
    func bits(_ request: UInt, _ count: Int32) -> [UInt16]? {
      var bytes = [UInt8](repeating: 0, count: Int(count + 7) / 8)
      guard ioctl(file.number, request, &bytes) >= 0 else { return nil }
      return (0..<UInt16(count)).filter { bytes[Int($0 / 8)] >> ($0 % 8) & 1 == 1 }
    }
    let keys = bits(UInt(CLINUX_EVIOCGKEY), CLINUX_KEY_COUNT)
    let switches = bits(UInt(CLINUX_EVIOCGSW), CLINUX_SWITCH_COUNT)
    guard let keys, let switches else { return }
    down = Set(keys.map(KeyInput.Code.key) + switches.map(KeyInput.Code.switch))
  }

  var descriptor: Int32 { file.number }

  /// Reads one portion of its events.
  ///
  /// - Parameters:
  ///   - keysChanged: Called after each change of `down`.
  ///   - body: Called with each action; the axis is nil for an action that applies to all axes.
  /// - Throws: The error of read(2); `ENODEV` once the device was removed.
  func read(
    keysChanged: () -> Void, _ body: (EncoderInput.Axis?, EncoderAction, Timestamp) -> Void
  ) throws(SystemError) {
    // Swift 6.2 does not propagate the typed error of a closure through this function.
    let error: SystemError? = withUnsafeTemporaryAllocation(
      of: input_event.self, capacity: Self.portionCount
    ) { events in
      do throws(SystemError) {
        guard let count = try file.read(into: UnsafeMutableRawBufferPointer(events)) else {
          return nil
        }
        if count == 0 { throw SystemError(call: "read", code: ENODEV) }
        for event in events[..<(count / MemoryLayout<input_event>.stride)] {
          if follow(event) { keysChanged() }
          dispatch(event, body)
        }
        return nil
      } catch {
        return error
      }
    }
    if let error { throw error }
  }

  /// Follows the state of a key or a switch; returns whether it changed.
  private func follow(_ event: input_event) -> Bool {
    let before = down
    switch event.type {
    case Evdev.synchronization where isIncomplete && event.code != Evdev.dropped: readKeys()
    case _ where isIncomplete: break
    case Evdev.key: note(.key(event.code), isDown: event.value != 0)
    case Evdev.switch: note(.switch(event.code), isDown: event.value != 0)
    default: break
    }
    return down != before
  }

  private func note(_ code: KeyInput.Code, isDown: Bool) {
    // Bounded: a device has only the codes that it has announced.
    guard description.keys.contains(code) else { return }
    if isDown { down.insert(code) } else { down.remove(code) }
  }

  private func dispatch(
    _ event: input_event, _ body: (EncoderInput.Axis?, EncoderAction, Timestamp) -> Void
  ) {
    switch (event.type, event.code) {
    case (Evdev.synchronization, Evdev.dropped): isIncomplete = true
    case (Evdev.synchronization, _): isIncomplete = false
    case _ where isIncomplete: break
    case (Evdev.relative, let code):
      guard let axis = EncoderInput.Axis(relativeCode: code), event.value != 0 else { return }
      body(axis, .turned(counts: Int(event.value)), time(of: event))
    case (Evdev.key, let code):
      handleKey(code, value: event.value, at: time(of: event), body)
    default: break
    }
  }

  private func handleKey(
    _ code: UInt16, value: Int32, at time: Timestamp,
    _ body: (EncoderInput.Axis?, EncoderAction, Timestamp) -> Void
  ) {
    // 1 is a press, 2 a kernel autorepeat.
    switch (code, value) {
    case (Evdev.volumeUp, 1), (Evdev.volumeUp, 2): body(.keys, .turned(counts: 1), time)
    case (Evdev.volumeDown, 1), (Evdev.volumeDown, 2): body(.keys, .turned(counts: -1), time)
    case (Evdev.mute, 1): body(nil, .muted, time)
    case (Evdev.button0, 1), (Evdev.middleButton, 1), (Evdev.enter, 1):
      for axis in EncoderInput.Axis.allCases where axis != .keys { body(axis, .pressed, time) }
    default: break
    }
  }

  private func time(of event: input_event) -> Timestamp {
    guard hasMonotonicTime else { return Timestamp(microseconds: MonotonicClock.microseconds) }
    return Timestamp(
      microseconds: Int64(event.time.tv_sec) * 1_000_000 + Int64(event.time.tv_usec))
  }
}

extension EncoderDevice {
  /// Whether a key or a switch is down; nil for any of them.
  func isDown(_ code: KeyInput.Code?) -> Bool { code.map(down.contains) ?? !down.isEmpty }
}

extension EncoderInput.Axis {
  init?(relativeCode code: UInt16) {
    guard let axis = Self.allCases.first(where: { $0.relativeCode == code }) else { return nil }
    self = axis
  }

  /// The code of its `EV_REL` events; nil for keys.
  var relativeCode: UInt16? {
    switch self {
    case .x: 0x00
    case .y: 0x01
    case .hwheel: 0x06
    case .dial: 0x07
    case .wheel: 0x08
    case .keys: nil
    }
  }
}

extension SystemError {
  /// Whether the device is gone.
  var isRemoval: Bool { code == ENODEV }
}
