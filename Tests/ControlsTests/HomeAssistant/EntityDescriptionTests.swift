import JSON
import Layout
import MQTTBench
import Testing

@testable import Controls

/// What entities say about their knobs, for layouts that leave it out.
@Suite struct EntityDescriptionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var settings: HomeAssistantSettings
    var attributes: String
    var name: String?
    var range: ClosedRange<Double>?
    var step: Double?
    var unit: String?
    var sectors: [String] = []

    var testDescription: String { "\(settings.entity) \(settings.attribute ?? "") \(attributes)" }
  }

  private static func knob(
    _ entity: String, _ attribute: String? = nil, isPercentage: Bool = false
  ) -> HomeAssistantSettings {
    var settings = HomeAssistantSettings.knob(entity, attribute)
    settings.isPercentage = isPercentage
    return settings
  }

  private static let longName = String(repeating: "x", count: 41)

  static let rows = [
    Row(
      settings: knob("light.a", isPercentage: true),
      attributes: #""friendly_name":"Kitchen  Lights""#,
      name: "Kitchen Lights", step: 1, unit: "%"),
    // The knob has another range.
    Row(settings: knob("light.a"), attributes: #""friendly_name":"\u0007""#, step: 1),
    Row(
      settings: knob("light.a", "color_temp_kelvin"),
      attributes: #""min_color_temp_kelvin":2000,"max_color_temp_kelvin":6500"#,
      range: 2000...6500, step: 50, unit: "K"),
    Row(settings: knob("light.a", "hue"), attributes: "", range: 0...360, step: 5, unit: "°"),
    Row(
      settings: knob("climate.a"),
      attributes: #""min_temp":7,"max_temp":35,"target_temp_step":0.5"#,
      range: 7...35, step: 0.5, unit: "°"),
    Row(
      settings: knob("climate.a", "target_temp_low"), attributes: #""min_temp":45,"max_temp":95"#,
      range: 45...95, step: 0.5, unit: "°"),
    Row(
      settings: knob("number.a"),
      attributes: #""min":-20,"max":20,"step":0.1,"unit_of_measurement":"dB\n""#,
      range: -20...20, step: 0.5, unit: "dB"),
    Row(settings: knob("number.a"), attributes: #""min":0,"max":10,"step":0"#, range: 0...10),
    Row(settings: knob("number.a"), attributes: #""min":0,"max":10,"step":20"#, range: 0...10),
    Row(settings: knob("number.a"), attributes: #""min":0,"max":1e300,"step":1"#),
    Row(settings: knob("number.a"), attributes: #""min":10,"max":0,"step":1"#),
    Row(settings: knob("number.a"), attributes: #""min":"low","max":[1],"step":{}"#),
    Row(
      settings: knob("select.a"), attributes: #""options":["Radio","CD"]"#,
      sectors: ["Radio", "CD"]),
    Row(settings: knob("select.a"), attributes: #""options":["Radio"]"#),
    Row(settings: knob("select.a"), attributes: #""options":["CD","CD"]"#),
    Row(settings: knob("select.a"), attributes: #""options":["CD",""]"#),
    Row(settings: knob("select.a"), attributes: #""options":["CD","a\tb"]"#),
    Row(
      settings: knob("select.a"),
      attributes: "\"options\":[\((0..<37).map { "\"\($0)\"" }.joined(separator: ","))]"),
    Row(
      settings: knob("media_player.a", "source"), attributes: #""source_list":["TV","CD"]"#,
      sectors: ["TV", "CD"]),
    Row(settings: knob("switch.a"), attributes: "", sectors: ["off", "on"]),
    Row(
      settings: knob("sensor.a"),
      attributes: "\"friendly_name\":\"\(longName)\",\"unit_of_measurement\":\"°C\"",
      name: longName.prefix(39) + "…", unit: "°C"),
  ]

  @Test("Name, range, step, unit and sectors are the entity's", arguments: rows)
  func description(_ row: Row) throws {
    let json = "{\"s\":\"on\",\"a\":{\(row.attributes)}}"
    let state = try #require(JSONValue(parsing: Array(json.utf8)))
    let wanted = HomeAssistantMessage.Wanted(
      entities: ["x"], attributes: Set(row.settings.attributes))
    let changes = EntityChanges(["a": ["x": state]], wanted)
    let description = row.settings.description(of: try #require(changes.added["x"]))
    #expect(description.name == row.name)
    #expect(description.range == row.range)
    #expect(description.step == row.step)
    #expect(description.unit == row.unit)
    #expect(description.sectors == row.sectors)
  }

  @Test("Labels and buttons are not described, and read no more than before")
  func others() {
    for settings in [HomeAssistantSettings.label("sensor.a"), .toggle("light.a")] {
      #expect(!settings.describesKnob)
      #expect(settings.attributes == settings.feature.attributes)
    }
  }

  @Test("A knob without a range is unknown and writes nothing until the layout has it")
  func awaited() throws {
    let server = try ScriptedHomeAssistant()
    server.states["number.a"] = #"{"s":"12","a":{"min":7,"max":35,"step":1}}"#
    var settings = HomeAssistantSettings.knob("number.a")
    settings.awaitsDescription = true
    let rig = try HomeAssistantRig(server, settings)
    try rig.run { !rig.descriptions.isEmpty }
    #expect(rig.descriptions.map(\.range) == [7...35])
    rig.control.set(level: 0.5, isFinal: true)
    server.change("number.a", "20")
    try rig.advance(milliseconds: 3000)
    #expect(server.calls.isEmpty)
    #expect(rig.reported.isEmpty)
    // The range has changed.
    server.change("number.a", "20", #"{"max":40}"#)
    try rig.run { rig.descriptions.count == 2 }
    #expect(rig.descriptions[1].range == 7...40)
    // After a loss it is not offline for ever.
    server.server.hangUp()
    try rig.advance(milliseconds: 3000)
    #expect(
      rig.reported.last == .unknown(reason: "number.a: the layout does not fit its range"))
  }

  @Test("A number without a range has that of the knob; words that cannot be sectors are a reason")
  func undescribed() throws {
    let server = try ScriptedHomeAssistant()
    server.states["number.a"] = #"{"s":"12","a":{}}"#
    server.states["select.a"] = #"{"s":"CD","a":{"options":["CD"]}}"#
    var number = HomeAssistantSettings.knob("number.a")
    var choice = HomeAssistantSettings.knob("select.a")
    (number.awaitsDescription, choice.awaitsDescription) = (true, true)
    let rig = try HomeAssistantRig(server, number, choice)
    try rig.run { rig.events.allSatisfy { !$0.isEmpty } }
    #expect(rig.events[0] == [.level(0.12)])
    #expect(
      HomeAssistantRig.reason(rig.events[1].last)
        == "select.a: its list of words cannot be read, so the knob needs `sectors`")
  }
}
