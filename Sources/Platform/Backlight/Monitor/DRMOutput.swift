internal import Linux

/// The kernel's data about the monitor at an output, from `/sys/class/drm`.
struct DRMOutput {
  /// The folder in which the kernel lists outputs.
  static let folder = "/sys/class/drm"

  /// The first block of its monitor's EDID, 128 bytes.
  let edid: [UInt8]
  /// The number of its I2C bus; nil if the driver does not report it.
  let bus: Int32?

  /// Returns the monitors at outputs with that name: two cards may both have an HDMI-A-1.
  static func all(named name: String, in folder: String) -> [DRMOutput] {
    Folder.names(folder).compactMap { entry in
      // Such as card1-HDMI-A-1.
      guard let dash = entry.firstIndex(of: "-"), entry[entry.index(after: dash)...] == name,
        let edid = try? WholeFile.read("\(folder)/\(entry)/edid", limit: 1 << 16),
        edid.count >= 128
      else { return nil }
      return DRMOutput(
        edid: Array(edid.prefix(128)), bus: bus(of: "\(folder)/\(entry)/ddc"))
    }
  }

  /// Returns the number in the target of a link to the bus, such as …/i2c-3.
  private static func bus(of link: String) -> Int32? {
    guard let target = FilePath.target(ofLink: link) else { return nil }
    return target.lastIndex(of: "-").flatMap { Int32(target[target.index(after: $0)...]) }
  }
}
