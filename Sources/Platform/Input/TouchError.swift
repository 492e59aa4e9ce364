public import Linux

/// The reason why there is no touch input.
public enum TouchError: Error, Hashable, CustomStringConvertible {
  /// libinput is unavailable.
  case noLibrary(LibraryError)
  /// A library could not be initialised; `call` is the function that failed.
  case library(call: String)
  /// libinput could not assign the seat.
  case seat(String)
  /// libinput's file descriptor could not be watched, or reading from it failed.
  case system(SystemError)
  /// There are touch devices, but none could be opened.
  case denied([DeniedTouchDevice])

  /// The reason and the remedy, in one line.
  public var description: String {
    switch self {
    case .noLibrary(let error): error.description
    case .library(let call):
      "\(call) failed; check that udev runs and that /sys and /run/udev can be read"
    case .seat(let name):
      "seat “\(name)”: libinput cannot use it; “loginctl list-seats” lists the existing seats"
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
  /// The device and the error of open(2).
  var reason: String {
    "“\(device.name)” \(SystemError(call: service ?? "open", subject: device.node, code: code))"
  }

  var isForbidden: Bool {
    [SystemError.accessDenied, SystemError.notPermitted].contains(code)
  }

  /// The remedy.
  var remedy: String {
    if service != nil {
      return "see the messages of seatd or systemd-logind (sudo journalctl -b), or open the "
        + "devices without it (--seat-backend direct)"
    }
    return isForbidden
      ? "add the user to the group that owns it (sudo usermod -aG input USER) and log in again"
      : "find the program that uses it (sudo fuser -v \(device.node))"
  }
}
