package import Diagnostics

/// Where the keys of one mapping are written: the side table of a record that was read.
package struct KeyPlaces: Sendable {
  /// A key that is written.
  package struct Place: Sendable {
    package var keySpan: SourceSpan
    /// Of the value; of the key where the value is empty.
    package var span: SourceSpan
    /// False if the value could not be read, which was reported.
    package var isReadable: Bool
  }

  private var places: [String: Place] = [:]

  /// Nil for a key that is left out.
  package internal(set) subscript(_ key: String) -> Place? {
    get { places[key] }
    set { places[key] = newValue }
  }

  /// Whether the key is written but its value could not be read.
  package func isUnreadable(_ key: String) -> Bool { places[key]?.isReadable == false }
}
