package import JSON

/// The devices that one back end finds on this machine, for `knobpanel devices`.
package struct DeviceListing: Sendable {
  /// The heading, such as "Mixers".
  package var title: String
  /// The key of the same in JSON, such as "mixers".
  package var key: String
  /// For a person; a line that begins with two spaces belongs to the one above it.
  package var lines: [String] = []
  /// The same for programs.
  package var objects: [JSONValue] = []

  /// What a new layout's knobs can control, best first.
  package var suggestions: [ControlSuggestion] = []

  package init(title: String, key: String) {
    self.title = title
    self.key = key
  }
}

/// Something that a knob of a new layout can control.
package struct ControlSuggestion: Sendable {
  /// Its name, for the knob.
  package var name: String
  /// The value of the knob's `control` key, as it is written in a layout.
  package var value: String

  /// - Parameters:
  ///   - name: Its name, for the knob.
  ///   - value: The value of the knob's `control` key.
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
