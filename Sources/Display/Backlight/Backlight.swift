public import Linux

/// The light behind a screen, as the kernel offers it below `/sys/class/backlight`.
///
/// Source: Documentation/ABI/stable/sysfs-class-backlight of Linux.
public final class Backlight {
  /// Where the kernel lists backlights.
  public static let folder = "/sys/class/backlight"

  /// Its name, such as `intel_backlight` or `10-0045`.
  public let name: String
  /// Steps of brightness.
  public let maximum: Int

  private let path: String
  private let foundBrightness: String?
  private let foundPower: String?
  private var isOn = true
  /// Whether its power may not be switched: at its lowest brightness it may be light then.
  public private(set) var isPowerRefused = false

  /// The backlight of a name, or without one the first, those of the firmware before others, as the
  /// kernel recommends.
  ///
  /// - Parameters:
  ///   - name: As the kernel names it; nil for any.
  ///   - folder: Where they are listed.
  /// - Returns: Nil if there is none.
  public static func find(named name: String? = nil, in folder: String = folder) -> Backlight? {
    all(in: folder).first { name == nil || $0.name == name }
  }

  /// All backlights, those first that are to be preferred.
  ///
  /// - Parameter folder: Where they are listed.
  /// - Returns: Those that say how bright they can be.
  public static func all(in folder: String = folder) -> [Backlight] {
    let kinds = ["firmware", "platform", "raw"]
    func rank(_ name: String) -> Int {
      value(of: "\(folder)/\(name)/type").flatMap(kinds.firstIndex) ?? kinds.count
    }
    return Folder.names(folder).sorted { (rank($0), $0) < (rank($1), $1) }.compactMap {
      Backlight(name: $0, path: "\(folder)/\($0)")
    }
  }

  /// How bright it was when it was found, in steps; nil if it does not tell.
  public var brightness: Int? { foundBrightness.flatMap(Int.init) }

  /// Sets it to what it was found at, which shows whether it can be set.
  ///
  /// - Throws: What the system answers to that, or that it does not tell how bright it is.
  public func setAsFound() throws(SystemError) {
    guard let foundBrightness else {
      throw SystemError(call: "read", subject: "\(path)/brightness", code: SystemError.noEntry)
    }
    try FilePath.overwrite("\(path)/brightness", with: foundBrightness)
  }

  private init?(name: String, path: String) {
    guard let maximum = Self.value(of: "\(path)/max_brightness").flatMap(Int.init), maximum > 0
    else { return nil }
    (self.name, self.path, self.maximum) = (name, path, maximum)
    foundBrightness = Self.value(of: "\(path)/brightness")
    foundPower = Self.value(of: "\(path)/bl_power")
  }

  /// Lights it.
  ///
  /// - Parameter fraction: 0…1 of what it can; the lowest step that is light, if not off.
  /// - Throws: Why it cannot be set.
  public func light(_ fraction: Double) throws(SystemError) {
    try FilePath.overwrite("\(path)/brightness", with: "\(step(for: fraction))")
    if !isOn, !isPowerRefused { try setPower("0") }
    isOn = true
  }

  /// The step for a brightness of 0…1: the lowest one that is light, if not off.
  public func step(for fraction: Double) -> Int {
    min(max(Int((fraction * Double(maximum)).rounded()), 1), maximum)
  }

  /// Switches it off.
  ///
  /// - Throws: Why it cannot be switched off.
  public func turnOff() throws(SystemError) {
    isOn = false
    // Brightness 0 is the lowest light of some, and power means nothing to others.
    do throws(SystemError) { try setPower("4") } catch { isPowerRefused = true }
    try FilePath.overwrite("\(path)/brightness", with: "0")
  }

  /// Sets it as it was found.
  public func restore() {
    try? setAsFound()
    if let foundPower { try? FilePath.overwrite("\(path)/bl_power", with: foundPower) }
  }

  /// `FB_BLANK_UNBLANK` is 0, `FB_BLANK_POWERDOWN` is 4 (linux/fb.h).
  private func setPower(_ value: String) throws(SystemError) {
    guard foundPower != nil else { return }
    try FilePath.overwrite("\(path)/bl_power", with: value)
  }

  private static func value(of path: String) -> String? {
    guard let bytes = try? WholeFile.read(path, limit: 4096) else { return nil }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
