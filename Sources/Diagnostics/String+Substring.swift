extension StringProtocol {
  /// Whether the text occurs in it, byte for byte.
  ///
  /// The standard library's `contains(_:)` for texts brings the regular expressions into the program,
  /// which are a megabyte.
  package func hasSubstring(_ text: String) -> Bool {
    var rest = utf8[...]
    while !rest.isEmpty {
      if rest.starts(with: text.utf8) { return true }
      rest = rest.dropFirst()
    }
    return text.isEmpty
  }
}
