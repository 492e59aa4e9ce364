internal import Backlight
internal import Controls
internal import Diagnostics
internal import Display
internal import JSON
internal import Layout
internal import Linux

/// The backlights of the screen, their range and speed, and the layout keys for them.
struct LightReport {
  /// The kernel's backlights, as the section `backlights` of `knobpanel doctor`.
  private(set) var backlights = DeviceListing(title: "Backlights", key: "backlights")
  /// The monitor that can be reached by DDC/CI.
  private(set) var monitor = DeviceListing(title: "Monitor by DDC/CI", key: "monitor")
  /// The kernel's name of the backlight that can be set; nil if there is none.
  private(set) var kernelName: String?
  private var hasMonitor = false

  /// The layout's `panel:` section to paste, without the results of a touch trial.
  var yaml: [String] { yaml(rotate: nil, dark: []) }

  /// Examines all of them; writes back each one's current value, to find out whether it can be set.
  ///
  /// - Parameters:
  ///   - folder: The folder in which the kernel lists backlights.
  ///   - options: Where to look for the monitor, which may take seconds; nil to look for none.
  init(folder: String = KernelBacklight.folder, options: MonitorOptions?) {
    for backlight in KernelBacklight.all(in: folder) {
      if backlights.add(backlight), kernelName == nil { kernelName = backlight.name }
    }
    if let options { hasMonitor = monitor.addMonitor(options) }
  }

  /// Returns the layout's `panel:` section to paste, with the results of a touch trial.
  ///
  /// - Parameters:
  ///   - rotate: The rotation that the picture needs, in degrees; nil if unknown.
  ///   - dark: The touches while the screen was off, for each way to turn it off that works.
  /// - Returns: The lines.
  func yaml(rotate: Int?, dark: [TouchTrial.DarkTouches]) -> [String] {
    let name = kernelName ?? (hasMonitor ? "ddc" : nil)
    let untouched: ScreenLayout.Off = kernelName != nil ? .backlight : .black
    let felt = dark.filter { $0.count > 0 }.map(\.way)
    // A way that loses touches would leave a screen that cannot be woken.
    let way = felt.first ?? (dark.contains { $0.way == untouched } ? .black : untouched)
    var yaml = ["panel:"]
    if let rotate, rotate != 0 { yaml.append("  rotate: \(rotate)") }
    yaml.append("  screen:")
    yaml.append(
      name.map { "    backlight: \(JSONText.quoted($0))" }
        ?? "    # no backlight: the picture is darkened")
    yaml += ["    dim: 1min", "    off: {after: 10min, by: \(way.rawValue)}"]
    if kernelName == nil, !dark.contains(where: { $0.way == .dpms }) {
      yaml.append(
        "    # by: dpms saves more; `knobpanel doctor --touch` checks whether a touch wakes it"
      )
    }
    return yaml
  }
}

extension DeviceListing {
  /// Adds a backlight; returns whether it can be set.
  fileprivate mutating func add(_ backlight: KernelBacklight) -> Bool {
    var trouble: SystemError?
    do throws(SystemError) { try backlight.setAsFound() } catch { trouble = error }
    let now = backlight.brightness.map { "\($0) of " } ?? ""
    lines.append("backlight: \(backlight.name)  \(now)\(backlight.maximum) steps")
    if let trouble {
      lines.append("  cannot be set: \(trouble); give the panel's user write access")
    }
    objects.append([
      "name": .string(backlight.name), "maximum": .number(Double(backlight.maximum)),
      "brightness": backlight.brightness.map { .number(Double($0)) } ?? .null,
      "trouble": trouble.map { .string("\($0)") } ?? .null,
    ])
    return trouble == nil
  }

  /// Adds the monitor, or why it cannot be reached; returns whether it can.
  fileprivate mutating func addMonitor(_ options: MonitorOptions) -> Bool {
    do throws(DDCError) {
      let found = try MonitorMeasurement(options: options)
      func seconds(_ microseconds: Int64) -> String {
        JSONText.number(Double(microseconds) / 1e6, decimals: 2)
      }
      lines.append(
        "backlight: ddc  \(found.name), \(found.brightness) of \(found.maximum) steps, read in "
          + "\(seconds(found.readMicroseconds)) s, written in "
          + "\(seconds(found.writeMicroseconds)) s")
      objects.append([
        "name": .string(found.name), "maximum": .number(Double(found.maximum)),
        "brightness": .number(Double(found.brightness)), "trouble": .null,
        "read": .number(Double(found.readMicroseconds) / 1e6),
        "write": .number(Double(found.writeMicroseconds) / 1e6),
      ])
      return true
    } catch {
      lines.append("cannot be set: \(error)")
      objects.append(["trouble": .string("\(error)")])
      return false
    }
  }
}
