@testable import Controls
import Testing

import Diagnostics
import Layout
@testable import LayoutFile

/// How brokers and MQTT controls are read from layouts.
@Suite struct MQTTLayoutTests {
  private func control(
    _ lines: String..., knob: String = "", path: String = "test.yaml",
    connections: String = "  home: {mqtt: {host: 10.0.0.2}}",
    _ location: Testing.SourceLocation = #_sourceLocation
  ) throws -> MQTTEndpoint {
    let text =
      "version: 1\nconnections:\n\(connections)\nknobs:\n  k:\n    center: [400, 240]\n"
      + "    diameter: 300\n    \(knob)\n    control:\n      mqtt:\n"
      + lines.map { "        \($0)\n" }.joined()
    let outcome = LayoutReader.parse(bytes: Array(text.utf8), path: path)
    #expect(outcome.text == "", sourceLocation: location)
    let control = outcome.layout?.knobs.first?.control
    guard let mqtt = control?.settings as? MQTTEndpoint else {
      throw Failure(description: "\(String(describing: control))")
    }
    return mqtt
  }

  private struct Failure: Error {
    var description: String
  }

  @Test("A topic is enough: the knob's value is the payload and the assumed first level")
  func shortest()
    throws
  {
    let mqtt = try control("set: amp/set", knob: "value: 25")
    #expect(mqtt.broker.name == "home")
    #expect(mqtt.broker.settings as? MQTTBroker == MQTTBroker(host: "10.0.0.2"))
    var expected = MQTTEndpoint(broker: mqtt.broker, commandTopic: "amp/set")
    expected.initialLevel = 0.25
    #expect(mqtt == expected)
  }

  @Test(
    "Without a `value`, the first level is the lowest of the range, as for the knob",
    arguments: [
      ("", 0), ("range: [-60, 0]", 0), ("range: [-50, 50]", 0), ("range: [20, 80]", 0),
      ("range: [-60, 0]\n    value: -15", 0.75), ("sectors: [a, b, c]", 0),
      ("sectors: [a, b, c]\n    value: b", 0.5),
    ]) func firstLevel(_ knob: String, _ level: Double) throws
  {
    #expect(try control("set: amp/set", knob: knob).initialLevel == level)
  }

  @Test("All keys of a control are read") func longest() throws {
    let mqtt = try control(
      "connection: home", "set: z/lamp/set", "payload: '{\"brightness\": {value}}'",
      "payload_range: [254, 0]", "payload_decimals: 2", "state: z/lamp", "value: color.x",
      "power: state", "get: {topic: z/lamp/get, payload: '{\"brightness\": \"\"}'}",
      "availability: {topic: z/lamp/available, online: 1, offline: 0}", "qos: 1", "retain: true")
    var expected = MQTTEndpoint(
      broker: mqtt.broker, commandTopic: "z/lamp/set",
      range: WireRange(lowest: 254, highest: 0))
    expected.payload = "{\"brightness\": {value}}"
    expected.decimals = 2
    expected.stateTopic = "z/lamp"
    expected.valuePath = ["color", "x"]
    expected.powerPath = ["state"]
    expected.request = .init(topic: "z/lamp/get", payload: "{\"brightness\": \"\"}")
    expected.availability = .init(topic: "z/lamp/available", online: "1", offline: "0")
    expected.quality = 1
    expected.isRetained = true
    #expect(mqtt == expected)
  }

  @Test("A topic alone is enough for `get` and `availability`") func shorthands() throws {
    let mqtt = try control(
      "set: cmnd/lamp/Dimmer", "state: stat/lamp/RESULT", "value: Dimmer", "get: cmnd/lamp/Dimmer",
      "availability: tele/lamp/LWT")
    #expect(mqtt.request == .init(topic: "cmnd/lamp/Dimmer", payload: ""))
    #expect(mqtt.availability == .init(topic: "tele/lamp/LWT"))
  }

  @Test(
    "The decimals follow from the knob's step or the width of the range",
    arguments: [
      ("", "", 0), ("step: 1", "", 0), ("step: 0.5", "", 1), ("step: 0.25", "", 2),
      ("range: [5, 30]\n    step: 0.5", "", 1), ("range: [5, 30]", "", 1), ("range: [0, 1]", "", 2),
      ("range: [0, 0.001]", "", 5), ("range: [0, 63]", "", 0),
      ("step: 1", "payload_range: [0, 255]", 0),
      ("", "payload_range: [0, 1]", 2), ("", "payload_range: [1, 0]", 2),
      ("range: [0, 1]", "payload_range: [0, 1000]", 0), ("step: 0.3", "", 1),
    ]) func decimals(_ knob: String, _ line: String, _ decimals: Int) throws
  {
    #expect(try control("set: t", line, knob: knob).decimals == decimals)
  }

  @Test("All keys of a broker are read, with file paths relative to the layout") func broker()
    throws
  {
    let mqtt = try control(
      "set: t", path: "/etc/knobpanel/home.yaml",
      connections: """
          home:
            mqtt:
              host: broker.lan
              username: panel
              password: {file: secrets/mqtt}
              tls: {ca: /etc/ssl/home.pem, certificate: panel.pem, key: panel.key, insecure: true}
              client_id: hall
              keepalive: 60
        """)
    var broker = MQTTBroker(host: "broker.lan")
    broker.port = 8883
    broker.username = "panel"
    broker.password = .file("/etc/knobpanel/secrets/mqtt")
    var encryption = TLSSettings()
    encryption.authorityFile = "/etc/ssl/home.pem"
    encryption.certificateFile = "/etc/knobpanel/panel.pem"
    encryption.keyFile = "/etc/knobpanel/panel.key"
    encryption.acceptsAnyName = true
    broker.encryption = encryption
    broker.clientID = "hall"
    broker.keepaliveSeconds = 60
    #expect(mqtt.broker.settings as? MQTTBroker == broker)
  }

  @Test(
    "TLS selects the default port",
    arguments: [
      ("tls: true", 8883, true), ("tls: false", 1883, false), ("tls: {}", 8883, true),
      ("{tls: true, port: 1234}", 1234, true), ("port: 1234", 1234, false),
    ]) func encryption(_ line: String, _ port: UInt16, _ isEncrypted: Bool) throws
  {
    let inner = line.hasPrefix("{") ? String(line.dropFirst().dropLast()) : line
    let settings = try control(
      "set: t", connections: "  home: {mqtt: {host: 10.0.0.2, \(inner)}}"
    ).broker.settings
    let broker = try #require(settings as? MQTTBroker)
    #expect(broker.port == port)
    #expect((broker.encryption != nil) == isEncrypted)
  }

  @Test(
    "Host names and addresses are accepted",
    arguments: ["10.0.0.2", "broker.lan", "homeassistant.local", "::1", "fe80::1%eth0"])
  func hosts(_ host: String) throws {
    let connections = "  home: {mqtt: {host: \"\(host)\", password: {environment: P}, username: u}}"
    let settings = try control("set: t", connections: connections).broker.settings
    let broker = try #require(settings as? MQTTBroker)
    #expect(broker.host == host)
    #expect(broker.password == .environment("P"))
  }

  @Test("Moved lines do not make a different connection") func equality() throws {
    let one = try control("set: t", connections: "  home: {mqtt: {host: 10.0.0.2}}")
    let moved = try control("set: t", connections: "\n  # moved\n  home: {mqtt: {host: 10.0.0.2}}")
    let other = try control("set: t", connections: "  home: {mqtt: {host: 10.0.0.3}}")
    #expect(one == moved && one.hashValue == moved.hashValue)
    #expect(one.broker.location != moved.broker.location)
    #expect(one != other)
  }

  @Test("Topics of repeated knobs are numbered, and keep {value}") func repeated() throws {
    let outcome = parse(
      """
      version: 1
      connections: {home: {mqtt: {host: 10.0.0.2}}}
      panel: {size: [1200, 480]}
      grid: {columns: 3, rows: 1}
      knobs:
        "lamp{n}":
          repeat: 3
          cell: [1, 1]
          control: {mqtt: {set: "lamp{n}/set", payload: '{"brightness": {value}}'}}
      """)
    #expect(outcome.text == "")
    let controls = try #require(outcome.layout).knobs.map(\.control)
    for (index, control) in controls.enumerated() {
      guard let mqtt = control?.settings as? MQTTEndpoint else {
        Issue.record("\(String(describing: control))")
        continue
      }
      #expect(mqtt.commandTopic == "lamp\(index + 1)/set")
      #expect(mqtt.payload == "{\"brightness\": {value}}")
    }
    #expect(controls.count == 3)
  }
}
