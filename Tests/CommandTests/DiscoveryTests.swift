import ChildPrograms
import Foundation
import MQTTBench
import TestPatience
import Testing

/// The built program as a Home Assistant device at a real broker.
@Suite struct DiscoveryTests {
  private static func layout(port: UInt16, knobs: String = "", discovery: String = "{id: hall}")
    -> String
  {
    """
    version: 1
    connections:
      home:
        mqtt: {host: 127.0.0.1, port: \(port), discovery: \(discovery)}
    pages:
      rooms:
        name: Rooms
        knobs:
          a: {center: [120, 120], diameter: 150, unit: "%"}
          input: {center: [320, 120], diameter: 150, sectors: [Radio, CD, TV], guards: {lock: tap}}
          lamp:
            center: [520, 120]
            diameter: 150
            control: {mqtt: {set: lamp/set, state: lamp}}
    \(knobs)
        buttons:
          quiet: {center: [120, 320], size: [120, 60], text: Quiet, mute: a}
          ten: {center: [320, 320], size: [120, 60], text: Ten, preset: {a: 10}}
      night: {name: Night}

    """
  }

  @Test("Knobs, buttons and pages are announced, reported and controlled") func device() throws {
    let broker = try MosquittoBroker()
    let listener = try broker.listen()
    try Knobpanel.inFolder { folder in
      let panel = try RunningPanel(Self.layout(port: broker.port), in: folder)
      func state(_ object: String) -> String? {
        listener.messages(on: "knobpanel/hall/\(object)/state").last
      }
      func availability(_ object: String) -> String? {
        listener.messages(on: "knobpanel/hall/\(object)/availability").last
      }
      func set(_ object: String, _ text: String) throws {
        try broker.publish(text, on: "knobpanel/hall/\(object)/set", isRetained: false)
      }
      func wait(_ what: String, until isSo: () -> Bool) throws {
        try panel.wait(what, or: [listener.descriptor]) { _ in isSo() }
      }
      try wait("the panel is announced") {
        listener.messages(on: "knobpanel/hall/availability") == ["online"]
      }
      #expect(
        listener.topics.filter { $0.hasSuffix("config") }
          == Set([
            "homeassistant/number/hall/knob_a/config",
            "homeassistant/select/hall/knob_input/config",
            "homeassistant/number/hall/knob_lamp/config",
            "homeassistant/switch/hall/button_quiet/config",
            "homeassistant/button/hall/button_ten/config",
            "homeassistant/select/hall/page/config",
            "homeassistant/switch/hall/screen/config",
            "homeassistant/number/hall/brightness/config",
            "homeassistant/sensor/hall/last_touch/config",
            "homeassistant/sensor/hall/layout/config",
            "homeassistant/button/hall/reload/config",
            "homeassistant/image/hall/screenshot/config",
            "homeassistant/button/hall/take_screenshot/config",
          ]))
      #expect(state("knob_input") == "Radio" && state("page") == "Rooms")
      #expect(availability("knob_lamp") == "offline")

      // The lamp reports its state.
      try broker.publish("30", on: "lamp")
      try wait("the lamp is there") {
        availability("knob_lamp") == "online" && state("knob_lamp") == "30"
      }
      try set("knob_lamp", "70")
      try wait("the lamp is set") { listener.messages(on: "lamp/set") == ["70"] }

      try set("knob_a", "400")
      try wait("limited") { state("knob_a") == "100" }
      try set("button_ten", "PRESS")
      try wait("preset") { state("knob_a") == "10" }
      try set("button_quiet", "ON")
      try wait("muted") { state("button_quiet") == "ON" && state("knob_a") == "0" }
      try set("button_quiet", "ON")
      try set("button_quiet", "OFF")
      try wait("not muted") { state("button_quiet") == "OFF" && state("knob_a") == "10" }
      try set("knob_input", "TV")
      try wait("input") { state("knob_input") == "TV" }
      try set("page", "Night")
      try wait("page") { state("page") == "Night" }

      #expect(state("screen") == "ON" && state("brightness") == "100")
      try set("screen", "OFF")
      try wait("off") { state("screen") == "OFF" }
      try set("brightness", "40")
      try wait("lit") { state("screen") == "ON" && state("brightness") == "40" }

      // Saved without the lamp.
      let shorter = Self.layout(port: broker.port)
        .replacingOccurrences(of: " lamp:", with: " light:")
      try Data(shorter.utf8).write(to: panel.layout)
      try wait("the lamp is gone") {
        listener.messages(on: "homeassistant/number/hall/knob_lamp/config").last == ""
          && listener.messages(on: "homeassistant/number/hall/knob_light/config").count == 1
      }

      // Saved with an error, then without.
      #expect(state("layout") == "good" && state("last_touch") == nil)
      try Data("version: 1\nknobs: {a: {}}\n".utf8).write(to: panel.layout)
      try wait("the error is reported") {
        state("layout")?.contains("panel.yaml:2:9 knob") == true
      }
      try Data(shorter.utf8).write(to: panel.layout)
      try wait("the layout is valid") { state("layout") == "good" }
      try panel.wait("both valid ones are shown") { _ in panel.reloadCount == 2 }
      try set("reload", "PRESS")
      try panel.wait("it is read again") { _ in panel.reloadCount == 3 }

      #expect(state("screenshot") == nil)
      try set("take_screenshot", "PRESS")
      try wait("a picture is sent") { state("screenshot") != nil }
      let picture = try #require(state("screenshot").flatMap { Data(base64Encoded: $0) })
      #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      #expect(try !broker.listen().hasRetained("knobpanel/hall/screenshot/state"))

      try panel.expectToEnd()
    }
    try listener.wait("its end") {
      listener.messages(on: "knobpanel/hall/availability").last == "offline"
    }
    // The broker may add the identical will if it sees the connection close before it reads the
    // DISCONNECT.
    let states = listener.messages(on: "knobpanel/hall/availability")
    #expect(
      states.first == "online" && states.dropFirst().allSatisfy { $0 == "offline" }, "\(states)")
  }

  @Test("A killed panel goes offline by its will") func will() throws {
    let broker = try MosquittoBroker()
    let listener = try broker.listen()
    try Knobpanel.inFolder { folder in
      let panel = try RunningPanel(Self.layout(port: broker.port), in: folder)
      try panel.wait("the panel is announced", or: [listener.descriptor]) { _ in
        listener.messages(on: "knobpanel/hall/availability") == ["online"]
      }
      panel.send(SIGKILL)
      try listener.wait("its end") {
        listener.messages(on: "knobpanel/hall/availability").count == 2
      }
    }
    #expect(listener.messages(on: "knobpanel/hall/availability") == ["online", "offline"])
  }

  @Test("Saving without discovery removes the device from the broker") func withdrawal() throws {
    let broker = try MosquittoBroker()
    let listener = try broker.listen()
    try Knobpanel.inFolder { folder in
      let panel = try RunningPanel(Self.layout(port: broker.port), in: folder)
      try panel.wait("the panel is announced", or: [listener.descriptor]) { _ in
        listener.messages(on: "knobpanel/hall/availability") == ["online"]
      }
      try Data(Self.layout(port: broker.port, discovery: "false").utf8).write(to: panel.layout)
      let topic = "homeassistant/number/hall/knob_a/config"
      try panel.wait("it is gone", or: [listener.descriptor]) { _ in
        listener.messages(on: topic).last == ""
      }
    }
    #expect(try !broker.listen().hasRetained("homeassistant/number/hall/knob_a/config"))
  }

  @Test(
    "Invalid discovery keys are reported",
    arguments: [
      ("{id: the hall}", "may contain only letters"), ("{prefix: 'a/#'}", "matches many topics"),
      ("yes", "`true` or `false`"), ("{identifier: a}", "id"),
    ])
  func invalidKeys(discovery: String, message: String) throws {
    try Knobpanel.inFolder { folder in
      try Data(Self.layout(port: 1883, discovery: discovery).utf8)
        .write(to: folder.appending(path: "a.yaml"))
      let outcome = try Knobpanel.run(["check", "a.yaml"], in: folder)
      #expect(outcome.status == 1)
      #expect((outcome.output + outcome.errors).contains(message), "\(outcome)")
    }
  }

  @Test("A connection used only for Home Assistant is not an error") func unusedConnection() throws
  {
    try Knobpanel.inFolder { folder in
      let text = """
        version: 1
        connections: {home: {mqtt: {host: 10.0.0.2, discovery: true}}}
        knobs: {a: {center: [400, 240], diameter: 300}}

        """
      try Data(text.utf8).write(to: folder.appending(path: "a.yaml"))
      let outcome = try Knobpanel.run(["check", "a.yaml"], in: folder)
      #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    }
  }
}

extension MosquittoListener {
  /// Waits until a condition holds, checking after each message.
  func wait(_ what: String, until isSo: () -> Bool) throws {
    try Patience.wait(what, for: [descriptor], until: isSo)
  }
}
