import Foundation
import MQTTBench
import Testing

/// The built program with a real broker.
@Suite struct MQTTTests {
  private static func layout(port: UInt16, more: String = "") -> String {
    """
    version: 1
    connections:
      home:
        mqtt:
          host: localhost
          port: \(port)
    \(more)
    knobs:
      lamp:
        center: [400, 240]
        diameter: 300
        control:
          mqtt:
            set: zigbee2mqtt/lamp/set
            payload: '{"brightness": {value}}'
            payload_range: [0, 254]
            state: zigbee2mqtt/lamp
            value: brightness
            power: state

    """
  }

  /// The keys of a password whose file is missing.
  private static let secret = "      username: panel\n      password: {file: secret}"

  @Test("The state of a lamp is an event, and nothing is sent to it") func remoteState() throws {
    let broker = try MosquittoBroker()
    let listener = try broker.listen()
    try broker.publish("{\"brightness\": 127, \"state\": \"ON\"}", on: "zigbee2mqtt/lamp")
    try Knobpanel.inFolder { folder in
      let panel = try RunningPanel(Self.layout(port: broker.port), in: folder)
      try panel.wait("its state") { _ in panel.events == ["lamp remote 50"] }
      try broker.publish("{\"brightness\": 254, \"state\": \"OFF\"}", on: "zigbee2mqtt/lamp")
      try panel.wait("its end") { _ in panel.events == ["lamp remote 50", "lamp remote 0"] }
      let count = panel.eventLines.count
      // The broker restarts, and the knob goes offline and comes back.
      broker.kill()
      try panel.wait("the broker is gone") { $0.contains("nothing listens there") }
      try broker.start()
      try broker.publish("{\"brightness\": 254, \"state\": \"ON\"}", on: "zigbee2mqtt/lamp")
      try panel.wait("its state again") { _ in panel.events.last == "lamp remote 100" }
      let lines = panel.eventLines.dropFirst(count)
      #expect(lines.first?.contains(#""knob":"lamp","event":"offline","reason":"#) == true)
      #expect(
        lines.dropLast().last?.contains(#""knob":"lamp","event":"online","source":"mqtt"}"#) == true
      )
      #expect(lines.last?.contains(#""event":"remote","value":100,"#) == true)
      try panel.expectToEnd()
    }
    #expect(listener.topics == ["zigbee2mqtt/lamp"])
  }

  @Test("A missing password is reported with its path and line, before connecting") func password()
    throws
  {
    let server = try TestServer()
    try Knobpanel.inFolder { folder in
      try Data(Self.layout(port: server.port, more: Self.secret).utf8)
        .write(to: folder.appending(path: "lamp.yaml"))
      let path = folder.appending(path: "lamp.yaml").path
      let outcome = try Knobpanel.run(["run", path, "--display", "headless"], in: folder)
      #expect(outcome.status == 1)
      let secret = folder.appending(path: "secret").path
      #expect(
        outcome.errors.contains(
          "there is no password: \(secret): No such file or directory (stat) (line 3)"),
        "\(outcome.errors)")
      #expect(server.count == 0)
    }
  }

  @Test("`check` connects to no broker and reads no secret") func check() throws {
    let server = try TestServer()
    try Knobpanel.inFolder { folder in
      try Data(Self.layout(port: server.port, more: Self.secret).utf8)
        .write(to: folder.appending(path: "lamp.yaml"))
      let outcome = try Knobpanel.run(["check", "lamp.yaml"], in: folder)
      #expect(outcome.output == "lamp.yaml: valid\n")
      #expect(server.count == 0)
    }
  }
}
