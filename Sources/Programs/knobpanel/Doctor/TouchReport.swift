internal import Controls
internal import Diagnostics
internal import Display
internal import JSON
internal import Layout
internal import Touch

/// The results of a touch trial, as a section of `knobpanel doctor` and as lines to paste.
struct TouchReport {
  /// The section "Touched".
  private(set) var section = DeviceListing(title: "Touch test", key: "touched")
  /// Comments with the udev rule that the touchscreen needs; empty if it needs none.
  private(set) var rule: [String] = []

  /// The file for the rule, which sorts after those that come with libinput.
  static let ruleFile = "/etc/udev/rules.d/99-knobpanel-touch.rules"

  /// Describes a trial.
  ///
  /// - Parameters:
  ///   - trial: The trial, as far as it got.
  ///   - device: The touchscreen that was touched; nil if it was removed.
  ///   - output: The output that showed the trial.
  ///   - scanout: How the output scans out; nil if unknown.
  ///   - notes: Notes on ways to turn the screen off that do not work.
  init(
    _ trial: TouchTrial, device: TouchDevice?, output: String, scanout: String?, notes: [String]
  ) {
    if let scanout { section.lines.append("picture: \(scanout)") }
    if let device { addDevice(device, output: output) }
    if let fit = trial.fit { add(fit, device: device) }
    if let rotate = trial.rotate { section.lines.append("the layout's rotate: \(rotate)") }
    for dark in trial.dark {
      let what = dark.count == 0 ? "no touch arrived; use another method" : "\(dark.count) touches"
      section.lines.append("off by \(dark.way.rawValue): \(what)")
    }
    section.lines += notes
    section.objects = [object(trial, device: device, output: output, scanout: scanout)]
  }

  private mutating func addDevice(_ device: TouchDevice, output: String) {
    section.lines.append(
      "\(device.name)  \(device.node) covers \(output)"
        + (device.pathID.map { ", ID_PATH \($0)" } ?? ""))
  }

  private mutating func add(_ fit: TouchFit, device: TouchDevice?) {
    let offset = fit.hasOffset ? ", and moved or scaled" : ""
    section.lines.append("touch \(fit.orientation.words)\(offset)")
    guard !fit.isIdentity, let device else { return }
    let matrix = fit.matrix.after(device.calibration)
    section.lines.append("LIBINPUT_CALIBRATION_MATRIX=\"\(Self.text(of: matrix))\"")
    rule = [
      "# In \(Self.ruleFile), one line; then `sudo udevadm control --reload` and reboot:",
      "# \(Self.rule(for: device, matrix))",
    ]
  }

  /// Returns the udev rule that sets a touchscreen's matrix.
  static func rule(for device: TouchDevice, _ matrix: CalibrationMatrix) -> String {
    let path = device.pathID.map { "ENV{ID_PATH}==\"\(pattern($0))\", " } ?? ""
    return "SUBSYSTEM==\"input\", KERNEL==\"event*\", \(path)"
      + "ATTRS{name}==\"\(pattern(device.name))\", "
      + "ENV{LIBINPUT_CALIBRATION_MATRIX}=\"\(text(of: matrix))\""
  }

  /// Returns the six numbers in the format of udev and libinput.
  static func text(of matrix: CalibrationMatrix) -> String {
    matrix.numbers.map { JSONText.number($0, decimals: 4) }.joined(separator: " ")
  }

  /// Returns a udev pattern that matches a text: `?` replaces characters with a special meaning.
  private static func pattern(_ text: String) -> String {
    String(VisibleText.printable(text).map { "\"\\*[]|".contains($0) ? "?" : $0 })
  }

  private func object(
    _ trial: TouchTrial, device: TouchDevice?, output: String, scanout: String?
  ) -> JSONValue {
    let matrix = trial.fit.map { $0.matrix.after(device?.calibration ?? .identity) }
    return [
      "output": .string(output), "scanout": scanout.map { .string($0) } ?? .null,
      "name": device.map { .string($0.name) } ?? .null,
      "path": device?.pathID.map { .string($0) } ?? .null,
      "matrix": matrix.map { .array($0.numbers.map { .number($0) }) } ?? .null,
      "touch": trial.fit.map { .string($0.orientation.words) } ?? .null,
      "rotate": trial.rotate.map { .number(Double($0)) } ?? .null,
      "off": .array(
        trial.dark.map {
          ["by": .string($0.way.rawValue), "touches": .number(Double($0.count))]
        }),
    ]
  }
}
