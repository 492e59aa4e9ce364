internal import CLibudev

/// A udev context, for queries of the device database.
struct Udev: ~Copyable {
  let pointer: OpaquePointer

  init() throws(TouchError) {
    guard let udev = udev_new() else { throw .library(call: "udev_new") }
    pointer = udev
  }

  deinit {
    udev_unref(pointer)
  }

  var isDaemonRunning: Bool {
    guard let queue = udev_queue_new(pointer) else { return false }
    defer { udev_queue_unref(queue) }
    return udev_queue_get_udev_is_active(queue) != 0
  }

  /// Calls `body` with each event device that udev considers a touchscreen, in path order.
  func forEachTouchscreen(_ body: (borrowing UdevDevice) -> Void) throws(TouchError) {
    try forEachEventDevice { if $0.isTouchscreen { body($0) } }
  }

  /// Calls `body` with each event device, in path order.
  func forEachEventDevice(_ body: (borrowing UdevDevice) -> Void) throws(TouchError) {
    guard let enumeration = udev_enumerate_new(pointer) else {
      throw .library(call: "udev_enumerate_new")
    }
    defer { udev_enumerate_unref(enumeration) }
    udev_enumerate_add_match_subsystem(enumeration, "input")
    udev_enumerate_add_match_sysname(enumeration, "event*")
    guard udev_enumerate_scan_devices(enumeration) >= 0 else {
      throw .library(call: "udev_enumerate_scan_devices")
    }
    var entry = udev_enumerate_get_list_entry(enumeration)
    while let current = entry {
      entry = udev_list_entry_get_next(current)
      // The device may have been removed since it was listed.
      guard let path = udev_list_entry_get_name(current),
        let device = udev_device_new_from_syspath(pointer, path)
      else { continue }
      body(UdevDevice(owning: device))
    }
  }

  /// Returns the input device of a node such as `/dev/input/event3`; nil if udev does not list it.
  func device(ofNode node: String) -> UdevDevice? {
    guard let sysname = node.split(separator: "/").last,
      let device = udev_device_new_from_subsystem_sysname(pointer, "input", String(sysname))
    else { return nil }
    return UdevDevice(owning: device)
  }
}

/// One device of the database.
struct UdevDevice: ~Copyable {
  private let pointer: OpaquePointer

  init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    udev_device_unref(pointer)
  }

  func property(_ key: String) -> String? {
    udev_device_get_property_value(pointer, key).map { String(cString: $0) }
  }

  var isTouchscreen: Bool { property("ID_INPUT_TOUCHSCREEN") == "1" }

  var sysname: String { String(cString: udev_device_get_sysname(pointer)) }

  /// Nil if it has no node.
  var node: String? { udev_device_get_devnode(pointer).map { String(cString: $0) } }

  /// Returns an attribute of the input device to which the event node belongs.
  func inputAttribute(_ name: String) -> String? {
    guard let input = udev_device_get_parent_with_subsystem_devtype(pointer, "input", nil)
    else { return nil }
    return udev_device_get_sysattr_value(input, name).map { String(cString: $0) }
  }
}

extension TouchDevice {
  /// Creates a description from udev's data, without opening the device.
  init(_ device: borrowing UdevDevice) {
    let sysname = device.sysname
    self.init(
      name: device.inputAttribute("name") ?? sysname,
      sysname: sysname,
      node: device.node ?? "/dev/input/\(sysname)",
      seat: device.property("ID_SEAT") ?? "seat0",
      vendor: device.inputAttribute("id/vendor").flatMap { UInt16($0, radix: 16) } ?? 0,
      product: device.inputAttribute("id/product").flatMap { UInt16($0, radix: 16) } ?? 0,
      outputName: device.property("WL_OUTPUT"),
      sizeMillimetres: nil,
      isCalibrated: device.property("LIBINPUT_CALIBRATION_MATRIX") != nil,
      pathID: device.property("ID_PATH"))
  }
}
