internal import DDC
internal import Diagnostics
internal import Display
internal import JSON
internal import Layout
internal import Linux

/// What lights the screen, how far and how fast that can be set, and the keys of a layout for it.
struct LightReport {
  /// The kernel's backlights, as the section `backlights` of `knobpanel doctor`.
  private(set) var backlights = DeviceSection(title: "Backlights", key: "backlights")
  /// The monitor that DDC/CI reaches.
  private(set) var monitor = DeviceSection(title: "Monitor by DDC/CI", key: "monitor")
  /// What the kernel calls the backlight that can be set; nil if there is none.
  private(set) var kernelName: String?
  private var hasMonitor = false

  /// The layout's `panel:` section to paste, if nothing was touched.
  var yaml: [String] { yaml(rotate: nil, dark: []) }

  /// Looks at all of them; what they are set to is written once, as it is.
  ///
  /// - Parameters:
  ///   - folder: Where the kernel lists backlights.
  ///   - place: Where the monitor is looked for, which may take seconds.
  init(folder: String = Backlight.folder, place: MonitorPlace) {
    for backlight in Backlight.all(in: folder) {
      if backlights.add(backlight), kernelName == nil { kernelName = backlight.name }
    }
    hasMonitor = monitor.addMonitor(at: place)
  }

  /// The layout's `panel:` section to paste, with what a finger found.
  ///
  /// - Parameters:
  ///   - rotate: By how much the picture has to be turned, in degrees; nil if nobody said.
  ///   - dark: How often the screen was touched while it was off, by each way that works.
  /// - Returns: The lines.
  func yaml(rotate: Int?, dark: [TouchTrial.DarkTouches]) -> [String] {
    let name = kernelName ?? (hasMonitor ? "ddc" : nil)
    let untouched: ScreenLayout.Off = kernelName != nil ? .backlight : .black
    let felt = dark.filter { $0.count > 0 }.map(\.way)
    // A way at which touches were lost would leave a screen that nobody can light.
    let way = felt.first ?? (dark.contains { $0.way == untouched } ? .black : untouched)
    var yaml = ["panel:"]
    if let rotate, rotate != 0 { yaml.append("  rotate: \(rotate)") }
    yaml.append("  screen:")
    yaml.append(
      name.map { "    backlight: \(JSONText.quoted($0))" }
        ?? "    # no backlight: the picture is darkened")
    yaml += ["    dim: 60", "    off: {after: 600, by: \(way.rawValue)}"]
    if kernelName == nil, !dark.contains(where: { $0.way == .dpms }) {
      yaml.append(
        "    # by: dpms saves more; try with `knobpanel doctor --touch` whether a touch still wakes it"
      )
    }
    return yaml
  }
}

extension DeviceSection {
  /// Adds a backlight; returns whether it can be set.
  fileprivate mutating func add(_ backlight: Backlight) -> Bool {
    var trouble: SystemError?
    do throws(SystemError) { try backlight.setAsFound() } catch { trouble = error }
    let now = backlight.brightness.map { "\($0) of " } ?? ""
    lines.append("backlight: \(backlight.name)  \(now)\(backlight.maximum) steps")
    if let trouble {
      lines.append("  cannot be set: \(trouble); let the user of the panel write to it")
    }
    objects.append([
      "name": .string(backlight.name), "maximum": .number(Double(backlight.maximum)),
      "brightness": backlight.brightness.map { .number(Double($0)) } ?? .null,
      "trouble": trouble.map { .string("\($0)") } ?? .null,
    ])
    return trouble == nil
  }

  /// Adds the monitor, or why it cannot be reached; returns whether it can.
  fileprivate mutating func addMonitor(at place: MonitorPlace) -> Bool {
    do throws(DDCError) {
      let found = try MonitorMeasurement(at: place)
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
