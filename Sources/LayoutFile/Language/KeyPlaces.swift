package import Diagnostics

/// Locations of the keys of one mapping.
package struct KeyPlaces: Sendable {
  /// The location of a key.
  package struct Place: Sendable {
    package var keySpan: SourceSpan
    /// Location of the value, or of the key if the value is empty.
    package var span: SourceSpan
    /// False if the value could not be read, which was reported.
    package var isReadable: Bool
  }

  private var places: [String: Place] = [:]

  /// The location of a key; nil if the key is missing.
  package internal(set) subscript(_ key: String) -> Place? {
    get { places[key] }
    set { places[key] = newValue }
  }

  /// Whether the key is written but its value could not be read.
  package func isUnreadable(_ key: String) -> Bool { places[key]?.isReadable == false }
}
