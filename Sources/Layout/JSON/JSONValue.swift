/// A JSON value whose objects keep the order of their keys (RFC 8259).
public indirect enum JSONValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A finite number.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object, with its keys in order.
  case object([(key: String, value: JSONValue)])

  /// The JSON text on one line with a space after each comma and colon; also valid YAML.
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

  /// The JSON text, indented by two spaces per level, short lists on one line, and a final newline.
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
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates a number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Creates a number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Creates an object with its keys in this order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements) }
}
