internal import CLibinput
internal import Gesture
internal import Udev

/// A libinput event; valid until its owner destroys it.
struct LibinputEvent {
  let type: libinput_event_type
  private let event: OpaquePointer
  private let library: LibinputLibrary

  init(_ event: OpaquePointer, _ library: LibinputLibrary) {
    self.event = event
    self.library = library
    type = library.functions.libinput_event_get_type(event)
  }

  /// The device's handle, equal for all its events until it is removed.
  var device: OpaquePointer? { library.functions.libinput_event_get_device(event) }
  private var touch: OpaquePointer? { library.functions.libinput_event_get_touch_event(event) }

  // Touch events:

  /// The slot of the contact, −1 on a device without slots; only for
  /// `LIBINPUT_EVENT_TOUCH_DOWN`, `_MOTION`, `_UP` and `_CANCEL`.
  var slot: Int32 { library.functions.libinput_event_touch_get_slot(touch) }

  /// The contact's position, if the device covers the whole display; only for
  /// `LIBINPUT_EVENT_TOUCH_DOWN` and `_MOTION`.
  var position: DisplayFraction {
    DisplayFraction(
      x: library.functions.libinput_event_touch_get_x_transformed(touch, 1),
      y: library.functions.libinput_event_touch_get_y_transformed(touch, 1))
  }

  var time: Timestamp {
    Timestamp(
      microseconds: Int64(clamping: library.functions.libinput_event_touch_get_time_usec(touch)))
  }

  // Devices:

  /// The device; nil if it lacks the touch capability.
  var touchDevice: TouchDevice? {
    guard library.functions.libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_TOUCH) != 0,
      let udevDevice = library.functions.libinput_device_get_udev_device(device)
    else { return nil }
    var description = TouchDevice(UdevDevice(owning: udevDevice))
    var (width, height) = (0.0, 0.0)
    if library.functions.libinput_device_get_size(device, &width, &height) == 0 {
      description.sizeMillimetres = TouchDevice.SizeMillimetres(width: width, height: height)
    }
    description.capabilities = Self.capabilities.filter {
      library.functions.libinput_device_has_capability(device, $0.capability) != 0
    }.map { $0.name }
    // 0 is unknown, −1 is an error.
    let fingers = Int(library.functions.libinput_device_touch_get_touch_count(device))
    description.fingerLimit = fingers > 0 ? fingers : nil
    var matrix = [Float](repeating: 0, count: 6)
    description.isCalibrated =
      library.functions.libinput_device_config_calibration_get_matrix(device, &matrix) != 0
    let numbers = matrix.map { Double($0) }
    description.calibration = CalibrationMatrix(
      numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    return description
  }

  private static let capabilities: [(name: String, capability: libinput_device_capability)] = [
    ("touch", LIBINPUT_DEVICE_CAP_TOUCH), ("pointer", LIBINPUT_DEVICE_CAP_POINTER),
    ("keyboard", LIBINPUT_DEVICE_CAP_KEYBOARD), ("tablet tool", LIBINPUT_DEVICE_CAP_TABLET_TOOL),
    ("gesture", LIBINPUT_DEVICE_CAP_GESTURE), ("switch", LIBINPUT_DEVICE_CAP_SWITCH),
  ]

  /// Makes libinput close the device and ignore its events.
  func stopDevice() {
    _ = library.functions.libinput_device_config_send_events_set_mode(
      device, LIBINPUT_CONFIG_SEND_EVENTS_DISABLED.rawValue)
  }
}
