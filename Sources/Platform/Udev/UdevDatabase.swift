internal import CLibudev
internal import Glibc
package import Linux

/// A udev context, for queries of the device database.
package struct UdevDatabase: ~Copyable {
  /// The context (`struct udev`).
  package let pointer: OpaquePointer

  /// Creates a context.
  ///
  /// - Throws: An error if libudev runs out of memory.
  package init() throws(SystemError) {
    guard let udev = udev_new() else { throw SystemError(call: "udev_new", code: ENOMEM) }
    pointer = udev
  }

  deinit {
    udev_unref(pointer)
  }

  /// Whether udev's daemon runs.
  package var isDaemonRunning: Bool {
    guard let queue = udev_queue_new(pointer) else { return false }
    defer { udev_queue_unref(queue) }
    return udev_queue_get_udev_is_active(queue) != 0
  }

  /// Calls `body` with each device of a subsystem whose name in sysfs matches a pattern, in path
  /// order.
  ///
  /// - Throws: The failed call of libudev.
  package func forEachDevice(
    of subsystem: String, named pattern: String, _ body: (borrowing UdevDevice) -> Void
  ) throws(SystemError) {
    guard let enumeration = udev_enumerate_new(pointer) else {
      throw SystemError(call: "udev_enumerate_new", code: ENOMEM)
    }
    defer { udev_enumerate_unref(enumeration) }
    udev_enumerate_add_match_subsystem(enumeration, subsystem)
    udev_enumerate_add_match_sysname(enumeration, pattern)
    let status = udev_enumerate_scan_devices(enumeration)
    guard status >= 0 else {
      throw SystemError(call: "udev_enumerate_scan_devices", code: -status)
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

  /// Returns a device by its name in sysfs; nil if udev does not list it.
  package func device(of subsystem: String, named sysname: String) -> UdevDevice? {
    udev_device_new_from_subsystem_sysname(pointer, subsystem, sysname).map {
      UdevDevice(owning: $0)
    }
  }
}

/// One device of the database, or of a monitor's message.
package struct UdevDevice: ~Copyable {
  private let pointer: OpaquePointer

  /// Takes ownership of a reference (`struct udev_device`).
  package init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    udev_device_unref(pointer)
  }

  /// Returns the value of a property.
  package func property(_ key: String) -> String? {
    udev_device_get_property_value(pointer, key).map { String(cString: $0) }
  }

  /// Calls `body` with each property, in udev's order.
  package func forEachProperty(_ body: (_ key: String, _ value: String) -> Void) {
    var entry = udev_device_get_properties_list_entry(pointer)
    while let current = entry {
      entry = udev_list_entry_get_next(current)
      guard let key = udev_list_entry_get_name(current),
        let value = udev_list_entry_get_value(current)
      else { continue }
      body(String(cString: key), String(cString: value))
    }
  }

  /// The seat to which `ID_SEAT` assigns it.
  package var seat: String { property("ID_SEAT") ?? "seat0" }

  /// The name in sysfs, such as `event3`.
  package var sysname: String { String(cString: udev_device_get_sysname(pointer)) }

  /// The device file; nil if it has none.
  package var node: String? { udev_device_get_devnode(pointer).map { String(cString: $0) } }

  /// The action of a monitor's message, such as `add`.
  package var action: String? { udev_device_get_action(pointer).map { String(cString: $0) } }

  /// Returns an attribute of the nearest device above it in a subsystem.
  package func attribute(_ name: String, ofParentIn subsystem: String) -> String? {
    guard
      let parent = udev_device_get_parent_with_subsystem_devtype(pointer, subsystem, nil)
    else { return nil }
    return udev_device_get_sysattr_value(parent, name).map { String(cString: $0) }
  }
}
