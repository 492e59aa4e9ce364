import CLibinput
import CLinux
import Gesture
import Glibc
import Linux
import Testing

@testable import Touch

/// A board's touchscreen is probed before or after the panel starts: a Goodix chip's driver waits
/// for the regulator in the display, whose driver may load later.
@Suite(.serialized) struct ProbeOrderTests {
  enum Arrival: CaseIterable {
    /// When the panel starts, it is there.
    case before
    /// It appears while the panel runs.
    case after
    /// It appears, and its driver is unbound and bound again, as by a loose flat cable.
    case again
  }

  /// A source, and what it reported.
  private final class Rig {
    let loop: EventLoop
    let source: LibinputSource
    var frames: [TouchFrame] = []
    var devices: [TouchDeviceEvent] = []

    init() throws {
      let loop = try EventLoop(clock: ManualClock())
      let library = LibinputLibrary(functions: try FakeLibinput.functions())
      self.loop = loop
      source = LibinputSource(seat: "seat-without-devices", loop: loop, retryWait: Backoff()) {
        () throws(TouchError) in try LibinputContext(access: .direct, library: library)
      }
      source.onFrame = { [unowned self] in frames.append($0) }
      source.onDevice = { [unowned self] in devices.append($0) }
    }

    func turn() throws { try loop.runOnce(timeoutMilliseconds: 0) }
  }

  private static func finger(
    _ type: libinput_event_type, x: Double, on device: Int
  ) -> FakeLibinput.Event {
    FakeLibinput.Event(type: type, device: device, slot: 1, x: x, y: 0.5, microseconds: 1000)
  }

  private static func event(
    _ type: libinput_event_type, of device: Int
  ) -> FakeLibinput.Event { FakeLibinput.Event(type: type, device: device) }

  @Test("fingers arrive from a touchscreen whenever it was probed", arguments: Arrival.allCases)
  func fingers(arrival: Arrival) throws {
    // Open until the process ends, as the source unwatches it last.
    let descriptor = try check("eventfd") { eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)) }
    FakeLibinput.start(descriptor: descriptor)
    let rig = try Rig()
    if arrival == .before { FakeLibinput.send(Self.event(LIBINPUT_EVENT_DEVICE_ADDED, of: 1)) }
    try rig.source.start()
    try rig.turn()
    #expect(rig.source.devices.count == (arrival == .before ? 1 : 0))
    // There being none yet is no error.
    #expect(rig.source.accessError == nil)
    var device = 1
    if arrival != .before {
      FakeLibinput.send(Self.event(LIBINPUT_EVENT_DEVICE_ADDED, of: 1))
      try rig.turn()
    }
    if arrival == .again {
      FakeLibinput.send(
        Self.finger(LIBINPUT_EVENT_TOUCH_DOWN, x: 0.2, on: 1),
        Self.event(LIBINPUT_EVENT_TOUCH_FRAME, of: 1),
        Self.event(LIBINPUT_EVENT_DEVICE_REMOVED, of: 1))
      try rig.turn()
      // The finger does not stay on its knob.
      #expect(rig.frames.last?.changes == [.cancelled(ContactID(device: 0, slot: 1))])
      device = 2
      FakeLibinput.send(Self.event(LIBINPUT_EVENT_DEVICE_ADDED, of: device))
      try rig.turn()
    }
    #expect(rig.source.devices.count == 1)
    #expect(rig.source.devices.first?.device.capabilities == ["touch"])
    #expect(rig.source.devices.first?.device.fingerLimit == 5)
    rig.frames = []
    FakeLibinput.send(
      Self.finger(LIBINPUT_EVENT_TOUCH_DOWN, x: 0.2, on: device),
      Self.event(LIBINPUT_EVENT_TOUCH_FRAME, of: device),
      Self.finger(LIBINPUT_EVENT_TOUCH_MOTION, x: 0.3, on: device),
      Self.event(LIBINPUT_EVENT_TOUCH_FRAME, of: device),
      Self.finger(LIBINPUT_EVENT_TOUCH_UP, x: 0.3, on: device),
      Self.event(LIBINPUT_EVENT_TOUCH_FRAME, of: device))
    try rig.turn()
    let finger = ContactID(device: arrival == .again ? 1 : 0, slot: 1)
    #expect(
      rig.frames.map(\.changes) == [
        [.down(finger, DisplayFraction(x: 0.2, y: 0.5))],
        [.moved(finger, DisplayFraction(x: 0.3, y: 0.5))], [.up(finger)],
      ])
  }
}
