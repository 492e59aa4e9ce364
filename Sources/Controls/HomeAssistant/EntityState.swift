internal import JSON

/// The state of one entity, and those of its attributes that are in use.
struct EntityState: Hashable, Sendable {
  /// An attribute's value.
  enum Value: Hashable, Sendable {
    case number(Double)
    case text(String)
    case flag(Bool)
    case numbers([Double])
    case texts([String])
  }

  /// The size limit in bytes of a text; longer ones are ignored.
  static let textByteLimit = 1000
  /// The maximum number of elements of a list, and the size limit of each; others are ignored.
  static let listLimit = 100
  static let elementByteLimit = 200

  var state: String
  var attributes: [String: Value] = [:]

  var isUnavailable: Bool { state == "unavailable" }

  subscript(attribute: String) -> Value? { attributes[attribute] }

  func number(_ attribute: String) -> Double? {
    if case .number(let number)? = attributes[attribute] { number } else { nil }
  }

  func texts(_ attribute: String) -> [String] {
    if case .texts(let texts)? = attributes[attribute] { texts } else { [] }
  }

  /// Whether a bit of `supported_features` is set.
  func supports(_ feature: Int) -> Bool {
    number("supported_features").flatMap { Int(exactly: $0) }.map { $0 & feature != 0 } ?? false
  }
}

extension EntityState.Value {
  /// Reads a value; nil for null, an object, a mixed list or a text that is too long.
  init?(_ json: JSONValue) {
    switch json {
    case .number(let number): self = .number(number)
    case .bool(let flag): self = .flag(flag)
    case .string(let text):
      guard text.utf8.count <= EntityState.textByteLimit else { return nil }
      self = .text(text)
    case .array(let values):
      let some = values.prefix(EntityState.listLimit)
      let numbers = some.compactMap(\.number)
      if !numbers.isEmpty, numbers.count == some.count {
        self = .numbers(numbers)
      } else {
        self = .texts(
          some.compactMap(\.string).filter { $0.utf8.count <= EntityState.elementByteLimit })
      }
    case .null, .object: return nil
    }
  }

  /// The text for a label; nil for a list.
  var shownText: String? {
    switch self {
    case .number(let number): JSONText.number(number)
    case .text(let text): text
    case .flag(let flag): flag ? "true" : "false"
    case .numbers, .texts: nil
    }
  }
}

/// What one event of `subscribe_entities` changes; in its form, keys are single letters.
///
/// | key | content |
/// |---|---|
/// | `a` | whole states by entity: `s` the state, `a` the attributes |
/// | `c` | changes by entity: `+` with `s` and `a`, `-` with the names of removed attributes in `a` |
/// | `r` | removed entities |
struct EntityChanges: Sendable, Equatable {
  struct Change: Sendable, Equatable {
    var state: String?
    var attributes: [String: EntityState.Value] = [:]
    var removed: [String] = []
  }

  var added: [String: EntityState] = [:]
  var changed: [String: Change] = [:]
  var removed: [String] = []
  /// Whether a part was not of that form.
  var isMalformed = false

  /// Reads the entities and attributes that are wanted.
  init(_ json: JSONValue, _ wanted: HomeAssistantMessage.Wanted) {
    for (entity, value) in json["a"]?.pairs ?? [] where wanted.entities.contains(entity) {
      guard let state = Self.state(value["s"]) else {
        isMalformed = true
        continue
      }
      added[entity] = EntityState(
        state: state, attributes: Self.attributes(value["a"], wanted.attributes).set)
    }
    for (entity, value) in json["c"]?.pairs ?? [] where wanted.entities.contains(entity) {
      var change = Change()
      if let plus = value["+"] {
        change.state = Self.state(plus["s"])
        if plus["s"] != nil, change.state == nil { isMalformed = true }
        (change.attributes, change.removed) = Self.attributes(plus["a"], wanted.attributes)
      }
      change.removed += (value["-"]?["a"]?.array ?? []).compactMap(\.string).filter {
        wanted.attributes.contains($0)
      }
      changed[entity] = change
    }
    removed = (json["r"]?.array ?? []).compactMap(\.string).filter(wanted.entities.contains)
  }

  private static func state(_ json: JSONValue?) -> String? {
    guard let text = json?.string, text.utf8.count <= EntityState.textByteLimit else { return nil }
    return text
  }

  /// Returns the attributes in use with their values, and those that have none now.
  private static func attributes(
    _ json: JSONValue?, _ wanted: Set<String>
  ) -> (set: [String: EntityState.Value], removed: [String]) {
    var set: [String: EntityState.Value] = [:]
    var removed: [String] = []
    for (name, value) in json?.pairs ?? [] where wanted.contains(name) {
      if let value = EntityState.Value(value) { set[name] = value } else { removed.append(name) }
    }
    return (set, removed)
  }
}

extension EntityState {
  mutating func apply(_ change: EntityChanges.Change) {
    if let state = change.state { self.state = state }
    for name in change.removed { attributes[name] = nil }
    attributes.merge(change.attributes) { $1 }
  }
}
