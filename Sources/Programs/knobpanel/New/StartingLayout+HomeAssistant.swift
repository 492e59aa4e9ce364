internal import Controls
internal import Diagnostics
internal import JSON
internal import Raster

extension StartingLayout {
  /// The maximum numbers of knobs and buttons of a room; more of them would be too small.
  private static let mostKnobs = 6
  private static let mostButtons = 8
  /// The least height of a button, in pixels: 9 mm on a small screen.
  private static let buttonHeight = 60
  /// The width of a button for a usual name, in pixels.
  private static let buttonWidth = 160
  /// The fraction of the design's height that knobs have beside buttons.
  private static let knobShare = 0.68

  /// The areas' names, for a comment.
  var areaNames: String { VisibleText.printable(room.areas.joined(separator: ", ")) }

  var homeAssistant: String {
    let allButtons = room.items.filter { $0.kind == .push || $0.kind == .toggle }
    let allKnobs = room.items.filter { $0.kind == .knob }
    let share = allButtons.isEmpty ? 0.9 : Self.knobShare
    let most = isPortrait ? 2 : max(min(design.width / Self.buttonWidth, 4), 1)
    var fitting = count(upTo: Self.mostKnobs, share: share)
    // A button in each column has room for its name.
    if columns(for: fitting, share: share) > most { fitting = most }
    let knobs = Self.chosen(from: allKnobs, upTo: fitting)
    let knobColumns = columns(for: knobs.count, share: share)
    let buttonCount = min(allButtons.count, Self.mostButtons)
    // A multiple of the knobs' columns, so that buttons are not too wide.
    let perKnob = min(most / knobColumns, (buttonCount + knobColumns - 1) / knobColumns)
    let columns = knobColumns * max(perKnob, 1)
    let buttons = Self.chosen(from: allButtons, upTo: min(buttonCount, 2 * columns))

    let knobRows = (knobs.count + knobColumns - 1) / knobColumns
    let buttonRows = (buttons.count + columns - 1) / columns
    let buttonHeight = "\(max(textSize * 3, Self.buttonHeight))"
    let rows =
      ["\(textSize * 2)"] + Array(repeating: "1fr", count: knobRows)
      + Array(repeating: buttonHeight, count: buttonRows)
    let ids = Self.ids(for: (knobs + buttons).map(\.idText))
    let span = columns / knobColumns

    let knobLines = zip(ids, knobs).enumerated().map { index, knob in
      let cell = (index % knobColumns * span + 1, index / knobColumns + 2)
      return
        (["\(knob.0):", "cell: [\(cell.0), \(cell.1)]"]
        + (span > 1 ? ["span: [\(span), 1]"] : [])
        + ["name: \(JSONText.quoted(knob.1.name))"] + knob.1.keys + ["control: \(knob.1.control)"])
        .joined(separator: "\n    ")
    }
    let buttonLines = zip(ids.dropFirst(knobs.count), buttons).enumerated().map { index, button in
      let keys =
        ["cell: [\(index % columns + 1), \(index / columns + knobRows + 2)]"]
        + (button.1.kind == .toggle ? ["kind: toggle"] : [])
        + [
          "text: \(JSONText.quoted(button.1.name))", "text_size: \(textSize)",
          "send: \(button.1.control)",
        ]
      return "\(button.0): {\(keys.joined(separator: ", "))}"
    }
    return """

      connections:
        home:
          homeassistant:
            url: \(JSONText.quoted(room.url))
            token: \(room.token)\(tokenComment)
      \(grid(columns: "\(columns)", rows: "[\(rows.joined(separator: ", "))]"))

      labels:
      \(headings(columns: columns).joined(separator: "\n"))
      \(Self.section("knobs", knobLines))\(Self.section("buttons", buttonLines))
      # `HOMEASSISTANT_URL=… knobpanel devices` lists all entities with the line to paste, and
      # docs/controls/homeassistant.md describes their keys.
      """
  }

  private var tokenComment: String {
    room.token.hasSubstring("environment")
      ? "   # for a service: {file: /etc/knobpanel/homeassistant}" : ""
  }

  /// The room's name, and its temperature if a sensor reports it.
  private func headings(columns: Int) -> [String] {
    let place = "cell: [1, 1], span: [\(columns), 1], size: \(textSize * 3 / 2)"
    // Braces would be placeholders.
    let title = room.areas.joined(separator: ", ").map { character -> Character in
      character == "{" ? "(" : character == "}" ? ")" : character
    }
    let text = String(String.UnicodeScalarView(String(title).unicodeScalars.prefix(60)))
    var lines = [
      "  - {text: \(JSONText.quoted(text)), \(place), width: \(design.width * 3 / 5), fit: shrink}"
    ]
    if let sensor = room.items.first(where: { $0.kind == .temperature }) {
      let text = JSONText.quoted("{value} \(sensor.name)")
      lines.append("  - {text: \(text), \(place), align: right, value: \(sensor.control)}")
    }
    return lines
  }

  private static func section(_ name: String, _ lines: [String]) -> String {
    lines.isEmpty ? "" : "\n\(name):\n" + lines.map { "  \($0)\n" }.joined()
  }

  /// Returns some of the items, so that each group has one before any has another, in their order.
  private static func chosen(
    from items: [HomeAssistantItem], upTo count: Int
  ) -> [HomeAssistantItem] {
    var counts: [Int: Int] = [:]
    let ranked = items.enumerated().map { index, item in
      counts[item.group, default: 0] += 1
      return (rank: counts[item.group, default: 0], group: item.group, index: index, item: item)
    }
    return ranked.sorted { ($0.rank, $0.group, $0.index) < ($1.rank, $1.group, $1.index) }
      .prefix(count).sorted { ($0.group, $0.index) < ($1.group, $1.index) }.map(\.item)
  }
}

extension HomeAssistantItem {
  /// What its ID in the layout is made of: the entity's ID without its domain, which is ASCII.
  fileprivate var idText: String { String(entity.drop { $0 != "." }.dropFirst().prefix(40)) }
}
