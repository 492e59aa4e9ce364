internal import JSON

/// Reads the state messages of devices.
///
/// | message | `value` | `power` | is |
/// |---|---|---|---|
/// | `42`, `"42"`, ` 42.0 ` | | | 42 |
/// | `{"brightness": 120, "state": "ON"}` | brightness | | 120 |
/// | `{"brightness": 120, "state": "OFF"}` | brightness | state | the lowest value |
/// | `{"state": "ON"}`, after the line above | brightness | state | 120 |
/// | `{"linkquality": 80}` | brightness | | no level |
/// | `unavailable`, an empty message, ÿþ | | | no level |
struct StateReader {
  enum Reading: Equatable {
    case level(Double)
    /// The message contains no level.
    case noLevel(why: String)
  }

  /// Larger messages are rejected; parsing one would make the panel stutter.
  static let byteLimit = 65_536

  private let valuePath: [String]
  private let powerPath: [String]
  private let range: WireRange
  /// The last number, which applies again when the device is switched on.
  private var value: Double?
  private var isOff = false

  /// Creates a reader without a known state; paths are the keys that lead through JSON objects.
  ///
  /// An empty `valuePath` means that the whole message is the number; an empty `powerPath` means
  /// that the on/off state is not reported.
  init(valuePath: [String], powerPath: [String], range: WireRange) {
    self.valuePath = valuePath
    self.powerPath = powerPath
    self.range = range
  }

  /// Forgets the last number; the device may have been replaced when it reports again.
  mutating func reset() {
    value = nil
    isOff = false
  }

  mutating func read(_ payload: [UInt8]) -> Reading {
    guard payload.count <= StateReader.byteLimit else {
      return .noLevel(why: "a message of \(payload.count) bytes came, which is too long")
    }
    if valuePath.isEmpty { return readNumber(payload) }
    guard let json = JSONValue(parsing: payload) else {
      return .noLevel(why: "the message \(StateReader.excerpt(payload)) is not JSON")
    }
    let power = powerPath.isEmpty ? nil : json.member(at: powerPath)
    let number = json.member(at: valuePath)?.asNumber
    if let power { isOff = power.isOff }
    if let number { value = number }
    guard power != nil || number != nil else {
      let path = valuePath.joined(separator: ".")
      return .noLevel(why: "\(StateReader.excerpt(payload)) has no number under \"\(path)\"")
    }
    if isOff { return .level(0) }
    guard let value else { return .noLevel(why: "it only said that it is on, not how far") }
    return .level(range.level(of: value))
  }

  private func readNumber(_ payload: [UInt8]) -> Reading {
    guard let number = JSONValue(parsing: payload)?.asNumber ?? Self.number(payload) else {
      return .noLevel(why: "the message \(StateReader.excerpt(payload)) is not a number")
    }
    return .level(range.level(of: number))
  }

  /// A number that is not valid JSON, such as `+7` or `.5`.
  private static func number(_ payload: [UInt8]) -> Double? {
    JSONValue.string(String(decoding: payload, as: UTF8.self)).asNumber
  }

  /// The beginning of a message, on one line, in quotes.
  static func excerpt(_ payload: [UInt8]) -> String {
    if payload.isEmpty { return "\"\"" }
    let text = JSONText.quoted(String(decoding: payload.prefix(60), as: UTF8.self))
    return payload.count > 60 ? text + "..." : text
  }
}

extension JSONValue {
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

  /// The words for "off" of Tasmota, zigbee2mqtt and Home Assistant.
  var isOff: Bool {
    switch self {
    case .bool(let isOn): !isOn
    case .number(let number): number == 0
    case .string(let text): ["off", "false", "0"].contains(text.lowercased())
    default: false
    }
  }
}
