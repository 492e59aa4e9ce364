public import Linux

/// A screen's backlight, as exposed by the kernel in `/sys/class/backlight`.
///
/// Source: Documentation/ABI/stable/sysfs-class-backlight of Linux.
public final class KernelBacklight {
  /// The folder in which the kernel lists backlights.
  public static let folder = "/sys/class/backlight"

  /// Its name, such as `intel_backlight` or `10-0045`.
  public let name: String
  /// The highest brightness step.
  public let maximum: Int

  private let path: String
  private let foundBrightness: String?
  private let foundPower: String?
  private var isOn = true
  /// Whether switching its power was refused; at brightness 0 it may then still be lit.
  public private(set) var isPowerRefused = false

  /// Returns the backlight with a name or, without one, the first: firmware backlights come first,
  /// as the kernel recommends.
  ///
  /// - Parameters:
  ///   - name: The kernel's name for it; nil for any.
  ///   - folder: The folder that lists them.
  /// - Returns: The backlight, or nil if there is none.
  public static func find(named name: String? = nil, in folder: String = folder) -> KernelBacklight?
  {
    all(in: folder).first { name == nil || $0.name == name }
  }

  /// Returns all backlights, preferred ones first.
  ///
  /// - Parameter folder: The folder that lists them.
  /// - Returns: The backlights that report their maximum brightness.
  public static func all(in folder: String = folder) -> [KernelBacklight] {
    let kinds = ["firmware", "platform", "raw"]
    func rank(_ name: String) -> Int {
      FilePath.firstLine(of: "\(folder)/\(name)/type").flatMap(kinds.firstIndex) ?? kinds.count
    }
    return Folder.names(folder).sorted { (rank($0), $0) < (rank($1), $1) }.compactMap {
      KernelBacklight(name: $0, path: "\(folder)/\($0)")
    }
  }

  /// The brightness at which it was found, in steps; nil if it does not report one.
  public var brightness: Int? { foundBrightness.flatMap(Int.init) }

  /// Sets the brightness at which it was found, which tests whether it can be set.
  ///
  /// - Throws: The error of setting it, or `noEntry` if it does not report a brightness.
  public func setAsFound() throws(SystemError) {
    guard let foundBrightness else {
      throw SystemError(call: "read", subject: "\(path)/brightness", code: SystemError.noEntry)
    }
    try FilePath.overwrite("\(path)/brightness", with: foundBrightness)
  }

  private init?(name: String, path: String) {
    guard let maximum = FilePath.firstLine(of: "\(path)/max_brightness").flatMap(Int.init),
      maximum > 0
    else { return nil }
    (self.name, self.path, self.maximum) = (name, path, maximum)
    foundBrightness = FilePath.firstLine(of: "\(path)/brightness")
    foundPower = FilePath.firstLine(of: "\(path)/bl_power")
  }

  /// Switches it on.
  ///
  /// - Parameter fraction: 0…1 of the maximum; at least step 1.
  /// - Throws: An error if it cannot be set.
  public func light(_ fraction: Double) throws(SystemError) {
    try FilePath.overwrite("\(path)/brightness", with: "\(step(for: fraction))")
    if !isOn, !isPowerRefused { try setPower("0") }
    isOn = true
  }

  /// Returns the step for a brightness of 0…1, at least 1.
  public func step(for fraction: Double) -> Int {
    min(max(Int((fraction * Double(maximum)).rounded()), 1), maximum)
  }

  /// Switches it off.
  ///
  /// - Throws: An error if it cannot be switched off.
  public func turnOff() throws(SystemError) {
    isOn = false
    // Some are still lit at brightness 0, and others ignore power.
    do throws(SystemError) { try setPower("4") } catch { isPowerRefused = true }
    try FilePath.overwrite("\(path)/brightness", with: "0")
  }

  /// Restores the state in which it was found.
  public func restore() {
    try? setAsFound()
    if let foundPower { try? FilePath.overwrite("\(path)/bl_power", with: foundPower) }
  }

  /// Sets the power: `FB_BLANK_UNBLANK` is 0, `FB_BLANK_POWERDOWN` is 4 (linux/fb.h).
  private func setPower(_ value: String) throws(SystemError) {
    guard foundPower != nil else { return }
    try FilePath.overwrite("\(path)/bl_power", with: value)
  }
}
