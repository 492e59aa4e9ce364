import JSON
import Layout
import Testing

@testable import Controls

/// States to readings, levels to calls: what each domain reports and accepts.
@Suite struct EntityTests {
  private static func state(_ json: String) throws -> EntityState {
    let value = try #require(JSONValue(parsing: Array(json.utf8)))
    let changes = EntityChanges(
      ["a": ["x": value]],
      HomeAssistantMessage.Wanted(
        entities: ["x"], attributes: Set(value["a"]?.pairs?.map(\.key) ?? [])))
    return try #require(changes.added["x"])
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var settings: HomeAssistantSettings
    var state: String
    var reading: EntityReading
    /// A level to write, and the call.
    var level = 0.5
    var call: String?

    init(
      _ settings: HomeAssistantSettings, _ state: String, _ reading: EntityReading,
      _ level: Double = 0.5, _ call: String? = nil
    ) {
      (self.settings, self.state, self.reading) = (settings, state, reading)
      (self.level, self.call) = (level, call)
    }

    var testDescription: String { "\(settings.entity) \(settings.attribute ?? "") \(state)" }
  }

  static let rows = [
    Row(
      .knob("light.a"), #"{"s":"on","a":{"brightness":128}}"#, .number(128), 0.5,
      #"light.turn_on {"brightness": 128}"#),
    Row(
      .knob("light.a"), #"{"s":"off","a":{"brightness":null}}"#, .number(0), 0, "light.turn_off {}"),
    Row(
      .knob("light.a"), #"{"s":"on","a":{"supported_color_modes":["onoff"]}}"#, .number(255), 1,
      "light.turn_on {}"),
    Row(
      .knob("light.a"), #"{"s":"on","a":{"brightness":null}}"#,
      .unknown(reason: "it has no brightness now, its state is on")),
    Row(
      .knob("cover.a"), #"{"s":"open","a":{"current_position":null,"supported_features":15}}"#,
      .unknown(reason: "it has no current_position now, its state is open")),
    Row(
      .knob("light.a"), #"{"s":"on","a":{"brightness":300}}"#,
      .unreadable(.outOfRange, reason: "it reports 300, which is not within 0 to 255")),
    Row(
      .knob("light.a"), #"{"s":"on","a":{"brightness":"loud"}}"#,
      .unreadable(.unreadable, reason: "its \"brightness\" is not an attribute with a number")),
    Row(
      .knob("light.a", "color_temp_kelvin", range: 2000...6500),
      #"{"s":"on","a":{"color_temp_kelvin":4000,"min_color_temp_kelvin":2000,"max_color_temp_kelvin":6535}}"#,
      .number(4000), 0, #"light.turn_on {"color_temp_kelvin": 2000}"#),
    Row(
      .knob("light.a", "color_temp_kelvin", range: 2000...6500),
      #"{"s":"off","a":{"color_temp_kelvin":null}}"#,
      .unknown(reason: "it has no color_temp_kelvin now, its state is off")),
    Row(
      .knob("light.a", "hue", range: 0...360), #"{"s":"on","a":{"hs_color":[120.5,40]}}"#,
      .number(120.5), 0.5, #"light.turn_on {"hs_color": [180, 40]}"#),
    Row(
      .knob("media_player.a"), #"{"s":"playing","a":{"volume_level":0.42}}"#, .number(0.42), 0.337,
      #"media_player.volume_set {"volume_level": 0.34}"#),
    Row(
      .knob("media_player.a"), #"{"s":"off","a":{}}"#,
      .unknown(reason: "it has no volume_level now, its state is off")),
    Row(
      .knob("media_player.a", "source", sectors: ["Radio", "CD"]),
      #"{"s":"on","a":{"source":"CD"}}"#, .number(1), 0,
      #"media_player.select_source {"source": "Radio"}"#),
    Row(
      .knob("media_player.a", "source", sectors: ["Radio", "CD"]),
      #"{"s":"on","a":{"source":"TV"}}"#,
      .unreadable(.unreadable, reason: "its \"TV\" is not one of Radio, CD")),
    Row(
      .knob("climate.a", range: 16...24),
      #"{"s":"heat","a":{"temperature":20.5,"min_temp":7,"max_temp":35,"target_temp_step":0.5}}"#,
      .number(20.5), 0.48, #"climate.set_temperature {"temperature": 19.5}"#),
    Row(
      .knob("climate.a", "target_temp_low", range: 16...24),
      #"{"s":"heat_cool","a":{"target_temp_low":18,"target_temp_high":24,"target_temp_step":1}}"#,
      .number(18), 0.5, #"climate.set_temperature {"target_temp_low": 20, "target_temp_high": 24}"#),
    Row(
      .knob("climate.a", "hvac_mode", sectors: ["off", "heat", "cool"]), #"{"s":"heat","a":{}}"#,
      .number(0.5), 1, #"climate.set_hvac_mode {"hvac_mode": "cool"}"#),
    Row(
      .knob("cover.a"), #"{"s":"open","a":{"current_position":70,"supported_features":15}}"#,
      .number(70), 0.25, #"cover.set_cover_position {"position": 25}"#),
    Row(
      .knob("cover.a"), #"{"s":"closed","a":{"supported_features":3}}"#, .number(0), 1,
      "cover.open_cover {}"),
    Row(
      .knob("cover.a", "tilt"), #"{"s":"open","a":{"current_tilt_position":30}}"#, .number(30), 0.5,
      #"cover.set_cover_tilt_position {"tilt_position": 50}"#),
    Row(
      .knob("fan.a"), #"{"s":"on","a":{"percentage":33,"percentage_step":33.333333333333336}}"#,
      .number(33), 1, #"fan.set_percentage {"percentage": 100}"#),
    Row(
      .knob("number.a", range: 0...10), #"{"s":"2.5","a":{"min":0,"max":10,"step":0.5}}"#,
      .number(2.5), 0.36, #"number.set_value {"value": 3.5}"#),
    Row(
      .knob("number.a", range: 0...10), #"{"s":"unknown"}"#,
      .unknown(reason: "its state is unknown")),
    Row(
      .knob("number.a", range: 0...10), #"{"s":"nan"}"#,
      .unreadable(.unreadable, reason: "its \"nan\" is not a number")),
    Row(
      .knob("input_select.a", sectors: ["Home", "Away"]), #"{"s":"Away","a":{}}"#, .number(1), 0,
      #"input_select.select_option {"option": "Home"}"#),
    Row(.knob("switch.a"), #"{"s":"on"}"#, .number(1), 0, "switch.turn_off {}"),
    Row(.toggle("cover.a"), #"{"s":"open"}"#, .number(1), 0, "cover.close_cover {}"),
    Row(.toggle("media_player.a"), #"{"s":"paused"}"#, .number(0), 1, "media_player.media_play {}"),
    Row(.toggle("lock.a"), #"{"s":"jammed"}"#, .unknown(reason: "its state is jammed")),
    Row(.label("sensor.a"), #"{"s":"21.5"}"#, .number(0.215)),
    Row(.label("sensor.a"), #"{"s":"rainy"}"#, .text("rainy")),
    Row(
      .label("media_player.a", "media_title"), #"{"s":"on","a":{"media_title":"Song"}}"#,
      .text("Song")),
    Row(
      .push("light.a", "light.turn_on", data: #"{"transition": 2}"#), #"{"s":"on"}"#, .number(0), 1,
      #"light.turn_on {"transition": 2}"#),
  ]

  @Test("States are read, and levels become calls of services", arguments: rows)
  func domains(_ row: Row) throws {
    let state = try Self.state(row.state)
    let grid = EntityGrid(row.settings)
    grid.adopt(state)
    #expect(row.settings.reading(of: state, rounding: grid.rounding) == row.reading)
    guard let expected = row.call else { return }
    guard case .call(let call) = row.settings.call(for: grid.number(at: row.level), state) else {
      Issue.record("nothing is called")
      return
    }
    #expect("\(call.name) \(JSONValue.object(call.data).line)" == expected)
  }

  @Test("A number that the entity does not accept is not sent, and never limited to its end")
  func beyond() throws {
    let settings = HomeAssistantSettings.knob("climate.a", range: 0...100)
    let state = try Self.state(
      #"{"s":"heat","a":{"temperature":20,"min_temp":7,"max_temp":35}}"#)
    guard case .beyond("7 to 35") = settings.call(for: 80, state) else {
      Issue.record("80 is accepted")
      return
    }
  }

  @Test("Lists and texts of a server are limited") func limits() throws {
    let names = (0..<500).map { "\"source \($0)\"" }.joined(separator: ",")
    let long = String(repeating: "x", count: 2000)
    let state = try Self.state(
      #"{"s":"on","a":{"source_list":[\#(names)],"source":"\#(long)","other":{"deep":1}}}"#)
    #expect(state.texts("source_list").count == EntityState.listLimit)
    #expect(state["source"] == nil)
    #expect(state["other"] == nil)
  }

  @Test(
    "A thermostat brings the temperature that it measures",
    arguments: [
      ("climate.a", nil, "current_temperature"),
      ("climate.a", "target_temp_low", "current_temperature"),
      ("climate.a", "hvac_mode", nil), ("light.a", nil, nil), ("number.a", nil, nil),
    ] as [(String, String?, String?)])
  func reading(_ entity: String, attribute: String?, measured: String?) {
    let sectors = attribute == "hvac_mode" ? ["off", "heat"] : []
    let settings = HomeAssistantSettings.knob(entity, attribute, sectors: sectors)
    let reading = settings.reading as? HomeAssistantSettings
    #expect(reading == measured.map { HomeAssistantSettings.label(entity, $0) })
  }
}
