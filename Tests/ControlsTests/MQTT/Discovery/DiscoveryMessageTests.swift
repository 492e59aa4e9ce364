import JSON
import Testing

@testable import Controls

/// The messages that describe a panel to Home Assistant, and the commands from it.
@Suite struct DiscoveryMessageTests {
  static let topics: DiscoveryTopics = {
    var discovery = MQTTDiscovery()
    discovery.id = "hall"
    return DiscoveryTopics(discovery)
  }()

  static let entities: [PanelEntity] = [
    PanelEntity(.knob("a"), name: "A", .number(0...100, step: 1), unit: "%"),
    PanelEntity(.knob("b"), name: "B", .number(-60...0, step: 0.5), canBeUnavailable: true),
    PanelEntity(.knob("c"), name: "C", .choice(["CD", "TV"])),
    PanelEntity(.knob("d"), name: "D", .reading, unit: "°C"),
    PanelEntity(.knob("e"), name: "E", .word),
    PanelEntity(.button("f"), name: "F", .push),
    PanelEntity(.button("g"), name: "G", .toggle),
    PanelEntity(.page, name: "Page", .choice(["One", "Two"])),
    PanelEntity(.lastTouch, name: "Last touch", .moment),
    PanelEntity(.layout, name: "Layout", .word),
    PanelEntity(.reload, name: "Reload layout", .push),
    PanelEntity(.screenshot, name: "Screenshot", .picture),
    PanelEntity(.takeScreenshot, name: "Take screenshot", .push),
  ]

  @Test("Messages have all required keys and only documented ones", arguments: entities)
  func documentedKeys(entity: PanelEntity) {
    let message = DiscoveryMessages.configuration(of: entity, Self.topics, deviceName: "Hall")
    let component = entity.kind.component
    #expect(DocumentedKeys.errors(in: message, component: component) == [], "\(message.line)")
  }

  @Test("A knob is announced as a number") func number() {
    let message = DiscoveryMessages.configuration(
      of: Self.entities[1], Self.topics, deviceName: "Hall")
    #expect(
      message.line == """
        {"name": "B", "unique_id": "knobpanel_hall_knob_b", "availability": \
        [{"topic": "knobpanel/hall/availability"}, \
        {"topic": "knobpanel/hall/knob_b/availability"}], "availability_mode": "all", \
        "state_topic": "knobpanel/hall/knob_b/state", \
        "command_topic": "knobpanel/hall/knob_b/set", "min": -60, "max": 0, "step": 0.5, \
        "mode": "slider", "device": {"identifiers": ["knobpanel_hall"], "name": "Hall", \
        "manufacturer": "knobpanel", "model": "Touch panel"}, "origin": {"name": "knobpanel"}}
        """)
  }

  @Test(
    "The step of a smooth knob is a hundredth of its range or finer, never below 0.001",
    arguments: [
      (0.0...100.0, 0.0, 1.0), (-60...0, 0, 0.1), (0...1, 0, 0.01), (0...0.0001, 0, 0.001),
      (0...10_000, 0, 1), (0...10, 0.5, 0.5), (0...1, 0.0001, 0.001),
    ])
  func step(range: ClosedRange<Double>, knobStep: Double, step: Double) {
    guard case .number(_, let found) = PanelEntity.Kind.number(range, knobStep: knobStep) else {
      Issue.record("no number")
      return
    }
    #expect(abs(found - step) < 1e-9)
  }

  @Test(
    "Valid payloads become commands",
    arguments: [
      ("42", 0, .number(42)), ("-3.5e1", 0, .number(-35)), ("1000", 0, .number(1000)),
      ("nan", 0, nil), ("inf", 0, nil), ("1e999", 0, nil), ("0x10", 0, nil), ("", 0, nil),
      (" 42", 0, nil), ("42 %", 0, nil), ("{\"a\":1}", 0, nil),
      ("TV", 2, .choice(1)), ("tv", 2, nil), ("2", 2, nil),
      ("12", 3, nil), ("CD", 4, nil), ("PRESS", 5, .press), ("press", 5, nil), ("", 5, nil),
      ("ON", 6, .on(true)), ("OFF", 6, .on(false)), ("toggle", 6, nil), ("PRESS", 11, nil),
    ] as [(String, Int, PanelEntity.Command?)])
  func command(text: String, index: Int, command: PanelEntity.Command?) {
    #expect(
      DiscoveryMessages.command(Array(text.utf8), to: Self.entities[index].kind) == command)
  }

  @Test("A payload that is too long or not text is not a command") func badCommand() {
    #expect(DiscoveryMessages.command([0xFF, 0xFE], to: .push) == nil)
    #expect(
      DiscoveryMessages.command(Array(repeating: 48, count: 1001), to: Self.entities[0].kind)
        == nil)
  }

  @Test(
    "A state is sent as a rounded number",
    arguments: [(42.0, "42"), (0.1 + 0.2, "0.3"), (-12.34567, "-12.3457"), (1e20, "1e+20")])
  func state(value: Double, text: String) {
    #expect(String(decoding: DiscoveryMessages.payload(of: .number(value)), as: UTF8.self) == text)
  }

  @Test(
    "Times are sent in UTC",
    arguments: [
      (0, "1970-01-01T00:00:00+00:00"), (1_795_480_805, "2026-11-24T00:40:05+00:00"),
      (951_782_399, "2000-02-28T23:59:59+00:00"),
    ])
  func moment(seconds: Int64, text: String) {
    #expect(
      String(decoding: DiscoveryMessages.payload(of: .moment(seconds)), as: UTF8.self) == text)
  }

  @Test("A word is cut to the length that Home Assistant accepts") func longWord() {
    let words = [255, 256].map { String(repeating: "ö", count: $0) }
    let payloads = words.map {
      String(decoding: DiscoveryMessages.payload(of: .word($0)), as: UTF8.self)
    }
    #expect(payloads[0] == words[0])
    #expect(payloads[1] == String(repeating: "ö", count: 254) + "…")
  }

  @Test(
    "Ids become topic words; an empty id becomes a hash",
    arguments: [("volume", "volume"), ("a-b_C9", "a-b_C9"), ("", "_811c9dc5")])
  func word(text: String, word: String) {
    #expect(DiscoveryTopics.word(text) == word)
  }

  @Test("Ids that differ in other characters become different words") func differentWords() {
    let words = ["ö", "ä", "a/b", "a+b", "a#b", "a b"].map(DiscoveryTopics.word)
    #expect(Set(words).count == words.count)
    #expect(words.allSatisfy { $0 == DiscoveryTopics.word($0) })
  }

  @Test(
    "Topic filters match as MQTT defines",
    arguments: [
      ("a/+/c", "a/b/c", true), ("a/+/c", "a//c", true), ("a/+/c", "a/b/d", false),
      ("a/+/c", "a/b", false), ("a/+", "a/b/c", false), ("a/b", "a/b", true), ("+", "", true),
      ("+/+", "a/b", true), ("a/+", "a", false), ("a", "a/", false),
    ])
  func filter(filter: String, topic: String, matches: Bool) {
    #expect(TopicFilter.matches(filter, topic) == matches)
  }
}
