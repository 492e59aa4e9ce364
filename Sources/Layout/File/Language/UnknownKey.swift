internal import Diagnostics
internal import JSON
internal import Layout

/// Suggestions for keys that are unknown at their location.
enum UnknownKey {
  /// Returns the known key that was probably intended.
  static func meant(by key: String, among keys: [KeyDescription]) -> String? {
    keys.first { $0.alsoCalled.contains(key.lowercased()) }?.key
      ?? Spelling.closest(to: key, among: keys.map(\.key))
  }

  /// Returns a hint for an unknown key.
  ///
  /// - Parameters:
  ///   - key: The unknown key.
  ///   - noun: The kind of mapping that contains it, such as "a knob".
  ///   - keys: The known keys of that mapping.
  ///   - language: All keys of the language, for finding where the key belongs.
  /// - Returns: The hint.
  static func hint(
    for key: String, in noun: String, among keys: [KeyDescription], language: [KeyDescription]
  ) -> String {
    if let known = keys.first(where: { $0.alsoCalled.contains(key.lowercased()) }) {
      return "use `\(known.key)`: \(clause(of: known.summary))"
    }
    if let closest = meant(by: key, among: keys) { return "did you mean `\(closest)`?" }
    if let parents = parents(of: key.lowercased(), in: keys) {
      return "`\(parents.key)` belongs under \(parents.paths)"
    }
    if let parent = parent(of: key, in: language, path: []) {
      return "`\(key)` belongs under `\(parent)`"
    }
    return "the keys of \(noun) are: " + keys.map(\.key).joined(separator: ", ")
  }

  /// Returns the mappings up to two levels below these keys that have `key` or an equivalent.
  private static func parents(
    of key: String, in keys: [KeyDescription]
  ) -> (key: String, paths: String)? {
    var found: [(key: String, path: String)] = []
    func search(_ keys: [KeyDescription], _ path: [String]) {
      guard path.count <= 2 else { return }
      for description in keys {
        if !path.isEmpty, description.key == key || description.alsoCalled.contains(key) {
          found.append((description.key, "`\(path.joined(separator: "."))`"))
        }
        search(description.keys, path + [description.key])
      }
    }
    search(keys, [])
    guard let first = found.first else { return nil }
    let paths = found.filter { $0.key == first.key }.prefix(6).map(\.path)
    let list =
      paths.count == 1
      ? paths[0] : paths.dropLast().joined(separator: ", ") + " or " + paths[paths.count - 1]
    return (first.key, list)
  }

  /// Returns the path of the first mapping that has `key`.
  private static func parent(
    of key: String, in keys: [KeyDescription], path: [String]
  ) -> String? {
    if !path.isEmpty, keys.contains(where: { $0.key == key }) {
      return path.joined(separator: ".")
    }
    for description in keys {
      let path = path + [description.key]
      if let parent = parent(of: key, in: description.keys, path: path) { return parent }
    }
    return nil
  }

  /// Returns the first clause of a summary, for use after a colon.
  private static func clause(of summary: String) -> String {
    let clause = summary.prefix { $0 != ";" && $0 != "." }
    return clause.prefix(1).lowercased() + clause.dropFirst()
  }
}
