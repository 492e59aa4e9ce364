internal import Linux
internal import Udev

/// The input devices in udev's database.
extension UdevDatabase {
  /// Opens the database for touch devices.
  static func open() throws(TouchError) -> UdevDatabase {
    do { return try UdevDatabase() } catch { throw .library(call: error.call) }
  }

  /// Calls `body` with each event device, in path order.
  func forEachEventDevice(_ body: (borrowing UdevDevice) -> Void) throws(TouchError) {
    do {
      try forEachDevice(of: "input", named: "event*", body)
    } catch {
      throw .library(call: error.call)
    }
  }

  /// Returns the input device of a node such as `/dev/input/event3`; nil if udev does not list it.
  func device(ofNode node: String) -> UdevDevice? {
    guard let sysname = node.split(separator: "/").last else { return nil }
    return device(of: "input", named: String(sysname))
  }
}

extension UdevDevice {
  var isTouchscreen: Bool { property("ID_INPUT_TOUCHSCREEN") == "1" }

  /// Returns an attribute of the input device to which the event node belongs.
  func inputAttribute(_ name: String) -> String? { attribute(name, ofParentIn: "input") }
}

extension TouchDevice {
  /// Creates a description from udev's data, without opening the device.
  init(_ device: borrowing UdevDevice) {
    let sysname = device.sysname
    self.init(
      name: device.inputAttribute("name") ?? sysname,
      sysname: sysname,
      node: device.node ?? "/dev/input/\(sysname)",
      seat: device.seat,
      vendor: device.inputAttribute("id/vendor").flatMap { UInt16($0, radix: 16) } ?? 0,
      product: device.inputAttribute("id/product").flatMap { UInt16($0, radix: 16) } ?? 0,
      outputName: device.property("WL_OUTPUT"),
      sizeMillimetres: nil,
      isCalibrated: device.property("LIBINPUT_CALIBRATION_MATRIX") != nil,
      pathID: device.property("ID_PATH"))
  }
}
