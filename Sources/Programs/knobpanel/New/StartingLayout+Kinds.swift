internal import Controls
internal import JSON

extension StartingLayout {
  /// The maximum numbers of knobs and channels; more of them would be too small.
  private static let mostKnobs = 6
  private static let mostChannels = 8

  var volume: String {
    let shown = Array(controls.prefix(Self.mostKnobs))
    let titles = shown.isEmpty ? ["Volume"] : shown.map(\.name)
    let columns = columns(for: titles.count)
    let rows = (titles.count + columns - 1) / columns
    let knobs = zip(Self.ids(for: titles), titles).enumerated().map { index, knob in
      """
        \(knob.0):
          use: volume
          cell: [\(index % columns + 1), \(index / columns + 1)]
          name: \(JSONText.quoted(knob.1))
          \(Self.line(
            shown.isEmpty ? nil : shown[index],
            otherwise: "no mixer found; see `knobpanel devices`"))
      """
    }
    return """
      \(grid(columns: "\(columns)", rows: "\(rows)"))

      styles:
        volume:
          range: [0, 100]
          unit: "%"
          step: 1
          # limit: 80                # nothing at this panel makes it louder
          # default: 30              # a double tap goes there

      knobs:
      \(knobs.joined(separator: "\n"))
      """
  }

  var mixer: String {
    let share = 0.55
    let count = count(upTo: Self.mostChannels, share: share)
    let found = Array(controls.prefix(count))
    let titles = found.count > 1 ? found.map(\.name) : (1...count).map { "Channel \($0)" }
    let ids = Self.ids(for: titles, except: ["main"])
    let columns = columns(for: titles.count, share: share)
    let rows = (titles.count + columns - 1) / columns
    let channels = zip(ids, titles).enumerated().map { index, knob in
      """
        \(knob.0):
          use: level
          cell: [\(index % columns + 1), \(index / columns + 1)]
          name: \(JSONText.quoted(knob.1))
          \(Self.line(found.count > 1 ? found[index] : nil, otherwise: "what the channel controls"))
      """
    }
    let heights =
      Array(repeating: "1fr", count: rows) + [
        "\(JSONText.number(Double(rows) * (1 - share) / share, decimals: 1))fr"
      ]
    return """
      \(grid(columns: "\(columns)", rows: "[\(heights.joined(separator: ", "))]"))

      styles:
        level: {range: [0, 100], unit: "%", step: 1, value: 60}

      knobs:
      \(channels.joined(separator: "\n"))
        main:
          use: level
          cell: [1, \(rows + 1)]
          span: [\(columns), 1]
          name: Main
          control: {group: {members: [\(ids.joined(separator: ", "))]}}
      """
  }

  var bar: String {
    let zones = [
      ("bar", "Bar", 85), ("tables", "Tables", 70), ("terrace", "Terrace", 50),
      ("entrance", "Entrance", 60),
    ]
    let cells = isPortrait ? [(1, 2), (2, 2), (1, 3), (2, 3)] : [(2, 1), (3, 1), (2, 2), (3, 2)]
    let isEach = controls.count >= zones.count
    let knobs = zip(zones, cells).enumerated().map { index, zone in
      """
        \(zone.0.0):
          use: level
          cell: [\(zone.1.0), \(zone.1.1)]
          name: \(zone.0.1)
          limit: \(zone.0.2)                # nobody at the panel makes it louder
          \(Self.line(isEach ? controls[index] : nil, otherwise: "the zone's amplifier"))
      """
    }
    return """
      \(isPortrait ? grid(columns: "2", rows: "[2fr, 1fr, 1fr]") : grid(columns: "[2fr, 1fr, 1fr]", rows: "2"))

      styles:
        level: {range: [0, 100], unit: "%", step: 1, value: 30, default: 30}

      knobs:
        all:
          use: level
          cell: [1, 1]
          span: \(isPortrait ? "[2, 1]" : "[1, 2]")
          name: All zones
          control: {group: {members: [\(zones.map(\.0).joined(separator: ", "))]}}
      \(knobs.joined(separator: "\n"))
      """
  }

  var thermostat: String {
    let cells =
      isPortrait ? ["[1, 2]", "[2, 2]", "[1, 3]", "[2, 3]"] : (1...4).map { "[2, \($0)]" }
    return """

      connections:
        home:
          mqtt:
            host: homeassistant.local  # the MQTT broker
            # username: panel
            # password: {file: /etc/knobpanel/mqtt}
      \(isPortrait ? grid(columns: "2", rows: "[3fr, 1fr, 1fr]") : grid(columns: "[2fr, 1fr]", rows: "4"))

      knobs:
        room:
          cell: [1, 1]
          span: \(isPortrait ? "[2, 1]" : "[1, 4]")
          name: Living room
          range: [5, 30]
          step: 0.5
          unit: "°C"
          value: 21
          default: 20                # a double tap goes there
          report: release            # one command for each turn
          control:
            mqtt:
              set: panel/living_room/set
              state: home/climate/living_room/temperature

      buttons:
        warmer: {cell: \(cells[0]), icon: up, text: Warmer, text_size: \(textSize), change: {room: 0.5}}
        cooler: {cell: \(cells[1]), icon: down, text: Cooler, text_size: \(textSize), change: {room: -0.5}}
        night: {cell: \(cells[2]), text: Night, text_size: \(textSize), preset: {room: 17}}
        day: {cell: \(cells[3]), text: Day, text_size: \(textSize), preset: {room: 21}}

      # docs/recipes.md, "A thermostat on Home Assistant", has the settings for Home Assistant.
      """
  }
}
