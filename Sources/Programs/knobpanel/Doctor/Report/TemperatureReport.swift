internal import JSON

/// The board's temperatures, its power supply and the speed of its processors, for a bug report.
struct TemperatureReport {
  var files = SystemFiles()

  /// A Raspberry Pi's firmware; the folder's name differs between models and kernels.
  private static let firmware = "/sys/devices/platform/soc*/soc*:firmware/get_throttled"
  /// The bits of the firmware's number, from its documentation.
  private static let bits: [(bit: Int, meaning: String)] = [
    (0, "voltage too low now"), (1, "processor's speed limited now"), (2, "throttled now"),
    (3, "soft temperature limit now"), (16, "voltage was too low since boot"),
    (17, "processor's speed was limited since boot"), (18, "was throttled since boot"),
    (19, "soft temperature limit was reached since boot"),
  ]

  var lines: [String] { temperatures + speeds + throttling }

  private var temperatures: [String] {
    let folder = "/sys/class/thermal"
    let zones = files.names(folder, prefix: "thermal_zone")
    guard !zones.isEmpty else { return ["\(folder) lists no temperature"] }
    return zones.map { zone in
      let path = "\(folder)/\(zone)/temp"
      let name = files.line("\(folder)/\(zone)/type") ?? zone
      guard let text = files.line(path), let temperature = Int(text) else {
        return "\(name): \(files.trouble(path, content: "number"))"
      }
      return "\(name): \(JSONText.number(Double(temperature) / 1000, decimals: 1)) °C"
    }
  }

  private var speeds: [String] {
    let folder = "/sys/devices/system/cpu/cpufreq"
    return files.names(folder, prefix: "policy").map { policy in
      func megahertz(_ name: String) -> String {
        files.line("\(folder)/\(policy)/\(name)").flatMap(Int.init).map { "\($0 / 1000)" } ?? "?"
      }
      return "\(policy): \(files.line("\(folder)/\(policy)/scaling_governor") ?? "?"), "
        + "\(megahertz("scaling_cur_freq")) of \(megahertz("cpuinfo_max_freq")) MHz"
    }
  }

  private var throttling: [String] {
    var lines: [String] = []
    for path in files.matches(of: Self.firmware) {
      guard let text = files.line(path), let number = Self.number(text) else {
        lines.append("throttling: \(files.trouble(path, content: "number"))")
        continue
      }
      let meanings = Self.bits.filter { number & (1 << $0.bit) != 0 }.map { $0.meaning }
      lines.append(
        "throttling: 0x\(String(number, radix: 16))"
          + (meanings.isEmpty ? ", never since boot" : ": \(meanings.joined(separator: ", "))"))
    }
    for path in files.matches(of: "/sys/class/hwmon/hwmon*/in0_lcrit_alarm") {
      let name = path.dropLast("in0_lcrit_alarm".utf8.count) + "name"
      guard files.line(String(name)) == "rpi_volt" else { continue }
      let isLow = files.line(path) == "1"
      lines.append("supply voltage: " + (isLow ? "was too low since boot" : "sufficient"))
    }
    if lines.isEmpty { lines.append("throttling: not reported by this kernel") }
    return lines
  }

  /// Parses a hexadecimal number, with or without `0x`.
  private static func number(_ text: String) -> UInt32? {
    UInt32(text.hasPrefix("0x") ? String(text.dropFirst(2)) : text, radix: 16)
  }
}
