/// A JSON value that keeps the order of its keys, to be written.
public indirect enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// Finite.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([(key: String, value: JSONValue)])

  /// On one line with a space after each comma and colon, which is also YAML's flow style.
  public var line: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): JSONText.number(value)
    case .string(let value): JSONText.quoted(value)
    case .array(let values): "[" + values.map(\.line).joined(separator: ", ") + "]"
    case .object(let pairs):
      "{" + pairs.map { JSONText.quoted($0.key) + ": " + $0.value.line }.joined(separator: ", ")
        + "}"
    }
  }

  /// Indented by two spaces a level, short lists on one line, with a line break at the end.
  public var text: String { indented(by: 0) + "\n" }

  private func indented(by depth: Int) -> String {
    let short = line
    if short.utf8.count + 2 * depth <= 72 { return short }
    let inner = String(repeating: "  ", count: depth + 1)
    let outer = String(repeating: "  ", count: depth)
    switch self {
    case .array(let values):
      let lines = values.map { inner + $0.indented(by: depth + 1) }
      return "[\n" + lines.joined(separator: ",\n") + "\n" + outer + "]"
    case .object(let pairs):
      let lines = pairs.map {
        inner + JSONText.quoted($0.key) + ": " + $0.value.indented(by: depth + 1)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n" + outer + "}"
    default: return short
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements) }
}
