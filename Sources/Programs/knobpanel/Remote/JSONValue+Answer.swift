internal import JSON

/// The texts that commands print for a panel's answers.
extension JSONValue {
  /// Returns the text of a key; empty if there is none.
  func text(_ key: String) -> String { self[key]?.string ?? "" }

  /// Returns the number of a key as text; "–" if there is none.
  func number(_ key: String) -> String { self[key]?.number.map { JSONText.number($0) } ?? "–" }

  /// Returns the object without a key.
  func without(_ key: String) -> JSONValue {
    pairs.map { .object($0.filter { $0.key != key }) } ?? self
  }

  private func list(_ key: String) -> [JSONValue] { self[key]?.array ?? [] }

  /// Whether the value of a knob's state is known.
  var isKnown: Bool { ["online", "disabled"].contains(text("state")) }

  /// The id of a knob or a button, or the text of a label in the layout.
  var itemName: String { ["knob", "button", "label"].compactMap { self[$0]?.string }.first ?? "" }

  /// The name of a knob's sector, or its number; whether a button is on; a label's text.
  var bareValue: String {
    if let isOn = self["on"]?.bool { return isOn ? "on" : "off" }
    if self["text"] != nil { return text("text") }
    return self["name"] == nil ? number("value") : text("name")
  }

  /// What has kept a knob from the value that was asked for.
  var limitText: String {
    switch text("limited_by") {
    case "limit": "its limit"
    case "range": "its range"
    case "step": "its steps"
    default: "the knobs of its group"
    }
  }

  /// A knob's value with its unit, or why it is unknown.
  var valueText: String {
    guard isKnown else {
      let reason = text("reason")
      return text("state") + (reason.isEmpty ? "" : " (\(reason))")
    }
    let unit = text("unit")
    let suffix =
      unit.isEmpty || self["name"] != nil
      ? "" : unit.hasPrefix("°") || unit == "%" ? unit : " " + unit
    var line = bareValue + suffix
    if let reading = self["reading"]?.number {
      line += ", actual \(JSONText.number(reading))\(suffix)"
    }
    if self["muted"]?.bool == true { line += ", muted" }
    if text("state") == "disabled" { line += ", disabled" }
    return line
  }

  /// A line for each error or warning of a layout.
  var errorLines: [String] {
    list("mistakes").map { error in
      let hint = error.text("hint")
      let location =
        error["line"] == nil
        ? "" : "\(error.text("file")):\(error.number("line")):\(error.number("column")): "
      return "\(location)\(error.text("severity")): \(error.text("message"))"
        + (hint.isEmpty ? "" : "\n  hint: \(hint)")
    }
  }

  /// A panel's status as text.
  var statusLines: [String] {
    let layout = self["layout"] ?? .null
    let display = self["display"] ?? .null
    let frames = self["frames"] ?? .null
    let loop = self["loop"] ?? .null
    var lines = ["knobpanel \(text("version")), running for \(number("uptime")) s"]
    lines.append(
      "layout: \(layout.text("path"))"
        + (layout["page"]?.string.map { ", page \($0)" } ?? "")
        + (layout["language"]?.string.map { ", language \($0)" } ?? ""))
    lines += layout.list("files").map { "  \($0.text("path")) \($0.text("sha256").prefix(16))…" }
    lines += layout.errorLines.map { "  " + $0.replacingLineBreaks }
    let isShown = display["shown"]?.bool == true
    lines.append(
      "display: \(display.text("name")) \(display.number("width"))x\(display.number("height"))"
        + (isShown ? "" : ", shows nothing"))
    let screen = self["screen"] ?? .null
    lines.append("screen: \(screen.text("state")), brightness \(screen.number("brightness")) %")
    if let isPresent = self["presence"]?.bool {
      lines.append("presence: \(isPresent ? "somebody is there" : "nobody is there")")
    }
    if self["lux"]?.number != nil { lines.append("light: \(number("lux")) lux") }
    let devices = list("touch").compactMap(\.string)
    lines.append("touch: " + (devices.isEmpty ? "no device" : devices.joined(separator: ", ")))
    lines += list("controls").map { control in
      let reason = control.text("reason")
      return "\(control.text("item")): \(control.text("control")), \(control.text("state"))"
        + (reason.isEmpty ? "" : ": \(reason)")
    }
    lines.append(
      "frames: \(frames.number("count")), drawn in \(frames.number("drawing_mean_ms")) ms "
        + "(longest \(frames.number("drawing_longest_ms"))), "
        + "\(frames.number("touch_to_commit_mean_ms")) ms after the touch "
        + "(longest \(frames.number("touch_to_commit_longest_ms")))")
    lines.append(
      "event loop: \(loop.number("rounds")) rounds, \(loop.number("long_rounds")) longer than 5 ms, "
        + "longest \(loop.number("longest_ms")) ms")
    return lines
  }
}

extension String {
  fileprivate var replacingLineBreaks: String {
    split(separator: "\n").joined(separator: "\n  ")
  }
}
