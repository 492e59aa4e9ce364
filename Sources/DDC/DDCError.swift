public import Linux

/// Why the backlight of a monitor cannot be set by DDC/CI.
public enum DDCError: Error, Hashable, Sendable, CustomStringConvertible {
  /// libddcutil cannot be used.
  case noLibrary(LibraryError)
  /// The kernel offers no I2C bus to programs.
  case noBus
  /// No I2C bus may be used; one of them.
  case denied(bus: String)
  /// No monitor answers, or not that of the output.
  case noMonitor(output: String?)
  /// Several monitors answer, and the output does not tell which one is meant; their models.
  case severalMonitors([String])
  /// The monitor has no brightness that can be set.
  case withoutBrightness(monitor: String)
  /// The monitor, and what libddcutil says of it.
  case refused(monitor: String, reason: String)
  /// There is no thread for it.
  case noThread(String)

  /// The reason in one line, with what to do.
  public var description: String {
    switch self {
    case .noLibrary(let error): error.description
    case .noBus:
      "the kernel offers no I2C bus (/dev/i2c-*); load its module with `modprobe i2c-dev`, and write "
        + "i2c-dev to /etc/modules-load.d/i2c-dev.conf"
    case .denied(let bus):
      "no permission for \(bus); add the user of the panel to the group of that file, and let its "
        + "service use it (DeviceAllow=char-i2c rw)"
    case .noMonitor(let output):
      "no monitor answers DDC/CI\(output.map { " on \($0)" } ?? ""); switch DDC/CI on in the "
        + "monitor's own menu, or leave `backlight: ddc` out"
    case .severalMonitors(let models):
      "which of the monitors is meant cannot be told (\(models.joined(separator: ", "))); "
        + "leave one of them connected, or leave `backlight: ddc` out"
    case .withoutBrightness(let monitor):
      "\(monitor) has no brightness that DDC/CI can set; leave `backlight: ddc` out"
    case .refused(let monitor, let reason):
      "\(monitor) refuses it (\(reason)); switch DDC/CI on in the monitor's own menu"
    case .noThread(let reason):
      "there is no thread for it: \(reason); restart the panel"
    }
  }
}
