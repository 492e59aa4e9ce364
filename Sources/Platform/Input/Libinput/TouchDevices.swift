public import Linux
internal import Udev

/// Lists the touch devices of this machine and whether they are usable.
public enum TouchDevices {
  /// A device and its state.
  public struct Entry: Hashable, Sendable {
    /// As described by libinput, or only by udev if it is not open.
    public var device: TouchDevice
    /// Whether it is usable.
    public var state: State
  }

  /// Whether a device is usable, and if not, why.
  public enum State: Hashable, Sendable {
    /// libinput opened it.
    case usable
    /// It could not be opened; `code` is the `errno` of open(2).
    case denied(code: Int32)
    /// It belongs to another seat than the requested one.
    case otherSeat
    /// libinput rejects it: `LIBINPUT_IGNORE_DEVICE` is set, or its axes are invalid.
    case ignored

    /// Returns the state and the remedy in one phrase.
    public func explanation(of device: TouchDevice) -> String {
      switch self {
      case .usable:
        "can be used"
      case .denied(let code):
        "cannot be opened: \(SystemError(call: "open", code: code)); "
          + DeniedTouchDevice(device: device, code: code).remedy
      case .otherSeat:
        "belongs to \(device.seat); choose that seat or change ID_SEAT with a udev rule"
      case .ignored:
        "libinput ignores it; see “libinput list-devices --verbose” for the reason"
      }
    }
  }

  /// Returns every device that udev considers a touchscreen (`ID_INPUT_TOUCHSCREEN`), in path
  /// order.
  ///
  /// Opens and closes them as a panel on `seat` would.
  ///
  /// - Throws: An error if udev or libinput is unavailable.
  public static func list(
    seat: String = "seat0", access: DeviceAccess = .direct
  ) throws(TouchError) -> [Entry] {
    let source = LibinputSource(seat: seat, access: access, loop: try makeLoop())
    try source.openSeat()
    var entries: [Entry] = []
    try UdevDatabase.open().forEachEventDevice { device in
      guard device.isTouchscreen else { return }
      entries.append(entry(TouchDevice(device), seat: seat, source: source))
    }
    return entries
  }

  /// Whether udev's daemon runs; without it, no device is marked as a touchscreen.
  public static var isUdevRunning: Bool {
    (try? UdevDatabase())?.isDaemonRunning ?? false
  }

  private static func entry(
    _ device: TouchDevice, seat: String, source: LibinputSource
  ) -> Entry {
    if let usable = source.devices.first(where: { $0.device.node == device.node }) {
      return Entry(device: usable.device, state: .usable)
    }
    if let denied = source.denied.first(where: { $0.device.node == device.node }) {
      return Entry(device: device, state: .denied(code: denied.code))
    }
    return Entry(device: device, state: device.seat == seat ? .ignored : .otherSeat)
  }

  private static func makeLoop() throws(TouchError) -> EventLoop {
    do { return try EventLoop() } catch { throw .system(error) }
  }
}
