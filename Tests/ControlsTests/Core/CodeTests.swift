import Foundation
import Layout
import Linux
import Testing

@testable import Controls

/// Codes of keypads, as targets receive them.
@Suite struct CodeTests {
  private static let code = TypedCode(digits: [0, 4, 7, 1])

  @Test("MQTT sends the code in the payload, never retained; nothing without a connection")
  func mqtt() throws {
    let broker = try ScriptedBroker()
    var endpoint = MQTTEndpoint(
      commandTopic: "alarm/set", payload: #"{"code": "{value}"}"#, isRetained: true)
    endpoint.use = .push
    let rig = try MQTTRig(endpoint, at: broker)
    #expect(!rig.control.send(code: Self.code))
    try rig.settle()
    #expect(rig.control.send(code: Self.code))
    try rig.settle()
    let packets = broker.received.filter { $0.head >> 4 == 3 }
    #expect(packets.map(\.head) == [ScriptedBroker.Packet.publish])
    #expect(packets.first?.topic == "alarm/set")
    let payload = packets.first.map { String(decoding: $0.body.dropFirst(11), as: UTF8.self) }
    #expect(payload == #"{"code": "0471"}"#)
  }

  @Test("A program reads the code from its standard input, and not from its arguments")
  func command() throws {
    let folder = try TestFolder()
    let rig = try CommandRig(folder)
    let set = try folder.script(
      "set", "read -r code; echo \"$# $code\" >> $D/log; cat >> $D/log; env >> $D/env")
    var settings = CommandSettings(set: [set, "disarm"])
    settings.use = .push
    try rig.start(settings)
    #expect(rig.control?.send(code: Self.code) == true)
    #expect(rig.control?.send(code: TypedCode(digits: [9, 9])) == true)
    try rig.run { folder.lines("log").count == 2 && !rig.isBusy }
    #expect(folder.lines("log") == ["1 0471", "1 99"])
    #expect(!folder.lines("env").contains { $0.contains("0471") })
  }

  @Test("Home Assistant's service is called with the code") func homeAssistant() throws {
    let server = try ScriptedHomeAssistant()
    server.states["alarm_control_panel.home"] = #"{"s":"armed_away","a":{}}"#
    var settings = HomeAssistantSettings()
    settings.entity = "alarm_control_panel.home"
    settings.feature = .press(service: "alarm_control_panel.alarm_disarm")
    settings.use = .push
    let rig = try HomeAssistantRig(server, settings)
    #expect(!rig.control.send(code: Self.code))
    try rig.settle()
    #expect(rig.control.send(code: Self.code))
    try rig.settle()
    #expect(
      server.calls == [
        #"alarm_control_panel.alarm_disarm {"code": "0471"} alarm_control_panel.home"#
      ])
  }

  @Test("Targets that take no text refuse it")
  func others() {
    #expect(!RefusedControl().send(code: Self.code))
  }
}
