internal import JSON

/// One key of a mapping, for messages and documents; all but its name is made when it is asked for.
package struct KeyDescription: Sendable {
  package let key: String
  package let isRequired: Bool
  /// Names from other programs that people may try.
  package let alsoCalled: [String]
  private let text: Text
  private let makeExpectation: @Sendable () -> String
  private let makeKeys: @Sendable () -> [KeyDescription]
  private let makeIsOneOf: @Sendable () -> Bool
  /// The JSON Schema of its value.
  let schema: @Sendable () -> JSONValue

  /// What a table says of a key.
  struct Text: Sendable {
    var fallback: @Sendable () -> String? = { nil }
    var example: @Sendable () -> String
    var summary: @Sendable () -> String
  }

  /// The description of a key whose values have that shape.
  ///
  /// - Parameters:
  ///   - key: The key in the file.
  ///   - isRequired: Whether it must be there.
  ///   - alsoCalled: Other names for the key.
  ///   - text: What is said of it.
  ///   - shape: What its values are.
  ///   - annotations: What the JSON Schema of the shape gets beside.
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

  /// A name of the file's own choice, with known keys below it.
  init(named name: String, keys: [KeyDescription]) {
    key = name
    isRequired = false
    alsoCalled = []
    text = Text(example: { "" }, summary: { "" })
    makeExpectation = { "" }
    makeKeys = { keys }
    makeIsOneOf = { false }
    schema = { [:] }
  }

  /// Completes "expects …", such as "a number, such as 20".
  package var expectation: String { makeExpectation() }
  /// As it would be written; nil if leaving the key out means that there is nothing.
  package var fallback: String? { text.fallback() }
  /// One sentence, or a few.
  package var summary: String { text.summary() }
  /// A good value, as it would be written.
  package var example: String { text.example() }
  /// The keys below.
  package var keys: [KeyDescription] { makeKeys() }
  /// Whether its value can be a mapping with one key that says what kind of value it is.
  package var isOneOf: Bool { makeIsOneOf() }
}
