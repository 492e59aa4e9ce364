/// A touchscreen of this machine, as udev and libinput describe it.
public struct TouchDevice: Hashable, Sendable {
  public var name: String
  /// Such as `event3`; it changes from boot to boot.
  public var sysname: String
  /// Such as `/dev/input/event3`.
  public var node: String
  /// The seat to which `ID_SEAT` assigns it.
  public var seat: String
  /// The bus's number of its maker, 0 if it has none; so too `product`.
  public var vendor: UInt16
  public var product: UInt16
  /// The display to which udev's `WL_OUTPUT` ties it; hardly anybody sets it.
  public var outputName: String?
  /// Width and height, nil if the device does not say; embedded controllers say nonsense at times.
  public var sizeMillimetres: SizeMillimetres?
  /// Whether a matrix other than identity (`LIBINPUT_CALIBRATION_MATRIX`) turns or shifts what it
  /// reports; together with a rotation of the panel that turns twice.
  public var isCalibrated: Bool

  public struct SizeMillimetres: Hashable, Sendable {
    public var width: Double
    public var height: Double
  }
}

/// What became of a touch device.
public enum TouchDeviceEvent: Hashable, Sendable {
  /// It can be used; `number` is the `device` of its contacts.
  case added(number: Int32, TouchDevice)
  /// It is gone, be it unplugged or taken away by a console switch; its contacts were cancelled.
  case removed(number: Int32, TouchDevice)
  /// It is there, but this process may not open it.
  case denied(DeniedTouchDevice)
}

/// A touch device that could not be opened.
public struct DeniedTouchDevice: Hashable, Sendable {
  public var device: TouchDevice
  /// As `errno` of open(2) has it.
  public var code: Int32
}
