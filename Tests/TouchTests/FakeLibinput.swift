import CLibinput
import CLibudev
import CLinux
import Glibc
import Linux
import Synchronization

@testable import Touch

/// libinput with a seat whose touchscreens and touches a test makes.
///
/// The context is that of the real library, on a seat without devices. C functions have no context
/// of their own, so there is one fake at a time.
enum FakeLibinput {
  /// An event of a device; devices are numbered by the test.
  struct Event: Sendable {
    var type: libinput_event_type
    var device: Int
    var slot: Int32 = 0
    var x = 0.0
    var y = 0.0
    var microseconds: UInt64 = 0
  }

  private struct State {
    var descriptor: Int32 = -1
    var pending: [Event] = []
    /// Those that were delivered; events are indices.
    var delivered: [Event] = []
  }
  private static let state = Mutex(State())

  /// Pointers that are never dereferenced: an index, and a number that is not null.
  private static let firstPointer = 4096

  /// Starts without devices and events.
  ///
  /// - Parameter descriptor: An eventfd(2), readable while there are events.
  static func start(descriptor: Int32) {
    state.withLock { $0 = State(descriptor: descriptor) }
  }

  /// Adds events, and makes the descriptor readable.
  static func send(_ events: Event...) {
    state.withLock {
      $0.pending += events
      _ = eventfd_write($0.descriptor, 1)
    }
  }

  private static func event(_ pointer: OpaquePointer?) -> Event {
    state.withLock { $0.delivered[Int(bitPattern: pointer) - firstPointer] }
  }

  /// The functions of the real library, except those for events and devices.
  static func functions() throws -> CLibinputFunctions {
    var functions = try LibinputLibrary().functions
    functions.libinput_get_fd = { _ in FakeLibinput.state.withLock { $0.descriptor } }
    functions.libinput_dispatch = { _ in
      var count: eventfd_t = 0
      _ = eventfd_read(FakeLibinput.state.withLock { $0.descriptor }, &count)
      return 0
    }
    functions.libinput_get_event = { _ in
      let index = FakeLibinput.state.withLock { state -> Int? in
        guard !state.pending.isEmpty else { return nil }
        state.delivered.append(state.pending.removeFirst())
        return state.delivered.count - 1
      }
      return index.flatMap { OpaquePointer(bitPattern: FakeLibinput.firstPointer + $0) }
    }
    functions.libinput_event_destroy = { _ in }
    functions.libinput_event_get_type = { FakeLibinput.event($0).type }
    functions.libinput_event_get_device = {
      OpaquePointer(bitPattern: FakeLibinput.firstPointer + FakeLibinput.event($0).device)
    }
    functions.libinput_event_get_touch_event = { $0 }
    functions.libinput_event_touch_get_slot = { FakeLibinput.event($0).slot }
    functions.libinput_event_touch_get_time_usec = { FakeLibinput.event($0).microseconds }
    functions.libinput_event_touch_get_x_transformed = { event, _ in FakeLibinput.event(event).x }
    functions.libinput_event_touch_get_y_transformed = { event, _ in FakeLibinput.event(event).y }
    functions.libinput_device_has_capability = { _, capability in
      capability == LIBINPUT_DEVICE_CAP_TOUCH ? 1 : 0
    }
    functions.libinput_device_touch_get_touch_count = { _ in 5 }
    functions.libinput_device_get_size = { _, _, _ in -1 }
    functions.libinput_device_config_calibration_get_matrix = { _, matrix in
      for (index, value) in [Float(1), 0, 0, 0, 1, 0].enumerated() { matrix?[index] = value }
      return 0
    }
    functions.libinput_device_config_send_events_set_mode = { _, _ in
      LIBINPUT_CONFIG_STATUS_SUCCESS
    }
    // Any device of the kernel has the properties that every device has.
    functions.libinput_device_get_udev_device = { _ in
      guard let udev = udev_new() else { return nil }
      defer { udev_unref(udev) }
      return udev_device_new_from_subsystem_sysname(udev, "mem", "null")
    }
    return functions
  }
}
