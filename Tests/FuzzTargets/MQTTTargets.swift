// Internal types, visible only with `-enable-testing`.
#if DEBUG || TESTABLE
import Diagnostics
import JSON
import Layout
import LayoutFile

@testable import Controls

extension FuzzTarget {
  /// A broker's message, read as every kind of state.
  static let payload = FuzzTarget(name: "payload", longestInput: 400) { bytes in
    var input = FuzzInput(bytes)
    let paths = [[], ["brightness"], ["color", "x"], ["0"]]
    let ranges = [(0.0, 100.0), (254, 0), (-1e12, 1e12), (0, 1e-6)]
    let (lowest, highest) = ranges[input.below(4)]
    let range = WireRange(lowest: lowest, highest: highest)
    let kind = input.byte()
    var reader = StateReader(
      valuePath: paths[Int(kind & 3)], powerPath: kind & 4 == 0 ? [] : ["state"], range: range,
      words: kind & 8 == 0 ? nil : LevelWords(payloads: ["a", "1", "ON"], names: ["x", "y", "z"]),
      acceptsText: kind & 16 != 0)
    // Several messages in a row.
    for message in input.rest.split(separator: 0, omittingEmptySubsequences: false).prefix(8) {
      try check(reader.read(Array(message)))
    }
  }

  private static func check(_ reading: StateReader.Reading) throws {
    switch reading {
    case .level(let level): try require((0...1).contains(level), "a level of \(level)")
    case .text(let text):
      try require(
        text.utf8.count <= StateReader.wordByteLimit, "a text of \(text.utf8.count) bytes")
    case .offline, .unknown: break
    case .noLevel(let why), .unreadable(let why), .outOfRange(let why):
      for scalar in why.unicodeScalars {
        try require(
          !VisibleText.isControl(scalar), "a control character in \(why.debugDescription)")
      }
      try require(why.unicodeScalars.count < 700, "a reason of \(why.count) characters")
    }
  }

  /// A command from Home Assistant to each kind of entity, and its topic.
  static let entityCommand = FuzzTarget(name: "entity-command", longestInput: 400) { bytes in
    let kinds: [PanelEntity.Kind] = [
      .number(-60...0, step: 0.5), .choice(["Radio", "CD"]), .reading, .word, .push, .toggle,
    ]
    for kind in kinds {
      switch DiscoveryMessages.command(Array(bytes), to: kind) {
      case .number(let value): try require(value.isFinite, "the number \(value)")
      case .choice(let index): try require((0..<2).contains(index), "the choice \(index)")
      case .on, .press, nil: break
      }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let word = DiscoveryTopics.word(text)
    try require(
      word == DiscoveryTopics.word(word) && !word.isEmpty, "\(word.debugDescription) is not a word")
    var discovery = MQTTDiscovery()
    discovery.id = "hall"
    let topics = DiscoveryTopics(discovery)
    let topic = topics.command(word)
    try require(topics.object(of: topic, "set") == word, "another object of \(topic)")
    try require(TopicFilter.matches(topics.allCommands, topic), "\(topic) is not matched")
    _ = TopicFilter.matches(text, topic)
    _ = TopicFilter.matches(topics.allConfigurations, text)
  }

  /// Texts of a layout's connection and control, separated by zeros: host, topic, payload, key
  /// path; an accepted layout makes messages from which the level can be read back.
  static let topic = FuzzTarget(name: "topic", longestInput: 400) { bytes in
    let texts = bytes.split(separator: 0, maxSplits: 5, omittingEmptySubsequences: false).map {
      JSONText.quoted(String(decoding: $0, as: UTF8.self))
    }
    func text(_ index: Int, or other: String) -> String {
      index < texts.count && texts[index] != "\"\"" ? texts[index] : other
    }
    let source = """
      version: 1
      connections: {home: {mqtt: {host: \(text(0, or: "broker"))}}}
      knobs:
        k:
          center: [400, 240]
          diameter: 300
          control:
            mqtt:
              set: \(text(1, or: "a/set"))
              payload: \(text(2, or: "'{value}'"))
              state: \(text(3, or: "a"))
              value: \(text(4, or: "x"))
              payload_range: [0, 254]
              payload_decimals: 2
      """
    let outcome = LayoutText.read(Array(source.utf8))
    try LayoutText.check(outcome)
    guard let endpoint = outcome.layout?.knobs.first?.control?.settings as? MQTTEndpoint
    else { return }
    try check(endpoint)
  }

  private static func check(_ endpoint: MQTTEndpoint) throws {
    for topic in [endpoint.commandTopic ?? "x", endpoint.stateTopic ?? "x"] {
      try require(
        !topic.isEmpty && !topic.utf8.contains { "#+\0".utf8.contains($0) },
        "\(topic.debugDescription) is not a topic")
    }
    let template = PayloadTemplate(
      endpoint.payload, range: endpoint.range, decimals: endpoint.decimals)
    for level in [0.0, 0.123, 1] {
      let payload = template.payload(for: level)
      try require(payload.count < 8000, "a message of \(payload.count) bytes")
      let rounded = template.rounded(level)
      try require((0...1).contains(rounded), "\(level) is rounded to \(rounded)")
      try require(
        abs(rounded - level) <= 2 * template.tolerance, "\(level) is rounded to \(rounded)")
      guard endpoint.payload == PayloadTemplate.placeholder else { continue }
      var reader = StateReader(valuePath: [], powerPath: [], range: endpoint.range)
      guard case .level(let read) = reader.read(payload) else {
        throw FuzzFailure(description: "its own command cannot be read")
      }
      try require(abs(read - rounded) < 1e-9, "\(rounded) is read as \(read)")
    }
  }
}
#endif
