/// Which touch devices belong to the panel.
///
/// | # | devices that are named | `WL_OUTPUT` of a device | it is |
/// |---|---|---|---|
/// | 1 | it is among them | any | used |
/// | 2 | others | any | left alone |
/// | 3 | none | none, or the panel's output | used |
/// | 4 | none | another output than the panel's | left alone |
/// | 5 | none, and the panel's output is unknown | any | used |
///
/// Source: weston and libinput take the udev property `WL_OUTPUT` for the output that a device is mapped
/// to (`libinput_device_get_output_name`).
public struct TouchAssignment: Hashable, Sendable {
  /// Devices by name, `ID_PATH`, node, or vendor and product such as `0eef:0001`; empty for those that
  /// udev does not assign to another output.
  public var names: [String]
  /// The output that shows the panel, such as `HDMI-A-1`; nil if it is unknown.
  public var output: String?

  /// An assignment for devices of these names.
  public init(names: [String] = [], output: String? = nil) {
    (self.names, self.output) = (names, output)
  }

  /// Whether a device is used.
  public func uses(_ device: TouchDevice) -> Bool {
    guard names.isEmpty else { return names.contains(where: device.isCalled) }
    guard let output, let assigned = device.outputName else { return true }
    return assigned == output
  }
}

extension TouchDevice {
  /// Whether it is known by this name.
  fileprivate func isCalled(_ name: String) -> Bool {
    func digits(_ number: UInt16) -> String {
      let text = String(number, radix: 16)
      return String(repeating: "0", count: 4 - text.utf8.count) + text
    }
    return [self.name, pathID, node, sysname, digits(vendor) + ":" + digits(product)].contains(name)
  }
}
