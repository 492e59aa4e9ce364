internal import JSON

/// What browsers may do with a layout.
package struct PreviewOptions: Sendable {
  /// The version that pages show.
  package var version: String
  /// Whether the files of the layout can be changed.
  package var isEditable: Bool
  /// Whether knobs drive the controls of the layout; otherwise each drives a simulated one.
  package var isLive: Bool
  /// Whether the layout may start programs.
  package var runsPrograms: Bool
  /// Known values of keys with their descriptions, for completion, by the format of the keys in the
  /// schema.
  package var knownValues: [String: [String: String]]

  /// Creates options with these values.
  package init(
    version: String, isEditable: Bool, isLive: Bool, runsPrograms: Bool = false,
    knownValues: [String: [String: String]] = [:]
  ) {
    self.version = version
    self.isEditable = isEditable
    self.isLive = isLive
    self.runsPrograms = runsPrograms
    self.knownValues = knownValues
  }
}

extension PreviewOptions {
  /// The known values as a part of the message of type `hello`.
  var knownValuesJSON: JSONValue {
    func sorted<Value>(
      _ values: [String: Value], _ json: (Value) -> JSONValue
    ) -> JSONValue {
      .object(values.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) })
    }
    return sorted(knownValues) { values in sorted(values, JSONValue.string) }
  }
}
