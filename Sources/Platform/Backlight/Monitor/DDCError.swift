public import Linux

/// The reason why a monitor's backlight cannot be set through DDC/CI.
public enum DDCError: Error, Hashable, Sendable, CustomStringConvertible {
  /// libddcutil is unavailable.
  case noLibrary(LibraryError)
  /// The kernel exposes no I2C bus.
  case noBus
  /// No I2C bus is accessible; one of the buses.
  case denied(bus: String)
  /// No monitor answers, or none at the output.
  case noMonitor(output: String?)
  /// Several monitors answer, and the output does not identify the right one; their models.
  case severalMonitors([String])
  /// The monitor has no settable brightness.
  case withoutBrightness(monitor: String)
  /// The monitor refused a call; libddcutil's reason.
  case refused(monitor: String, reason: String)
  /// The thread could not be created.
  case noThread(String)

  /// The reason and the remedy, in one line.
  public var description: String {
    switch self {
    case .noLibrary(let error): error.description
    case .noBus:
      "the kernel offers no I2C bus (/dev/i2c-*); load its module with `modprobe i2c-dev`, and add "
        + "i2c-dev to /etc/modules-load.d/i2c-dev.conf"
    case .denied(let bus):
      "no permission for \(bus); add the user of the panel to the group of that file, and let its "
        + "service use it (DeviceAllow=char-i2c rw)"
    case .noMonitor(let output):
      "no monitor answers DDC/CI\(output.map { " on \($0)" } ?? ""); switch DDC/CI on in the "
        + "monitor's own menu, or leave `backlight: ddc` out"
    case .severalMonitors(let models):
      "several monitors are connected (\(models.joined(separator: ", "))); "
        + "disconnect all but one, or leave `backlight: ddc` out"
    case .withoutBrightness(let monitor):
      "\(monitor) has no brightness that DDC/CI can set; leave `backlight: ddc` out"
    case .refused(let monitor, let reason):
      "\(monitor) refuses DDC/CI commands (\(reason)); switch DDC/CI on in the monitor's own menu"
    case .noThread(let reason):
      "no thread for DDC/CI: \(reason); restart the panel"
    }
  }
}
