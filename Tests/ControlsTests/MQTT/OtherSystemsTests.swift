import Foundation
import Layout
import LayoutFile
import Testing

@testable import Controls

/// The layouts in docs/controls/systems.md are valid, and exchange the messages that the systems
/// document.
@Suite struct OtherSystemsTests {
  struct Section: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
  }

  static let sections: [Section] = {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../docs/controls/systems.md")
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "\n## ").dropFirst().map { section in
      Section(
        testDescription: String(section.prefix { $0 != "\n" }),
        text: section.components(separatedBy: "```yaml\n").last?.components(separatedBy: "```")[0]
          ?? "")
    }
  }()

  private static func layout(_ section: Section) -> LayoutReader.Outcome {
    LayoutReader.parse(
      bytes: Array(section.text.utf8), path: "panel.yaml",
      language: ControlRegistry.standard.language)
  }

  @Test("All systems have a section") func count() {
    #expect(Self.sections.count == 9)
  }

  @Test("Each layout is valid", arguments: sections) func valid(_ section: Section) {
    let outcome = Self.layout(section)
    #expect(outcome.layout != nil && outcome.text == "")
  }

  struct Row: Sendable, CustomTestStringConvertible {
    /// The heading of the section.
    var system: String
    var level: Double
    /// The command for this level.
    var command: String
    /// States in order, and the level after each.
    var states: [(String, Double)]
    var testDescription: String { system }
  }

  @Test(
    "Commands and states are those of the system",
    arguments: [
      // https://www.zigbee2mqtt.io/guide/usage/mqtt_topics_and_messages.html
      Row(
        system: "zigbee2mqtt", level: 0.5, command: #"{"brightness": 127}"#,
        states: [
          (#"{"state":"ON","brightness":254,"color_mode":"color_temp","linkquality":80}"#, 1),
          (#"{"state":"OFF","brightness":254}"#, 0),
        ]),
      // https://tasmota.github.io/docs/Commands/#light
      Row(
        system: "Tasmota", level: 0.42, command: "42",
        states: [(#"{"POWER":"ON","Dimmer":42}"#, 0.42), (#"{"POWER":"OFF"}"#, 0)]),
      // https://esphome.io/components/mqtt.html
      Row(
        system: "ESPHome", level: 0.2, command: #"{"state": "ON", "brightness": 51}"#,
        states: [
          (#"{"color_mode":"brightness","state":"ON","brightness":51,"color":{}}"#, 0.2),
          (#"{"state":"OFF","brightness":51}"#, 0),
        ]),
      // https://shelly-api-docs.shelly.cloud/gen2/ComponentsAndServices/Light
      Row(
        system: "Shelly", level: 0.5,
        command: #"{"id": 1, "src": "panel", "method": "Light.Set", "params": "#
          + #"{"id": 0, "on": true, "brightness": 50}}"#,
        states: [
          (#"{"id":0,"source":"MQTT","output":true,"brightness":50,"aenergy":{"total":0}}"#, 0.5),
          (#"{"id":0,"source":"button","output":false,"brightness":50}"#, 0),
        ]),
      Row(system: "Node-RED", level: 0.5, command: "Dinner", states: [("Film", 1), ("Day", 0)]),
      Row(system: "ioBroker", level: 0.5, command: "50", states: [("25", 0.25)]),
    ])
  func messages(_ row: Row) throws {
    let section = try #require(Self.sections.first { $0.testDescription == row.system })
    let knob = try #require(Self.layout(section).layout?.knobs.first)
    let endpoint = try #require(knob.control?.settings as? MQTTEndpoint)
    let template = PayloadTemplate(
      endpoint.payload, range: endpoint.range, decimals: endpoint.decimals, words: endpoint.words)
    #expect(String(decoding: template.payload(for: row.level), as: UTF8.self) == row.command)
    var reader = StateReader(
      valuePath: endpoint.valuePath, powerPath: endpoint.powerPath, range: endpoint.range,
      rounding: template.rounding, words: endpoint.words)
    for (state, level) in row.states {
      #expect(reader.read(Array(state.utf8)) == .level(level), "\(state)")
    }
  }
}
