internal import Udev

/// An input device as udev describes it, whether or not it is a touchscreen.
public struct InputDescription: Hashable, Sendable {
  /// The kernel's name for it.
  public var name: String
  /// Such as `/dev/input/event3`.
  public var node: String
  /// The properties that decide how the device is used, as `KEY=value`.
  public var properties: [String]

  /// Returns every input device of this machine, in path order, at most `limit`.
  ///
  /// - Throws: An error if udev is unavailable.
  public static func all(limit: Int) throws(TouchError) -> [InputDescription] {
    var found: [InputDescription] = []
    try UdevDatabase.open().forEachEventDevice { device in
      guard found.count < limit else { return }
      var properties: [String] = []
      device.forEachProperty { key, value in
        if Self.matters(key) { properties.append("\(key)=\(value)") }
      }
      let touch = TouchDevice(device)
      found.append(
        InputDescription(
          // Its owner may have named it.
          name: device.property("ID_BUS") == "bluetooth" ? "a Bluetooth device" : touch.name,
          node: touch.node, properties: properties.sorted()))
    }
    return found
  }

  /// Whether a property decides how a device is used.
  ///
  /// Others contain serial numbers, as does `LIBINPUT_DEVICE_GROUP` for devices without a cable.
  static func matters(_ key: String) -> Bool {
    ["ID_PATH", "ID_SEAT", "WL_OUTPUT"].contains(key) || key.hasPrefix("ID_INPUT")
      || key.hasPrefix("LIBINPUT_") && key != "LIBINPUT_DEVICE_GROUP"
  }
}
