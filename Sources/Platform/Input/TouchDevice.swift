/// A touchscreen of this machine, as described by udev and libinput.
public struct TouchDevice: Hashable, Sendable {
  /// The kernel's name for it (`EVIOCGNAME`).
  public var name: String
  /// Such as `event3`; it can change at each boot.
  public var sysname: String
  /// Such as `/dev/input/event3`.
  public var node: String
  /// The seat to which `ID_SEAT` assigns it.
  public var seat: String
  /// The vendor id (`input_id.vendor`); 0 if it has none.
  public var vendor: UInt16
  /// The product id (`input_id.product`); 0 if it has none.
  public var product: UInt16
  /// The output to which udev's property `WL_OUTPUT` assigns it; seldom set.
  public var outputName: String?
  /// Nil if not reported by the device; some embedded controllers report wrong sizes.
  public var sizeMillimetres: SizeMillimetres?
  /// Whether `LIBINPUT_CALIBRATION_MATRIX` transforms its positions; a rotating matrix adds to the
  /// rotation of the panel.
  public var isCalibrated: Bool
  /// The matrix that already transforms its positions; the identity while it is not open.
  public var calibration = CalibrationMatrix.identity
  /// Where it is plugged in (udev's `ID_PATH`); nil if unknown.
  public var pathID: String?
  /// What libinput uses it as, such as `touch`; empty while it is not open.
  public var capabilities: [String] = []
  /// The number of simultaneous fingers; nil if unknown.
  public var fingerLimit: Int?

  /// The size of the touch surface.
  public struct SizeMillimetres: Hashable, Sendable {
    /// In millimetres.
    public var width: Double
    /// In millimetres.
    public var height: Double
  }
}

/// A change of the touch devices.
public enum TouchDeviceEvent: Hashable, Sendable {
  /// A device was opened; `number` is the `device` of its contacts.
  case added(number: Int32, TouchDevice)
  /// A device was closed, because it was unplugged or the console was switched; its contacts were
  /// cancelled.
  case removed(number: Int32, TouchDevice)
  /// A device is not used: it belongs to `output`, or is not among the named devices if that is
  /// nil.
  case leftAlone(TouchDevice, output: String?)
  /// A device could not be opened.
  case denied(DeniedTouchDevice)
}

/// A touch device that could not be opened.
public struct DeniedTouchDevice: Hashable, Sendable {
  /// The device, as described by udev.
  public var device: TouchDevice
  /// The `errno` of open(2).
  public var code: Int32
  /// The seat service that did not open it; nil if this program could not.
  public var service: String?
}
