import JSON
import Layout
import Linux
import MQTTBench
import Testing

@testable import Controls

/// Controls of a good server, and of one that is slow, restarts or has other entities.
@Suite struct HomeAssistantControlTests {
  static let light = #"{"s":"on","a":{"brightness":51,"supported_color_modes":["brightness"]}}"#

  /// A rig whose first control is a light at level 0.2.
  static func rig(_ server: ScriptedHomeAssistant) throws -> HomeAssistantRig {
    server.states["light.a"] = light
    server.follow = { [unowned server] entity, call in
      guard let brightness = call["service_data"]?["brightness"]?.number else { return }
      server.change(entity, "on", "{\"brightness\":\(Int(brightness))}")
    }
    let rig = try HomeAssistantRig(server, .knob("light.a"))
    try rig.run { rig.reported == [.level(0.2)] }
    return rig
  }

  @Test("The token is sent, the layout's entities are subscribed to, and nothing is written")
  func opening() throws {
    let server = try ScriptedHomeAssistant()
    let rig = try Self.rig(server)
    #expect(server.paths == ["GET /api/websocket HTTP/1.1"])
    #expect(server.types == ["auth", "subscribe_entities"])
    #expect(server.requests.last?["entity_ids"]?.line == "[\"light.a\"]")
    try rig.advance(milliseconds: 5000)
    #expect(server.calls == [])
    #expect(!server.hasReceivedUnmasked)
  }

  @Test("A turn is sent at most ten times a second, and ends at the last value")
  func turn() throws {
    let server = try ScriptedHomeAssistant()
    let rig = try Self.rig(server)
    for percent in 20..<80 {
      rig.control.set(level: Double(percent) / 100, isFinal: false)
      try rig.advance(milliseconds: 10)
    }
    rig.control.set(level: 0.8, isFinal: true)
    try rig.advance(milliseconds: 2000)
    #expect(server.calls.last == #"light.turn_on {"brightness": 204} light.a"#)
    #expect(server.calls.count <= 9)
    #expect(rig.reported == [.level(0.2)])
    server.change("light.a", "off", "{\"brightness\":null}")
    try rig.run { rig.reported.last == .level(0) }
    try rig.advance(milliseconds: 100)
    #expect(rig.connection.pending.isEmpty)
    // The IDs rise.
    let ids = server.requests.compactMap { $0["id"]?.number }
    #expect(ids == ids.sorted() && Set(ids).count == ids.count)
  }

  @Test("A slow server gets one value at a time, and the last one at once") func slow() throws {
    let server = try ScriptedHomeAssistant()
    let rig = try Self.rig(server)
    server.delayMicroseconds = 1_000_000
    for percent in 20..<80 {
      rig.control.set(level: Double(percent) / 100, isFinal: false)
      try rig.advance(milliseconds: 10)
    }
    #expect(server.calls.count == 1)
    rig.control.set(level: 0.8, isFinal: true)
    try rig.settle()
    #expect(server.calls.last == #"light.turn_on {"brightness": 204} light.a"#)
    try rig.advance(milliseconds: 3000)
    #expect(server.calls.count == 2)
    #expect(rig.reported == [.level(0.2)])
  }

  @Test("Volume and mute are apart, and both are followed") func mute() throws {
    let server = try ScriptedHomeAssistant()
    server.states["media_player.a"] =
      #"{"s":"playing","a":{"volume_level":0.4,"is_volume_muted":false,"supported_features":12}}"#
    let rig = try HomeAssistantRig(server, .knob("media_player.a"))
    try rig.run { rig.reported == [.muted(false), .level(0.4)] }
    rig.control.set(isMuted: true)
    try rig.run { server.calls.count == 1 }
    #expect(
      server.calls == [#"media_player.volume_mute {"is_volume_muted": true} media_player.a"#])
    server.change("media_player.a", "playing", #"{"is_volume_muted":true}"#)
    try rig.advance(milliseconds: 100)
    server.change("media_player.a", "playing", #"{"is_volume_muted":false,"volume_level":0.1}"#)
    try rig.run { rig.reported.last == .level(0.1) }
    #expect(rig.reported.contains(.muted(false)))
  }

  @Test("Buttons call services: with an entity, with data, and without an entity")
  func buttons() throws {
    let server = try ScriptedHomeAssistant()
    server.states["scene.a"] = #"{"s":"unknown"}"#
    server.states["switch.a"] = #"{"s":"off"}"#
    let rig = try HomeAssistantRig(
      server, .push("scene.a", "scene.turn_on"), .toggle("switch.a"),
      .push("", "notify.all", data: #"{"message": "Hello"}"#))
    try rig.run { rig.events[1] == [.level(0)] && !rig.events[2].isEmpty }
    for control in rig.controls { control.set(level: 1, isFinal: true) }
    try rig.run { server.calls.count == 3 }
    #expect(
      Set(server.calls) == [
        "scene.turn_on scene.a", "switch.turn_on switch.a", #"notify.all {"message": "Hello"}"#,
      ])
    // Without an answer a press can be repeated.
    server.ignoresCalls = true
    rig.controls[0].set(level: 1, isFinal: true)
    rig.controls[0].set(level: 1, isFinal: true)
    try rig.run { server.calls.count == 5 }
    try rig.advance(milliseconds: 10_000)
    #expect(HomeAssistantRig.reason(rig.events[0].last).contains("has not ended within 10 seconds"))
  }

  @Test("Without entities nothing is subscribed to: the server would send all of its entities")
  func withoutEntities() throws {
    let server = try ScriptedHomeAssistant()
    let rig = try HomeAssistantRig(server, .push("", "script.hello"))
    try rig.run { !rig.reported.isEmpty }
    #expect(server.types == ["auth"])
  }

  @Test("Labels show numbers and texts, and each text once") func labels() throws {
    let server = try ScriptedHomeAssistant()
    server.states["sensor.a"] = #"{"s":"21.5"}"#
    server.states["media_player.a"] = #"{"s":"playing","a":{"media_title":"Song"}}"#
    let rig = try HomeAssistantRig(
      server, .label("sensor.a"), .label("media_player.a", "media_title"))
    try rig.run { rig.events == [[.level(0.215)], [.text("Song")]] }
    server.change("media_player.a", "playing", #"{"media_title":"Song","volume_level":0.3}"#)
    server.change("sensor.a", "22.5")
    server.send(event: #"{"c":{"media_player.a":{"+":{"s":"idle"},"-":{"a":["media_title"]}}}}"#)
    try rig.advance(milliseconds: 100)
    #expect(rig.events[0].last == .level(0.225))
    #expect(rig.events[1].count == 2)
    #expect(HomeAssistantRig.reason(rig.events[1].last).contains("no media_title now"))
  }

  @Test("Unavailable is offline, unknown is unknown, and both end") func absences() throws {
    let server = try ScriptedHomeAssistant()
    let rig = try Self.rig(server)
    server.change("light.a", "unavailable")
    try rig.run { rig.reported.count == 2 }
    #expect(rig.reason.hasSuffix("light.a is unavailable"))
    rig.control.set(level: 0.9, isFinal: true)
    try rig.advance(milliseconds: 1000)
    #expect(server.calls == [])
    server.change("light.a", "on", "{\"brightness\":102}")
    try rig.advance(milliseconds: 1000)
    #expect(rig.reported.last == .level(0.4))
    server.change("light.a", "unknown", "{\"brightness\":null}")
    try rig.advance(milliseconds: 1000)
    guard case .unknown? = rig.reported.last else {
      Issue.record("\(rig.reported)")
      return
    }
  }

  @Test("A misspelt entity is told once, with the nearest one of 5,000") func misspelt() throws {
    let server = try ScriptedHomeAssistant()
    server.registry = (0..<5000).map { "sensor.number_\($0)" } + ["light.kitchen"]
    let rig = try HomeAssistantRig(server, .knob("light.kitchn"))
    try rig.run { !rig.reported.isEmpty }
    #expect(rig.reason.hasSuffix("there is no entity light.kitchn; did you mean light.kitchen?"))
    try rig.advance(milliseconds: 60_000)
    #expect(rig.reported.count == 1)
    #expect(server.types.count { $0.hasPrefix("config/") } == 1)
    server.send(event: "{\"a\":{\"light.kitchn\":\(Self.light)}}")
    try rig.run { rig.reported.last == .level(0.2) }
  }

  @Test("An entity that is registered but not loaded is no misspelling") func starting() throws {
    let server = try ScriptedHomeAssistant()
    server.registry = ["light.a", "light.b"]
    let rig = try HomeAssistantRig(server, .knob("light.a"))
    try rig.run { !rig.reported.isEmpty }
    #expect(rig.reason.contains("light.a has no state: its integration is starting"))
  }

  @Test("A removed entity is offline, and back when it is added") func removed() throws {
    let server = try ScriptedHomeAssistant()
    let rig = try Self.rig(server)
    server.send(event: #"{"r":["light.a"]}"#)
    try rig.run { rig.reported.count == 2 }
    #expect(rig.reason.hasSuffix("light.a was removed or renamed in Home Assistant"))
    server.send(event: "{\"a\":{\"light.a\":\(Self.light)}}")
    try rig.advance(milliseconds: 1000)
    #expect(rig.reported.last == .level(0.2))
  }

  @Test("A restart in the middle of a turn drops what waits, and the state is read again")
  func restart() throws {
    let server = try ScriptedHomeAssistant()
    let rig = try Self.rig(server)
    server.ignoresCalls = true
    rig.control.set(level: 0.3, isFinal: false)
    rig.control.set(level: 0.9, isFinal: false)
    try rig.settle()
    server.send(frame: 0x88, [3, 232])
    try rig.run { server.hasReceivedClose }
    server.server.hangUp()
    server.states["light.a"] = #"{"s":"on","a":{"brightness":255}}"#
    try rig.advance(milliseconds: 3000)
    #expect(rig.reported.contains { HomeAssistantRig.reason($0).contains("no longer answers") })
    #expect(rig.reported.last == .level(1))
    #expect(server.calls.count == 1)
  }

  @Test("Items that come and go change the subscription") func members() throws {
    let server = try ScriptedHomeAssistant()
    let rig = try Self.rig(server)
    server.states["light.b"] = Self.light
    rig.add(.knob("light.b"))
    try rig.run { rig.events[1] == [.level(0.2)] }
    #expect(
      server.types == ["auth", "subscribe_entities", "subscribe_entities", "unsubscribe_events"])
    rig.add(.knob("light.b"))
    try rig.run { rig.events[2] == [.level(0.2)] }
    #expect(server.types.count == 4)
    rig.remove(0)
    try rig.advance(milliseconds: 1000)
    server.send(event: #"{"r":["light.a"]}"#)
    try rig.advance(milliseconds: 100)
    #expect(rig.reported == [.level(0.2)])
  }

  @Test("Items that come together share one subscription") func together() throws {
    let server = try ScriptedHomeAssistant()
    let rig = try Self.rig(server)
    for index in 0..<100 {
      server.states["light.\(index)"] = Self.light
      rig.add(.knob("light.\(index)"))
    }
    try rig.run { rig.events.allSatisfy { $0 == [.level(0.2)] } }
    #expect(server.types.count { $0 == "subscribe_entities" } == 2)
  }

  @Test("An item that comes before the first states is subscribed to as well") func early() throws {
    let server = try ScriptedHomeAssistant()
    (server.states["light.a"], server.states["light.b"]) = (Self.light, Self.light)
    let rig = try HomeAssistantRig(server, .knob("light.a"))
    try rig.run { rig.connection.subscription != nil }
    #expect(!rig.connection.isOpen)
    rig.add(.knob("light.b"))
    try rig.run { rig.events == [[.level(0.2)], [.level(0.2)]] }
  }

  @Test("A state from before an item went is not shown when it is back") func back() throws {
    let server = try ScriptedHomeAssistant()
    let rig = try Self.rig(server)
    server.states["light.b"] = Self.light
    rig.remove(0)
    rig.add(.knob("light.b"))
    try rig.run { rig.events.last == [.level(0.2)] }
    server.states["light.a"] = #"{"s":"off"}"#
    rig.add(.knob("light.a"))
    try rig.run { rig.events.last == [.level(0)] }
  }

  @Test("Steps smaller than 1 are seen and sent") func smallSteps() throws {
    let server = try ScriptedHomeAssistant()
    server.states["number.a"] = #"{"s":"0.42","a":{"min":0,"max":1,"step":0.01}}"#
    let rig = try HomeAssistantRig(server, .knob("number.a", range: 0...1))
    try rig.run { rig.reported == [.level(0.42)] }
    rig.control.set(level: 0.43, isFinal: true)
    try rig.run { server.calls == [#"number.set_value {"value": 0.43} number.a"#] }
    server.change("number.a", "0.43")
    try rig.advance(milliseconds: 2000)
    server.change("number.a", "0.44")
    try rig.run { rig.reported.last == .level(0.44) }
    #expect(rig.reported.count == 2)
  }

  @Test("A frozen server is lost after a ping without an answer") func frozen() throws {
    let server = try ScriptedHomeAssistant()
    let rig = try Self.rig(server)
    try rig.advance(milliseconds: 31_000)
    #expect(server.pingCount == 1)
    server.isSilent = true
    try rig.advance(milliseconds: 35_000)
    #expect(rig.reason.hasSuffix("the server no longer answers"))
  }

  @Test("A range that the entity does not accept is told, and such values are not sent")
  func range() throws {
    let server = try ScriptedHomeAssistant()
    server.states["climate.a"] =
      #"{"s":"heat","a":{"temperature":20,"min_temp":7,"max_temp":35}}"#
    let rig = try HomeAssistantRig(server, .knob("climate.a", range: 0...100))
    try rig.run { rig.reported.count == 2 }
    #expect(rig.reported.last == .level(0.2))
    #expect(
      HomeAssistantRig.reason(rig.reported[0])
        == "climate.a: it accepts only 7 to 35, but the knob has 0 to 100; correct its `range`")
    rig.control.set(level: 0.8, isFinal: true)
    try rig.advance(milliseconds: 1000)
    #expect(server.calls == [])
    #expect(rig.reported.last == .level(0.2))
    rig.control.set(level: 0.21, isFinal: true)
    try rig.run { server.calls == [#"climate.set_temperature {"temperature": 21} climate.a"#] }
  }
}
