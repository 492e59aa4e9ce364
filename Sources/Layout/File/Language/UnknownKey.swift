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
    let known = keys.filter { $0.alsoCalled.contains(key.lowercased()) }
    if !known.isEmpty {
      let uses = known.map { "`\($0.key)`: \(clause(of: $0.summary))" }
      return "use " + uses.joined(separator: "; or ")
    }
    let isOfLayout = language.contains { $0.key == key }
    if !isOfLayout, let closest = meant(by: key, among: keys) {
      return "did you mean `\(closest)`?"
    }
    let inside = parents(in: keys, depth: 2) { $0.key == key }
    if !inside.isEmpty { return "`\(key)` belongs under \(list(of: inside))" }
    if isOfLayout {
      return "`\(key)` belongs at the start of a line, as a key of the whole layout"
    }
    let others = parents(in: keys, depth: 2) { $0.alsoCalled.contains(key.lowercased()) }
    if let first = others.first {
      return "use `\(first.key)` under \(list(of: others.filter { $0.key == first.key }))"
    }
    let elsewhere = parents(in: language, depth: 8) { $0.key == key }
    if !elsewhere.isEmpty { return "`\(key)` belongs under \(list(of: elsewhere))" }
    return "the keys of \(noun) are: " + keys.map(\.key).joined(separator: ", ")
  }

  /// A known key and the path of the mapping that has it.
  private typealias Found = (key: String, path: String)

  /// Returns the keys below these that match, at most `depth` levels down.
  private static func parents(
    in keys: [KeyDescription], depth: Int, where matches: (KeyDescription) -> Bool
  ) -> [Found] {
    var found: [Found] = []
    func search(_ keys: [KeyDescription], _ path: [String]) {
      guard path.count <= depth else { return }
      for description in keys {
        if !path.isEmpty, matches(description) {
          found.append((description.key, path.joined(separator: ".")))
        }
        search(description.keys, path + [description.key])
      }
    }
    search(keys, [])
    return found
  }

  private static func list(of found: [Found]) -> String {
    let paths = found.prefix(6).map { "`\($0.path)`" }
    guard paths.count > 1 else { return paths.joined() }
    return paths.dropLast().joined(separator: ", ") + " or " + paths[paths.count - 1]
  }

  /// Returns the first clause of a summary, for use after a colon.
  private static func clause(of summary: String) -> String {
    let clause = summary.prefix { $0 != ";" && $0 != "." }
    return clause.prefix(1).lowercased() + clause.dropFirst()
  }
}
