internal import Diagnostics
internal import Display
internal import Gesture
internal import JSON
internal import Touch
internal import Controls

/// The devices that the program itself finds.
extension DeviceListing {
  /// The listing as text.
  var text: String {
    "\(title)\n"
      + (lines.isEmpty ? ["none"] : lines).map { "  \(VisibleText.printable($0))\n" }.joined()
  }

  static func displays(seat: String) -> DeviceListing {
    var section = DeviceListing(title: "Displays", key: "displays")
    do {
      for card in try DisplayList.read(seat: seat).cards { section.add(card) }
    } catch {
      section.lines.append("\(error)")
    }
    return section
  }

  /// Returns the lines of a card.
  static func lines(of card: DisplayList.CardEntry) -> [String] {
    var lines = ["--card \(card.path)" + (card.driver.map { "  (\($0))" } ?? "")]
    if let trouble = card.trouble { lines.append("  cannot be used: \(trouble)") }
    for output in card.outputs {
      var line = "  --output \(output.name)  \(output.status)"
      if let mode = output.modes.first { line += ", --mode \(mode)" }
      if let size = output.physicalSize {
        line += ", \(JSONText.number(size.width)) x \(JSONText.number(size.height)) mm"
      }
      if output.orientationDegrees != 0 { line += ", mounted at \(output.orientationDegrees)°" }
      lines.append(line)
    }
    return lines
  }

  private mutating func add(_ card: DisplayList.CardEntry) {
    lines += Self.lines(of: card)
    objects.append([
      "card": .string(card.path), "driver": card.driver.map { .string($0) } ?? .null,
      "trouble": card.trouble.map { .string($0) } ?? .null,
      "outputs": .array(
        card.outputs.map { output in
          [
            "name": .string(output.name), "status": .string(output.status),
            "modes": .array(output.modes.map { .string($0) }),
            "orientation": .number(Double(output.orientationDegrees)),
            "millimetres": output.physicalSize.map { [.number($0.width), .number($0.height)] }
              ?? .null,
          ]
        }),
    ])
  }

  static func touchscreens(seat: String) -> DeviceListing {
    var section = DeviceListing(title: "Touchscreens", key: "touchscreens")
    do {
      for entry in try TouchDevices.list(seat: seat) { section.add(entry) }
    } catch {
      section.lines.append("\(error)")
    }
    if section.lines.isEmpty, !TouchDevices.isUdevRunning {
      section.lines.append("udev is not running, so none can be found; start systemd-udevd")
    }
    return section
  }

  /// Returns the line of a touchscreen.
  static func line(of entry: TouchDevices.Entry) -> String {
    let device = entry.device
    var line = "\(device.name)  \(device.node)  \(entry.state.explanation(of: device))"
    if let size = device.sizeMillimetres {
      line += ", \(JSONText.number(size.width, decimals: 0)) x "
      line += "\(JSONText.number(size.height, decimals: 0)) mm"
    }
    if device.isCalibrated { line += ", with its own calibration matrix" }
    if let output = device.outputName { line += ", over \(output) (WL_OUTPUT)" }
    if let path = device.pathID { line += ", ID_PATH \(path)" }
    return line
  }

  private mutating func add(_ entry: TouchDevices.Entry) {
    let device = entry.device
    lines.append(Self.line(of: entry))
    objects.append([
      "name": .string(device.name), "node": .string(device.node), "seat": .string(device.seat),
      "output": device.outputName.map { .string($0) } ?? .null,
      "path": device.pathID.map { .string($0) } ?? .null,
      "usable": .bool(entry.state == .usable),
      "state": .string(entry.state.explanation(of: device)),
      "calibrated": .bool(device.isCalibrated),
      "millimetres": device.sizeMillimetres.map { [.number($0.width), .number($0.height)] }
        ?? .null,
    ])
  }

  /// Lists the devices other than touchscreens that turn knobs.
  static func encoders(seat: String) -> DeviceListing {
    var section = DeviceListing(title: "Encoders, wheels and volume keys", key: "encoders")
    for device in EncoderDescription.list(seat: seat) where !device.axes.isEmpty {
      section.add(device)
    }
    return section
  }

  /// Lists the devices with few keys and switches, such as sensors at a board's pins; not keyboards.
  static func keys(seat: String) -> DeviceListing {
    var section = DeviceListing(title: "Keys and switches", key: "keys")
    for device in EncoderDescription.list(seat: seat)
    where (1...keyLimit).contains(device.keys.count) {
      section.lines += device.keys.map { key in
        "presence: {input: {device: \(JSONText.quoted(device.name)), \(key.text)}}  (\(device.node))"
      }
      section.objects.append([
        "name": .string(device.name), "node": .string(device.node),
        "keys": .array(device.keys.map { .string($0.text) }),
      ])
    }
    return section
  }

  private static let keyLimit = 16

  private mutating func add(_ device: EncoderDescription) {
    let axes = device.axes.map(\.rawValue)
    for axis in axes {
      lines.append(
        "input: {device: \(JSONText.quoted(device.name)), axis: \(axis)}  (\(device.node))")
    }
    objects.append([
      "name": .string(device.name), "node": .string(device.node),
      "axes": .array(axes.map { .string($0) }),
    ])
  }
}
