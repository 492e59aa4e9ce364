import Linux
import MQTTBench
import Testing

@testable import Controls

/// A panel at a real mosquitto; mosquitto_pub and mosquitto_sub stand for Home Assistant.
@Suite struct DiscoveryTests {
  private static let availability = "knobpanel/hall/availability"
  private static let number = "homeassistant/number/hall/knob_a/config"

  @Test("Entities, states and then availability are published and retained")
  func announcement() throws {
    let broker = try MosquittoBroker()
    let listener = try broker.listen()
    let rig = try DiscoveryRig(port: broker.port)
    rig.start()
    rig.service.update(0, .number(42), isAvailable: true)
    rig.service.update(1, .number(-20), isAvailable: false)
    rig.service.update(6, .on(true), isAvailable: true)
    try rig.run { listener.messages(on: Self.availability) == ["online"] }
    #expect(
      listener.topics.count(where: { $0.hasSuffix("/config") })
        == DiscoveryMessageTests.entities.count)
    #expect(listener.messages(on: "knobpanel/hall/knob_a/state") == ["42"])
    #expect(listener.messages(on: "knobpanel/hall/knob_b/availability") == ["offline"])
    #expect(listener.messages(on: "knobpanel/hall/button_g/state") == ["ON"])
    let late = try broker.listen()
    for topic in [Self.number, "knobpanel/hall/knob_a/state", Self.availability] {
      #expect(late.hasRetained(topic), "\(topic)")
    }
  }

  @Test("Changes are sent once and at once; of many, the last is sent") func states() throws {
    let broker = try MosquittoBroker()
    let listener = try broker.listen()
    let rig = try DiscoveryRig(port: broker.port)
    rig.start()
    try rig.run { listener.messages(on: Self.availability) == ["online"] }
    for value in 1...1000 { rig.service.update(0, .number(Double(value)), isAvailable: true) }
    let topic = "knobpanel/hall/knob_a/state"
    try rig.run { listener.messages(on: topic) == ["1"] }
    try rig.advance(milliseconds: 99)
    try listener.catchUp()
    #expect(listener.messages(on: topic) == ["1"])
    try rig.advance(milliseconds: 1)
    try rig.run { listener.messages(on: topic) == ["1", "1000"] }
    rig.service.update(1, .number(1), isAvailable: false)
    rig.service.update(1, .number(1), isAvailable: false)
    rig.service.update(1, .number(1), isAvailable: true)
    try rig.run { listener.messages(on: "knobpanel/hall/knob_b/availability").count == 3 }
    #expect(
      listener.messages(on: "knobpanel/hall/knob_b/availability")
        == ["online", "offline", "online"])
  }

  @Test("A large picture is sent once, not retained, and delays nothing else")
  func pictures() throws {
    let broker = try MosquittoBroker()
    let listener = try broker.listen()
    let rig = try DiscoveryRig(port: broker.port)
    let place = try #require(
      DiscoveryMessageTests.entities.firstIndex { $0.kind == .picture })
    let topic = "knobpanel/hall/screenshot/state"
    rig.start()
    try rig.run { listener.messages(on: Self.availability) == ["online"] }
    let text = String(repeating: "A", count: PanelEntity.pictureByteLimit)
    for letter in ["A", "B"] {
      let picture = letter + text.dropFirst()
      rig.service.update(place, .none, isAvailable: true)
      rig.service.update(place, .picture(picture), isAvailable: true)
      rig.service.update(0, .number(letter == "A" ? 1 : 2), isAvailable: true)
      try rig.advance(milliseconds: 100)
      try rig.run { listener.messages(on: topic).last == picture }
    }
    try rig.run { listener.messages(on: "knobpanel/hall/knob_a/state").last == "2" }
    #expect(listener.messages(on: topic).count == 2 && rig.reports == [])
    #expect(try !broker.listen().hasRetained(topic))
  }

  @Test("Commands arrive; retained and invalid ones are ignored")
  func commands() throws {
    let broker = try MosquittoBroker()
    try broker.publish("66", on: "knobpanel/hall/knob_a/set")
    let listener = try broker.listen()
    let rig = try DiscoveryRig(port: broker.port)
    rig.start()
    try rig.run { listener.messages(on: Self.availability) == ["online"] }
    try broker.publish("loud", on: "knobpanel/hall/knob_a/set", isRetained: false)
    try broker.publish("1", on: "knobpanel/hall/knob_z/set", isRetained: false)
    try broker.publish("TV", on: "knobpanel/hall/knob_c/set", isRetained: false)
    try broker.publish("PRESS", on: "knobpanel/hall/button_f/set", isRetained: false)
    try broker.publish("OFF", on: "knobpanel/hall/button_g/set", isRetained: false)
    try broker.publish("Two", on: "knobpanel/hall/page/set", isRetained: false)
    try broker.publish("17", on: "knobpanel/hall/knob_a/set", isRetained: false)
    try rig.run { rig.commands.count == 5 }
    #expect(
      rig.commands == ["2 choice(1)", "5 press", "6 on(false)", "7 choice(1)", "0 number(17.0)"])
    // Only the first, because reports are limited to one a minute.
    #expect(rig.reports.count == 1)
    #expect(rig.reports.first?.contains("\"loud\" is not a valid command") == true)
  }

  /// Reads one topic.
  private final class TopicReader: MQTTConnection.Member {
    let topics: [String]
    let quality: UInt8 = 0
    var received: [String] = []

    init(_ topic: String) { topics = [topic] }

    func didOpen() {}
    func didReceive(_ payload: Payload, on topic: String) {
      received.append(String(decoding: payload.bytes, as: UTF8.self))
    }
    func didSkip(byteCount: Int, on topic: String) {}
    func didRefuse(_ topic: String) {}
    func didDeliver(id: UInt16) {}
    func didLose(reason: String) {}
  }

  @Test("A control that reads a command topic takes no commands from the panel")
  func sharedTopic() throws {
    let broker = try MosquittoBroker()
    let listener = try broker.listen()
    let rig = try DiscoveryRig(port: broker.port)
    let reader = TopicReader("knobpanel/hall/knob_a/set")
    rig.connection.join(reader)
    rig.start()
    try rig.run { listener.messages(on: Self.availability) == ["online"] }
    try broker.publish("17", on: "knobpanel/hall/knob_a/set", isRetained: false)
    try rig.run { !rig.commands.isEmpty && !reader.received.isEmpty }
    #expect(Set(rig.commands) == ["0 number(17.0)"] && Set(reader.received) == ["17"])
    rig.connection.leave(reader)
  }

  @Test("Repeated reload commands reload at most once a second, and once at the end")
  func reloads() throws {
    let broker = try MosquittoBroker()
    let listener = try broker.listen()
    let rig = try DiscoveryRig(port: broker.port)
    rig.start([PanelEntity(.reload, name: "Reload", .push)])
    try rig.run { listener.messages(on: Self.availability) == ["online"] }
    for _ in 0..<20 {
      try broker.publish("PRESS", on: "knobpanel/hall/reload/set", isRetained: false)
    }
    try rig.run { rig.commands == ["0 press"] }
    try rig.settle()
    try rig.advance(milliseconds: 999)
    #expect(rig.commands.count == 1)
    try rig.advance(milliseconds: 1)
    #expect(rig.commands.count == 2)
    try rig.advance(milliseconds: 5000)
    #expect(rig.commands.count == 2)
  }

  @Test("Waiting commands are matched to the entities of a new layout, or dropped")
  func commandsOfAnotherLayout() throws {
    let broker = try MosquittoBroker()
    let listener = try broker.listen()
    let rig = try DiscoveryRig(port: broker.port)
    let entities = ["a", "b", "c"].map {
      PanelEntity(.knob($0), name: $0, .number(0...100, step: 1))
    }
    rig.start(entities)
    try rig.run { listener.messages(on: Self.availability) == ["online"] }
    var commands: [String] = []
    rig.service.onCommand = { [unowned rig] index, command in
      commands.append("\(index) \(command)")
      // The first waiting command shows another layout.
      if commands.count == 4 { rig.service.announce([entities[2]]) }
    }
    for number in 1...2 {
      for name in ["a", "b", "c"] {
        try broker.publish(
          "\(number)", on: "knobpanel/hall/knob_\(name)/set", isRetained: false)
      }
    }
    try rig.run { commands.count == 3 }
    try rig.settle()
    try rig.advance(milliseconds: 100)
    #expect(
      commands == [
        "0 number(1.0)", "1 number(1.0)", "2 number(1.0)", "0 number(2.0)", "0 number(2.0)",
      ])
  }

  @Test("Entities that left the layout are removed; others are not sent again") func layouts()
    throws
  {
    let broker = try MosquittoBroker()
    let listener = try broker.listen()
    let rig = try DiscoveryRig(port: broker.port)
    rig.start()
    rig.service.update(0, .number(42), isAvailable: true)
    try rig.run { listener.messages(on: Self.availability) == ["online"] }
    var other = Array(DiscoveryMessageTests.entities.dropFirst())
    other[1].kind = .number(0...1, step: 0.1)
    rig.service.announce(other)
    rig.service.update(1, .number(0.5), isAvailable: true)
    try rig.run { listener.messages(on: "knobpanel/hall/knob_c/state").last == "0.5" }
    #expect(listener.messages(on: Self.number).last == "")
    #expect(listener.messages(on: "knobpanel/hall/knob_a/state") == ["42", ""])
    #expect(listener.messages(on: "homeassistant/select/hall/knob_c/config").last == "")
    #expect(listener.messages(on: "homeassistant/number/hall/knob_c/config").count == 1)
    #expect(listener.messages(on: "homeassistant/number/hall/knob_b/config").count == 1)
    let late = try broker.listen()
    #expect(!late.hasRetained(Self.number) && !late.hasRetained("knobpanel/hall/knob_a/state"))
  }

  @Test("Entities of an earlier layout are removed at the start; foreign ones stay")
  func leftovers() throws {
    let broker = try MosquittoBroker()
    let old = "homeassistant/number/hall/knob_old/config"
    let changed = "homeassistant/select/hall/knob_a/config"
    let foreign = "homeassistant/number/kitchen/knob_old/config"
    for topic in [old, changed, foreign] { try broker.publish("{}", on: topic) }
    try broker.publish("5", on: "knobpanel/hall/knob_old/state")
    let listener = try broker.listen()
    let rig = try DiscoveryRig(port: broker.port)
    rig.start()
    try rig.run {
      listener.messages(on: Self.availability) == ["online"] && listener.messages(on: old) == [""]
        && listener.messages(on: changed) == [""]
    }
    let late = try broker.listen()
    #expect(late.hasRetained(foreign) && late.hasRetained(Self.number))
    #expect(!late.hasRetained(old) && !late.hasRetained("knobpanel/hall/knob_old/state"))
  }

  /// Whether the panel has reported that it is offline.
  ///
  /// It may do so twice: the broker also sends the will if it finds the connection closed before it
  /// reads the DISCONNECT.
  private static func isGone(_ listener: MosquittoListener) -> Bool {
    let messages = listener.messages(on: availability)
    return messages.first == "online" && messages.count > 1
      && messages.dropFirst().allSatisfy { $0 == "offline" }
  }

  @Test("The panel goes offline when it ends, and its announcements stay") func end() throws {
    let broker = try MosquittoBroker()
    let listener = try broker.listen()
    let rig = try DiscoveryRig(port: broker.port)
    rig.start()
    try rig.run { listener.messages(on: Self.availability) == ["online"] }
    rig.service.stop(remaining: nil)
    try rig.run { Self.isGone(listener) }
    #expect(try broker.listen().hasRetained(Self.number))
  }

  @Test("A panel that stops announcing over this connection removes its entities") func withdrawal()
    throws
  {
    let broker = try MosquittoBroker()
    let listener = try broker.listen()
    let rig = try DiscoveryRig(port: broker.port)
    rig.start()
    try rig.run { listener.messages(on: Self.availability) == ["online"] }
    let same = try DiscoveryRig(port: broker.port)
    rig.service.stop(remaining: [])
    try rig.run { Self.isGone(listener) }
    #expect(listener.messages(on: Self.number).last == "")
    #expect(same.reports == [])
  }

  @Test("A late will is overridden after a second") func lateWill() throws {
    let broker = try MosquittoBroker()
    let listener = try broker.listen()
    let rig = try DiscoveryRig(port: broker.port)
    rig.start()
    try rig.run { listener.messages(on: Self.availability) == ["online"] }
    try broker.publish("offline", on: Self.availability)
    try listener.catchUp()
    try rig.advance(milliseconds: 999)
    try listener.catchUp()
    #expect(listener.messages(on: Self.availability) == ["online", "offline"])
    try rig.advance(milliseconds: 1)
    try rig.run { listener.messages(on: Self.availability) == ["online", "offline", "online"] }
  }

  @Test("A broker that restarts without memory receives everything again") func restart() throws {
    let broker = try MosquittoBroker()
    let rig = try DiscoveryRig(port: broker.port)
    rig.start()
    rig.service.update(0, .number(1), isAvailable: true)
    let first = try broker.listen()
    try rig.run {
      first.messages(on: Self.availability) == ["online"] || first.hasRetained(Self.availability)
    }
    broker.kill()
    try rig.run { !rig.reports.isEmpty }
    rig.service.update(0, .number(2), isAvailable: true)
    try broker.start()
    let listener = try broker.listen()
    try rig.advance(milliseconds: 250)
    try rig.run {
      listener.messages(on: Self.availability).last == "online"
        || listener.hasRetained(Self.availability)
    }
    let late = try broker.listen()
    #expect(late.hasRetained(Self.number) && late.hasRetained("knobpanel/hall/knob_a/state"))
  }

  @Test("Messages unsent at a loss do not delay those after it")
  func lossBeforeSending() throws {
    let broker = try ScriptedBroker()
    let rig = try DiscoveryRig(port: broker.server.port, with: [broker])
    func onlineCount() -> Int {
      broker.received(ScriptedBroker.Packet.publish | 1).count { $0.topic == Self.availability }
    }
    rig.start()
    try rig.run { onlineCount() == 1 }
    let place = try #require(
      DiscoveryMessageTests.entities.firstIndex { $0.kind == .picture })
    let text = String(repeating: "A", count: PanelEntity.pictureByteLimit - 10)
    // More than the kernel buffers for a broker that does not read.
    for number in 0..<20 {
      rig.service.update(place, .picture("\(number)" + text), isAvailable: true)
      try rig.loop.advance(byMicroseconds: 100_000)
    }
    broker.server.reset()
    try rig.run { !rig.reports.isEmpty }
    try rig.advance(milliseconds: 250)
    try rig.run { onlineCount() == 2 }
  }
}
