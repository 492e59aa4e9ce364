package import JSON

/// The devices that one back end finds on this machine, for `knobpanel devices`.
package struct DeviceListing: Sendable {
  /// The heading, such as "Mixers".
  package var title: String
  /// The key in JSON, such as "mixers".
  package var key: String
  /// The human-readable lines; a line that begins with two spaces belongs to the one above it.
  package var lines: [String] = []
  /// The machine-readable form.
  package var objects: [JSONValue] = []

  /// The targets for the knobs of a new layout, best first.
  package var suggestions: [ControlSuggestion] = []

  package init(title: String, key: String) {
    self.title = title
    self.key = key
  }
}

/// A target for a knob of a new layout.
package struct ControlSuggestion: Sendable {
  /// The knob's name.
  package var name: String
  /// The value of the knob's `control` key, as written in a layout.
  package var value: String
}
