public import Linux

/// Why there is no touch input.
public enum TouchError: Error, Hashable, CustomStringConvertible {
  /// A library could not even set itself up.
  case library(call: String)
  /// libinput cannot take over the seat.
  case seat(String)
  /// libinput's descriptor cannot be watched, or reading from it failed.
  case system(SystemError)
  /// There are touch devices, but none of them may be opened.
  case denied([DeniedTouchDevice])

  public var description: String {
    switch self {
    case .library(let call):
      "\(call) failed; check that udev runs and that /sys and /run/udev can be read"
    case .seat(let name):
      "seat “\(name)”: libinput cannot take it over; “loginctl list-seats” names those that exist"
    case .system(let error):
      error.description
    case .denied(let devices):
      """
      no touch device could be opened: \(devices.map(\.reason).joined(separator: ", ")); \
      \((devices.first(where: \.isForbidden) ?? devices.first)?.remedy ?? "")
      """
    }
  }
}

extension DeniedTouchDevice {
  /// Which device, and what open(2) said.
  var reason: String {
    "“\(device.name)” \(SystemError(call: "open", subject: device.node, code: code))"
  }

  var isForbidden: Bool {
    [SystemError.accessDenied, SystemError.notPermitted].contains(code)
  }

  /// What the person can do about it.
  var remedy: String {
    isForbidden
      ? "add the user to the group that owns it (sudo usermod -aG input USER) and log in again"
      : "see who else holds it (sudo fuser -v \(device.node))"
  }
}
