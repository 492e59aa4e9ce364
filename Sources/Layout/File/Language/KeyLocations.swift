package import Diagnostics

/// Locations of the keys of one mapping.
package typealias KeyLocations = [String: KeyLocation]

/// The location of a key.
package struct KeyLocation: Sendable {
  package var keySpan: SourceSpan
  /// Location of the value, or of the key if the value is empty.
  package var span: SourceSpan
  /// False if the value could not be read, which was reported.
  package var isReadable: Bool
}

extension KeyLocations {
  /// Whether the key is written but its value could not be read.
  package func isUnreadable(_ key: String) -> Bool { self[key]?.isReadable == false }
}
