/// The content of a value of an expected type; nil for a value of another type.
extension JSONValue {
  /// The text of a string.
  public var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The value of a number.
  public var number: Double? { if case .number(let number) = self { number } else { nil } }
  /// The value of `true` or `false`.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The elements of an array.
  public var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
  /// The keys and values of an object, in order.
  public var pairs: [(key: String, value: JSONValue)]? {
    if case .object(let pairs) = self { pairs } else { nil }
  }
}
