package import Diagnostics

/// Locations of the keys of one mapping.
package struct KeyLocations: Sendable {
  /// The location of a key.
  package struct Location: Sendable {
    package var keySpan: SourceSpan
    /// Location of the value, or of the key if the value is empty.
    package var span: SourceSpan
    /// False if the value could not be read, which was reported.
    package var isReadable: Bool
  }

  private var locations: [String: Location] = [:]

  /// The location of a key; nil if the key is missing.
  package internal(set) subscript(_ key: String) -> Location? {
    get { locations[key] }
    set { locations[key] = newValue }
  }

  /// Whether the key is written but its value could not be read.
  package func isUnreadable(_ key: String) -> Bool { locations[key]?.isReadable == false }
}
