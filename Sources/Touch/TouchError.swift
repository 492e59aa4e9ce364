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
      Self.sentence(about: devices)
    }
  }

  private static func sentence(about devices: [DeniedTouchDevice]) -> String {
    let failures = devices.map { denied in
      let error = SystemError(call: "open", subject: denied.device.node, code: denied.code)
      return "“\(denied.device.name)” \(error)"
    }
    let list = failures.joined(separator: ", ")
    let mayBeAllowed = devices.contains {
      [SystemError.accessDenied, SystemError.notPermitted].contains($0.code)
    }
    let remedy =
      mayBeAllowed
      ? "add the user to the group that owns it (sudo usermod -aG input USER) and log in again"
      : "see who else holds it (sudo fuser -v /dev/input/event*)"
    return "no touch device could be opened: \(list); \(remedy)"
  }
}
