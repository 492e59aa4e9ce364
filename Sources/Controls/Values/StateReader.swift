internal import JSON

/// Reads the state messages of devices.
///
/// | message | `value` | `power` | result |
/// |---|---|---|---|
/// | `42`, `"42"`, ` 42.0 ` | | | 42 |
/// | `{"brightness": 120, "state": "ON"}` | brightness | | 120 |
/// | `{"brightness": 120, "state": "OFF"}` | brightness | state | the lowest value |
/// | `{"state": "ON"}`, after the line above | brightness | state | 120 |
/// | `{"linkquality": 80}` | brightness | | no level |
/// | `unavailable`, `{"brightness": "unavailable"}` | brightness | | offline |
/// | `unknown`, `{"brightness": "unknown"}` | brightness | | unknown |
/// | `None`, `nan`, `null` | brightness | | unknown |
/// | `{"brightness": null}`, `{"brightness": NaN}` | brightness | | unknown |
/// | `{"brightness": null, "state": "OFF"}` | brightness | state | the lowest value |
/// | `ON`, an empty message, ÿþ | | | unreadable |
/// | `32768`, `-1`, for the range 0…100 | | | out of range |
/// | `CD`, `"cd"`, `1`, with the words [Radio, CD] | | | the level of CD |
///
/// With `acceptsText`, as for labels, anything that is neither a number nor a known word is text.
///
/// Accepts any bytes, and does no I/O.
struct StateReader {
  enum Reading: Equatable {
    case level(Double)
    /// A text for a label.
    case text(String)
    /// The device, or Home Assistant for it, reports that it is unavailable.
    case offline
    /// The device, or Home Assistant for it, reports that its state is unknown.
    case unknown
    /// The message contains no level.
    case noLevel(why: String)
    /// The message does not have the layout's format.
    case unreadable(why: String)
    /// The number is out of range.
    case outOfRange(why: String)
  }

  /// Longer messages are not compared with words and numbers.
  static let wordByteLimit = 1000

  private let valuePath: [String]
  private let powerPath: [String]
  private let range: WireRange
  private let rounding: Double
  private let words: LevelWords?
  private let acceptsText: Bool
  /// The last number, which applies again when the device is switched on.
  private var value: Double?
  private var isOff = false

  /// Creates a reader without a known state; paths are the keys that lead through JSON objects.
  ///
  /// An empty `valuePath` means that the whole message is the number; an empty `powerPath` means
  /// that the on/off state is not reported; `rounding` is that of the numbers sent.
  init(
    valuePath: [String], powerPath: [String], range: WireRange, rounding: Double = 0,
    words: LevelWords? = nil, acceptsText: Bool = false
  ) {
    self.words = words
    self.acceptsText = acceptsText
    self.valuePath = valuePath
    self.powerPath = powerPath
    self.range = range
    self.rounding = rounding
  }

  /// Drops the last number: by its next report, the device may have been replaced.
  mutating func reset() {
    value = nil
    isOff = false
  }

  mutating func read(_ bytes: [UInt8]) -> Reading {
    read(Payload(bytes))
  }

  mutating func read(_ payload: Payload) -> Reading {
    if valuePath.isEmpty { return readWhole(payload) }
    if let absence = payload.word.flatMap(absence(of:)) { return absence }
    guard let json = payload.json else {
      return .unreadable(why: "the message \(StateReader.excerpt(payload.bytes)) is not JSON")
    }
    let power = powerPath.isEmpty ? nil : json.member(at: powerPath)
    let member = json.member(at: valuePath)
    let number = words == nil ? member?.asNumber : member.flatMap(level(ofWord:))
    if let absence = absence(of: member, power, isKnown: number != nil) { return absence }
    if number == nil, acceptsText, let text = member?.shownText { return .text(text) }
    if let power { isOff = power.isOff }
    guard power != nil || number != nil else {
      let path = JSONPath.text(valuePath)
      let why = "\(StateReader.excerpt(payload.bytes)) has no number under \"\(path)\""
      return member == nil ? .noLevel(why: why) : .unreadable(why: why)
    }
    if isOff, number == nil { return .level(0) }
    guard let number = number ?? value else {
      return .noLevel(why: "the device reported only that it is on, not its level")
    }
    let reading = words == nil ? reading(of: number) : .level(number)
    if case .level = reading { value = number }
    return isOff ? .level(0) : reading
  }

  /// Returns the absence that the value or the power reports instead of a state; nil if there is a
  /// state.
  private func absence(
    of member: JSONValue?, _ power: JSONValue?, isKnown: Bool
  ) -> Reading? {
    if !isKnown {
      // A device that is off reports no brightness.
      if case .null? = member, power?.isOff != true { return .unknown }
      if case .string(let text)? = member, let absence = absence(of: text) { return absence }
    }
    guard case .string(let text)? = power else { return nil }
    return absence(of: text)
  }

  /// Returns the absence for Home Assistant's words, and for those that programs print if they have
  /// no number; nil for any other text.
  private func absence(of text: String) -> Reading? {
    guard text.utf8.count <= StateReader.wordByteLimit else { return nil }
    let word = text.trimmed.trimmingQuotes
    return switch word.lowercased() {
    case "unavailable": .offline
    case "unknown", "null", "nan", "-nan", "+nan": .unknown
    // For a label these are texts, except for Home Assistant's exact word.
    case "none", "nil", "undefined", "n/a": !acceptsText || word == "None" ? .unknown : nil
    default: nil
    }
  }

  /// Returns the level of a number, or why it has none.
  private func reading(of number: Double) -> Reading {
    if let level = range.level(ofReported: number, rounding: rounding) { return .level(level) }
    return .outOfRange(why: "received \(range.excess(number))")
  }

  private func level(ofWord value: JSONValue) -> Double? {
    value.shownText.flatMap { words?.level(of: $0) }
  }

  private func readWhole(_ payload: Payload) -> Reading {
    let word = payload.word
    if let words {
      var text = word ?? ""
      if case .string(let quoted)? = payload.json { text = quoted }
      if let level = words.level(of: text.trimmed) { return .level(level) }
      if let absence = absence(of: text) { return absence }
      let known = words.payloads.map { "\"\($0)\"" }.joined(separator: ", ")
      return .unreadable(
        why: "the message \(StateReader.excerpt(payload.bytes)) is not one of \(known)")
    }
    if let absence = word.flatMap(absence(of:)) { return absence }
    // A number that is not valid JSON is text, such as `+7` or `.5`.
    if let number = word.flatMap({ payload.json?.asNumber ?? JSONValue.string($0).asNumber }) {
      return reading(of: number)
    }
    if acceptsText, let text = payload.json?.shownText ?? word { return .text(text) }
    return .unreadable(why: "the message \(StateReader.excerpt(payload.bytes)) is not a number")
  }

  /// Returns the beginning of a message, on one line, in quotes.
  static func excerpt(_ payload: [UInt8]) -> String {
    if payload.isEmpty { return "\"\"" }
    let text = JSONText.quoted(String(decoding: payload.prefix(60), as: UTF8.self))
    return payload.count > 60 ? text + "..." : text
  }
}

extension Payload {
  /// The whole message as text; nil if it is too long for a word or a number.
  var word: String? {
    guard bytes.count <= StateReader.wordByteLimit else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    // A replacement character is longer than the invalid byte in its place.
    return text.utf8.count <= StateReader.wordByteLimit ? text : nil
  }
}

extension JSONValue {
  /// The human-readable text of a single value, at most 1000 bytes; nil for objects, lists and
  /// null.
  fileprivate var shownText: String? {
    switch self {
    case .string(let text): text.utf8.count <= StateReader.wordByteLimit ? text : nil
    case .bool(let isOn): isOn ? "true" : "false"
    case .number(let number): JSONText.number(number)
    default: nil
    }
  }

  func member(at path: [String]) -> JSONValue? {
    var value: JSONValue? = self
    for key in path { value = value?[key] }
    return value
  }

  /// A finite number, possibly in quotes.
  var asNumber: Double? {
    switch self {
    case .number(let number): return number
    case .string(let text):
      guard text.utf8.count <= StateReader.wordByteLimit else { return nil }
      let digits = text.drop { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
      guard let end = digits.lastIndex(where: \.isNumber) else { return nil }
      let isBlank = digits[digits.index(after: end)...].allSatisfy(\.isWhitespace)
      let isDecimal = digits[...end].utf8.allSatisfy { "+-.eE0123456789".utf8.contains($0) }
      guard isBlank, isDecimal, let number = Double(digits[...end]), number.isFinite else {
        return nil
      }
      return number
    default: return nil
    }
  }

  /// Whether it is one of the words for "off" of Tasmota, zigbee2mqtt and Home Assistant.
  var isOff: Bool {
    switch self {
    case .bool(let isOn): !isOn
    case .number(let number): number == 0
    case .string(let text): ["off", "false", "0"].contains(text.lowercased())
    default: false
    }
  }
}

extension String {
  /// The text without surrounding white space.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }

  /// The text inside a pair of quotes, or all of it if it is not quoted.
  fileprivate var trimmingQuotes: String {
    utf8.count > 1 && first == "\"" && last == "\"" ? String(dropFirst().dropLast()) : self
  }
}
