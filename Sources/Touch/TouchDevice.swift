/// A touchscreen of this machine, as udev and libinput describe it.
public struct TouchDevice: Hashable, Sendable {
  /// As the kernel has it (`EVIOCGNAME`).
  public var name: String
  /// Such as `event3`; it can change at each boot.
  public var sysname: String
  /// Such as `/dev/input/event3`.
  public var node: String
  /// The seat to which `ID_SEAT` assigns it.
  public var seat: String
  /// The vendor id (`input_id.vendor`), 0 if it has none.
  public var vendor: UInt16
  /// The product id (`input_id.product`), 0 if it has none.
  public var product: UInt16
  /// The output that udev's property `WL_OUTPUT` assigns it to; seldom set.
  public var outputName: String?
  /// Nil if the device does not report it; some embedded controllers report wrong sizes.
  public var sizeMillimetres: SizeMillimetres?
  /// Whether `LIBINPUT_CALIBRATION_MATRIX` transforms its positions; one that rotates adds to the
  /// rotation of the panel.
  public var isCalibrated: Bool
  /// What transforms its positions already; the identity while it is not open.
  public var calibration = CalibrationMatrix.identity
  /// Where it is plugged in (udev's `ID_PATH`); nil if udev does not say.
  public var pathID: String?

  /// The size of the touch surface.
  public struct SizeMillimetres: Hashable, Sendable {
    /// Millimetres.
    public var width: Double
    /// Millimetres.
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
  /// A device is not used: it belongs to the output, or nil if others were named.
  case leftAlone(TouchDevice, output: String?)
  /// A device could not be opened.
  case denied(DeniedTouchDevice)
}

/// A touch device that could not be opened.
public struct DeniedTouchDevice: Hashable, Sendable {
  /// The device, as far as udev describes it.
  public var device: TouchDevice
  /// The `errno` of open(2).
  public var code: Int32
  /// The seat service that did not open it; nil if this program could not.
  public var service: String?
}
