internal import Controls
internal import Touch

/// The input devices, as libinput and as udev describe them, for a bug report.
enum InputReport {
  /// The maximum number of devices.
  private static let limit = 64

  /// Returns the lines of a seat's touchscreens, as a panel would use them.
  static func touchscreens(seat: String) -> [String] {
    var lines: [String] = []
    do throws(TouchError) {
      lines = try TouchDevices.list(seat: seat).flatMap(Self.lines)
    } catch {
      return ["\(error)"]
    }
    if !TouchDevices.isUdevRunning {
      lines.append("udev is not running, so no touchscreen can be found; start systemd-udevd")
    }
    return lines
  }

  /// Returns the lines of a touchscreen.
  static func lines(of entry: TouchDevices.Entry) -> [String] {
    var lines = [DeviceListing.line(of: entry)]
    let device = entry.device
    if !device.capabilities.isEmpty {
      lines.append(
        "  libinput: \(device.capabilities.joined(separator: ", "))"
          + (device.fingerLimit.map { ", \($0) fingers" } ?? ""))
    }
    return lines
  }

  /// Returns the lines of all devices, with the properties that decide how they are used.
  static func all() -> [String] {
    do throws(TouchError) {
      return try InputDescription.all(limit: limit).map { device in
        "\(device.name)  \(device.node)  \(device.properties.joined(separator: " "))"
      }
    } catch {
      return ["\(error)"]
    }
  }
}
