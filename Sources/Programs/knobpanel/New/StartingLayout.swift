internal import Controls
internal import Raster

/// The text of a layout to start from, with comments that say what to change.
struct StartingLayout {
  /// The purpose of the layout.
  enum Kind: String, CaseIterable {
    /// The mixer's elements.
    case volume
    /// Channels, and a main level that moves all of them.
    case mixer
    /// Zones, each with a limit.
    case bar
    /// A room's temperature, over MQTT.
    case thermostat
    /// What is in the areas of a Home Assistant.
    case homeassistant
  }

  let kind: Kind
  /// The display's size in pixels; nil if none was found.
  let size: PixelSize?
  /// The controls that this machine offers, best first.
  let controls: [ControlSuggestion]
  /// The areas, for `homeassistant`.
  var room = HomeAssistantRoom()

  /// The whole file.
  var text: String {
    """
    # \(title)
    #
    # `knobpanel run FILE` shows this layout and follows each save. `knobpanel check FILE` reports
    # errors, `knobpanel devices` lists what knobs can control on this machine, and docs/layout.md
    # describes all keys.
    version: 1

    panel:
      size: [\(design.width), \(design.height)]\(sizeComment)
      # rotate: 90                 # degrees clockwise, for a screen that is mounted that way
      theme: graphite              # or paper, flat-dark, flat-light, hifi, studio, contrast
      look: {name: {place: below, size: \(textSize)}}
    \(body)

    """
  }

  /// The size of the design.
  var design: PixelSize { size ?? PixelSize(width: 800, height: 480) }
  var isPortrait: Bool { design.height > design.width }

  /// The size of names and button texts in pixels, legible at arm's length.
  var textSize: Int { max(min(design.width, design.height) / 36, 14) }

  private var sizeComment: String {
    size == nil ? "            # no display found; enter its size here" : ""
  }

  private var title: String {
    switch kind {
    case .volume: "The volumes of this machine, a knob for each."
    case .mixer: "A mixer: channels, and a main level that moves all of them in proportion."
    case .bar: "The zones of a bar, each with a limit, and one knob for all of them."
    case .thermostat: "The temperature of a room, set here or in Home Assistant, and shown in both."
    case .homeassistant: "From Home Assistant: \(areaNames)."
    }
  }

  private var body: String {
    switch kind {
    case .volume: volume
    case .mixer: mixer
    case .bar: bar
    case .thermostat: thermostat
    case .homeassistant: homeAssistant
    }
  }

  /// Returns a grid of these columns and rows, with spacing that suits the display.
  func grid(columns: String, rows: String) -> String {
    let unit = max(min(design.width, design.height) / 24, 6)
    return """

      grid:
        columns: \(columns)
        rows: \(rows)
        margin: \(unit)
        gap: \(unit)
      """
  }

  /// Returns the number of columns at which the knobs are largest.
  ///
  /// - Parameters:
  ///   - count: The number of knobs.
  ///   - share: The fraction of the design's height that they take.
  /// - Returns: At least 1.
  func columns(for count: Int, share: Double = 1) -> Int {
    (1...max(count, 1)).max { left, right in
      side(of: count, in: left, share) < side(of: count, in: right, share)
    } ?? 1
  }

  /// Returns the largest number of knobs, up to `count`, that are not too small to turn.
  func count(upTo count: Int, share: Double) -> Int {
    (2...count).last { side(of: $0, in: columns(for: $0, share: share), share) >= 110 } ?? 2
  }

  /// Returns the side of a cell, in pixels.
  private func side(of count: Int, in columns: Int, _ share: Double) -> Int {
    let rows = (count + columns - 1) / columns
    return min(design.width / columns, Int(Double(design.height) * share) / rows)
  }

  /// Returns the `control` line of a knob.
  static func line(_ suggestion: ControlSuggestion?, otherwise: String) -> String {
    suggestion.map { "control: \($0.value)" } ?? "control: none   # \(otherwise)"
  }

  /// Returns unique knob ids from the titles' ASCII letters and digits, except those in `taken`.
  static func ids(for titles: [String], except taken: Set<String> = []) -> [String] {
    var used = taken
    return titles.map { title in
      let words = title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
      let base = words.isEmpty ? "knob" : words.joined(separator: "-")
      var id = base
      var number = 2
      while !used.insert(id).inserted {
        id = "\(base)-\(number)"
        number += 1
      }
      return id
    }
  }
}
