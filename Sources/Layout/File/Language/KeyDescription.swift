internal import JSON

/// One key of a mapping, for messages and documentation; all but its name is built on demand.
package struct KeyDescription: Sendable {
  package let key: String
  package let isRequired: Bool
  /// Names from other programs.
  package let alsoCalled: [String]
  private let text: Text
  private let makeExpectation: @Sendable () -> String
  private let makeKeys: @Sendable () -> [KeyDescription]
  private let makeIsOneOf: @Sendable () -> Bool
  /// The JSON Schema of the value.
  let schema: @Sendable () -> JSONValue

  /// The documentation of a key in a table.
  struct Text: Sendable {
    var fallback: @Sendable () -> String? = { nil }
    var example: @Sendable () -> String
    var summary: @Sendable () -> String
  }

  /// Creates the description of a key whose values have the given shape.
  ///
  /// - Parameters:
  ///   - key: The key in the file.
  ///   - isRequired: Whether the key is required.
  ///   - alsoCalled: Other names for the key.
  ///   - text: The documentation.
  ///   - shape: The shape of the values.
  ///   - annotations: Further keys for the JSON Schema of the shape.
  init<Value>(
    _ key: String, isRequired: Bool, alsoCalled: [String] = [], _ text: Text,
    of shape: Lazy<Shape<Value>>,
    annotations: @escaping @Sendable () -> [(key: String, value: JSONValue)]
  ) {
    self.key = key
    self.isRequired = isRequired
    self.alsoCalled = alsoCalled
    self.text = text
    makeExpectation = { shape.value.expectation }
    makeKeys = { shape.value.keys }
    makeIsOneOf = { shape.value.isOneOf }
    schema = { shape.value.schema.adding(annotations()) }
  }

  /// Completes "expects …", such as "a number, such as 20".
  package var expectation: String { makeExpectation() }
  /// The value of a missing key, as in a file; nil if a missing key means no value.
  package var fallback: String? { text.fallback() }
  /// One or a few sentences.
  package var summary: String { text.summary() }
  /// A valid value as text.
  package var example: String { text.example() }
  /// The keys below this one.
  package var keys: [KeyDescription] { makeKeys() }
  /// Whether the value can be a mapping with one key that selects the kind of value.
  package var isOneOf: Bool { makeIsOneOf() }
}
