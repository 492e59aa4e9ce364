extension StringProtocol {
  /// Whether the text contains another, byte for byte.
  ///
  /// The standard library's `contains(_:)` for strings would link the regular expression engine,
  /// about a megabyte.
  package func hasSubstring(_ text: String) -> Bool {
    var rest = utf8[...]
    while !rest.isEmpty {
      if rest.starts(with: text.utf8) { return true }
      rest = rest.dropFirst()
    }
    return text.isEmpty
  }
}
