import Randomness
import Testing

@testable import Controls

@Suite struct StateReaderTests {
  private func reader(_ value: String = "", _ power: String = "", _ range: WireRange = .percent)
    -> StateReader
  {
    func path(_ text: String) -> [String] { text.split(separator: ".").map(String.init) }
    return StateReader(valuePath: path(value), powerPath: path(power), range: range)
  }

  @Test(
    "A plain number is a level",
    arguments: [
      ("42", 0.42), (" 42\n", 0.42), ("42.0", 0.42), ("+42", 0.42), ("042", 0.42), ("4.2e1", 0.42),
      ("\"42\"", 0.42), (".5", 0.005), ("0", 0), ("100", 1),
      // Out of range only by rounding.
      ("100.05", 1), ("-0.1", 0),
    ]) func plain(_ text: String, _ level: Double)
  {
    var reader = reader()
    #expect(reader.read(Array(text.utf8)) == .level(level))
  }

  @Test(
    "A message without a plain number is unreadable",
    arguments: [
      "", " ", "ON", "true", "inf", "-inf", "0x20",
      "1e999", "4 2", "42 %", "42,5", "--4", "e", "+", ".", "٤٢", "{\"brightness\": 42}", "[42]",
    ]) func plainUnreadable(_ text: String)
  {
    var reader = reader()
    guard case .unreadable(let why) = reader.read(Array(text.utf8)) else {
      Issue.record("it can be read")
      return
    }
    #expect(why.contains("is not a number"))
  }

  struct Device: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var value: String
    var power = ""
    var range = WireRange.percent
    /// Messages in order, and the level after each; nil for none.
    var messages: [(String, Double?)]
  }

  @Test(arguments: [
    Device(
      testDescription: "zigbee2mqtt", value: "brightness", power: "state",
      range: WireRange(lowest: 0, highest: 254),
      messages: [
        (#"{"state":"ON","brightness":127,"linkquality":80,"update":{"state":"idle"}}"#, 0.5),
        (#"{"state":"OFF","brightness":127}"#, 0), (#"{"linkquality":81}"#, nil),
        (#"{"state":"ON","brightness":254}"#, 1), (#"{"state":"ON"}"#, 1),
      ]),
    Device(
      testDescription: "Tasmota", value: "Dimmer", power: "POWER",
      messages: [
        (#"{"POWER":"OFF"}"#, 0), (#"{"POWER":"ON","Dimmer":42}"#, 0.42), (#"{"POWER":"OFF"}"#, 0),
        (#"{"POWER":"ON"}"#, 0.42), (#"{"Command":"Unknown"}"#, nil),
      ]),
    Device(
      testDescription: "a Home Assistant light in JSON", value: "brightness", power: "state",
      range: WireRange(lowest: 0, highest: 255),
      messages: [(#"{"state": "OFF"}"#, 0), (#"{"state": "ON", "brightness": 51}"#, 0.2)]),
    Device(
      testDescription: "keys within keys, and in lists", value: "StatusSTS.Channel.1",
      messages: [
        (#"{"StatusSTS":{"Channel":[10,20]}}"#, 0.2), (#"{"StatusSTS":{"Channel":[1]}}"#, nil),
      ]),
    Device(
      testDescription: "switched on, without a level", value: "brightness", power: "state",
      messages: [(#"{"state": "ON"}"#, nil), (#"{"state": true, "brightness": "30"}"#, 0.3)]),
    Device(
      testDescription: "power as a number, a word or a flag", value: "level", power: "on",
      messages: [
        (#"{"level": 50, "on": 0}"#, 0), (#"{"on": 1}"#, 0.5), (#"{"on": "false"}"#, 0),
        (#"{"on": "true"}"#, 0.5), (#"{"on": false}"#, 0), (#"{"on": null}"#, 0.5),
      ]),
    Device(
      testDescription: "not JSON, or of another kind", value: "brightness",
      messages: [
        ("42", nil), ("{\"brightness\": 42", nil), ("", nil),
        (#"{"brightness": {"x": 1}}"#, nil), (#"["brightness"]"#, nil),
        (#"{"brightness": 42}"#, 0.42),
      ]),
  ]) func devices(_ device: Device) {
    var reader = reader(device.value, device.power, device.range)
    for (message, level) in device.messages {
      switch (reader.read(Array(message.utf8)), level) {
      case (.level(let read), let level?): #expect(abs(read - level) < 1e-12, "\(message)")
      case (.noLevel(let why), nil), (.unreadable(let why), nil): #expect(!why.isEmpty)
      case (let reading, _): Issue.record("\(message): \(reading)")
      }
    }
  }

  @Test("The reason for an unreadable message is one short printable line") func reasons() {
    var reader = reader("brightness")
    for bytes in [
      [0x1B, 0x5B, 0x32, 0x4A], [0xFF, 0xFE, 0x00, 0x0A], Array(repeating: 0x61, count: 9000),
    ] {
      guard case .unreadable(let why) = reader.read(bytes.map(UInt8.init)) else {
        Issue.record("\(bytes)")
        continue
      }
      #expect(why.utf8.allSatisfy { $0 >= 0x20 } && why.count < 200, "\(why)")
    }
  }

  @Test(
    "Home Assistant's `unavailable` is offline, and its `unknown` is unknown",
    arguments: [
      ("", "", "unavailable", .offline), ("", "", "Unavailable", .offline),
      ("", "", "\"unavailable\"", .offline), ("", "", "unknown", .unknown),
      ("brightness", "", "unavailable", .offline), ("brightness", "", "unknown", .unknown),
      ("brightness", "", #"{"brightness": "unavailable"}"#, .offline),
      ("brightness", "", #"{"brightness": "unknown", "state": "ON"}"#, .unknown),
      ("brightness", "state", #"{"state": "unavailable"}"#, .offline),
      ("brightness", "state", #"{"state": "unknown"}"#, .unknown),
      // The value takes precedence over the power state.
      ("brightness", "state", #"{"brightness": "unknown", "state": "unavailable"}"#, .unknown),
      // Other keys are ignored.
      ("brightness", "", #"{"brightness": 42, "update": "unavailable"}"#, .level(0.42)),
      (
        "brightness", "", #"{"update": "unknown"}"#,
        .noLevel(why: #""{\"update\": \"unknown\"}" has no number under "brightness""#)
      ),
    ] as [(String, String, String, StateReader.Reading)])
  func absence(_ value: String, _ power: String, _ text: String, _ reading: StateReader.Reading) {
    var reader = reader(value, power)
    #expect(reader.read(Array(text.utf8)) == reading)
  }

  @Test(
    "A number out of range is reported, not clamped",
    arguments: ["250", "-3", "-1", "101", "32768", "1e300", "\"-32768\""])
  func outOfRange(_ text: String) {
    var reader = reader()
    guard case .outOfRange(let why) = reader.read(Array(text.utf8)) else {
      Issue.record("\(text) is a level")
      return
    }
    #expect(why.hasSuffix("which is not within 0 to 100"), "\(why)")
    // The last valid level applies again when it is switched on.
    var lamp = self.reader("brightness", "state")
    #expect(lamp.read(Array(#"{"brightness": 30, "state": "ON"}"#.utf8)) == .level(0.3))
    guard case .outOfRange = lamp.read(Array(#"{"brightness": 65535}"#.utf8)) else {
      Issue.record("65535 is a level")
      return
    }
    #expect(lamp.read(Array(#"{"state": "ON"}"#.utf8)) == .level(0.3))
    #expect(lamp.read(Array(#"{"brightness": 65535, "state": "OFF"}"#.utf8)) == .level(0))
  }

  @Test(
    "Words for a lost reading are unknown",
    arguments: [
      ("", "None"), ("", "none"), ("", "nan"), ("", "NaN"), ("", " null\n"), ("", "\"nan\""),
      ("", "undefined"), ("", "N/A"), ("t", #"{"t": null}"#), ("t", #"{"t": "None"}"#),
      ("t", #"{"t": NaN}"#), ("t", #"{"t": nan, "u": [-Infinity]}"#), ("t", "null"), ("t", "None"),
    ]) func lost(_ value: String, _ text: String)
  {
    var reader = reader(value)
    #expect(reader.read(Array(text.utf8)) == .unknown)
  }

  @Test("A lamp that is off is at its lowest value, even without a brightness")
  func offWithoutLevel() {
    var reader = reader("brightness", "state")
    #expect(reader.read(Array(#"{"state": "OFF", "brightness": null}"#.utf8)) == .level(0))
    #expect(reader.read(Array(#"{"state": "ON", "brightness": null}"#.utf8)) == .unknown)
  }

  @Test("A sector may be named None; a label shows text, except Home Assistant's `None`")
  func wordsThatLookLost() {
    var wheel = StateReader(
      valuePath: [], powerPath: [], range: .percent, words: LevelWords(payloads: ["None", "Jazz"]))
    #expect(wheel.read(Array("none".utf8)) == .level(0))
    #expect(wheel.read(Array("unknown".utf8)) == .unknown)
    var label = StateReader(valuePath: [], powerPath: [], range: .percent, acceptsText: true)
    #expect(label.read(Array("none".utf8)) == .text("none"))
    #expect(label.read(Array("None".utf8)) == .unknown)
  }

  @Test("A sent value can be read back, even when rounded beyond an end")
  func roundedEnds() {
    let range = WireRange(lowest: -60.5, highest: 0)
    let template = PayloadTemplate("{value}", range: range, decimals: 0)
    var reader = StateReader(
      valuePath: [], powerPath: [], range: range, rounding: template.rounding)
    #expect(reader.read(template.payload(for: 0)) == .level(0))
  }

  @Test("A number of more than 1000 bytes is unreadable") func longNumbers() {
    var reader = reader()
    #expect(reader.read(Array(repeating: 0x20, count: 998) + Array("42".utf8)) == .level(0.42))
    guard case .unreadable = reader.read(Array(repeating: 0x20, count: 999) + Array("42".utf8))
    else {
      Issue.record("it was read")
      return
    }
  }

  @Test("Random bytes never trap", arguments: 0..<4) func anyBytes(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var readers = [reader(), reader("a.0.b", "p"), reader("1")]
    let starts = ["", "{\"a\":", "\"", "-", "1e", "[[", "{\"p\":\"", "\u{FEFF}"]
    for _ in 0..<20_000 {
      let bytes =
        Array((starts.randomElement(using: &random) ?? "").utf8)
        + (0..<Int.random(in: 0...12, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
      for index in readers.indices { _ = readers[index].read(bytes) }
      _ = MQTTEndpoint.Availability(topic: "t").read(Payload(bytes))
    }
    for deep in [
      [UInt8](repeating: UInt8(ascii: "["), count: 16_000),
      Array(String(repeating: "{\"a\":", count: 2000).utf8), Array("1e99999".utf8),
      Array(("-" + String(repeating: "9", count: 990)).utf8), Array("NaN".utf8),
    ] {
      for index in readers.indices { _ = readers[index].read(deep) }
    }
  }

  @Test("Random text yields only levels from 0 to 1", arguments: 0..<4)
  func anything(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let pieces = [
      "{", "}", "\"brightness\"", ":", "1e308", "-", "0", "9", "\"state\"", "\"OFF\"", ",", "\u{0}",
      "é",
    ]
    var readers = [
      reader(), reader("brightness", "state"),
      reader("brightness", "", WireRange(lowest: 1e12, highest: -1e12)),
    ]
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...7, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      for index in readers.indices {
        if case .level(let level) = readers[index].read(Array(text.utf8)) {
          #expect((0...1).contains(level))
        }
      }
    }
  }

  @Test(
    "Availability messages are online, offline or neither",
    arguments: [
      ("online", true), ("Online", true), ("offline", false), ("Offline", false),
      (#"{"state":"online"}"#, true), (#"{"state": "offline"}"#, false), ("", nil), ("on", nil),
      (#"{"state": 1}"#, nil), (String(repeating: "x", count: 100_000), nil),
    ] as [(String, Bool?)]) func availability(_ text: String, _ isThere: Bool?)
  {
    #expect(MQTTEndpoint.Availability(topic: "t").read(Payload(Array(text.utf8))) == isThere)
    let own = MQTTEndpoint.Availability(topic: "t", online: "1", offline: "0")
    #expect(own.read(Payload(Array("1".utf8))) == true)
    #expect(own.read(Payload(Array("0".utf8))) == false)
  }
}
