/// The choice of touch devices that belong to the panel.
///
/// | # | named devices | `WL_OUTPUT` of a device | it is |
/// |---|---|---|---|
/// | 1 | include it | any | used |
/// | 2 | others only | any | left alone |
/// | 3 | none | none, or the panel's output | used |
/// | 4 | none | another output than the panel's | left alone |
/// | 5 | none, and the panel's output is unknown | any | used |
///
/// Source: weston and libinput map a device to the output in its udev property `WL_OUTPUT`
/// (`libinput_device_get_output_name`).
public struct TouchAssignment: Hashable, Sendable {
  /// Devices by name, `ID_PATH`, node, or vendor and product such as `0eef:0001`; if empty, the
  /// devices that udev does not assign to another output.
  public var names: [String]
  /// The output that shows the panel, such as `HDMI-A-1`; nil if unknown.
  public var output: String?

  /// Creates an assignment of devices by name.
  public init(names: [String] = [], output: String? = nil) {
    (self.names, self.output) = (names, output)
  }

  /// Returns whether a device is used.
  public func uses(_ device: TouchDevice) -> Bool {
    guard names.isEmpty else { return names.contains(where: device.isCalled) }
    guard let output, let assigned = device.outputName else { return true }
    return assigned == output
  }
}

extension TouchDevice {
  /// Returns whether this is one of its names.
  fileprivate func isCalled(_ name: String) -> Bool {
    func digits(_ number: UInt16) -> String {
      let text = String(number, radix: 16)
      return String(repeating: "0", count: 4 - text.utf8.count) + text
    }
    return [self.name, pathID, node, sysname, digits(vendor) + ":" + digits(product)].contains(name)
  }
}
