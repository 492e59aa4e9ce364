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

  package init(title: String, key: String) {
    self.title = title
    self.key = key
  }
}
