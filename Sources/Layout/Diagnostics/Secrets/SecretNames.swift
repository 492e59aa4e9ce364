/// Identifies keys that hold secrets by their names, even if misspelt.
struct SecretNames {
  /// Parts of names, without hyphens and underscores.
  private static let stems = [
    "password", "passwort", "passphrase", "passcode", "passwd", "paswd", "passw", "secret", "token",
    "credential", "apikey", "privatekey", "accesskey", "sharedkey",
  ].map { Array($0.unicodeScalars) }
  /// Whole words within names.
  private static let words: Set = ["auth", "authorization", "bearer", "pass", "psk", "pw", "pwd"]
  /// Whole names; `pin_unlocked` holds seconds.
  private static let names: Set = [
    "pin", "pins", "pinn", "pincode", "pin_code", "pin-code", "code",
  ]
  /// Words before `pass` that make it the name of a filter.
  private static let filters: Set = ["all", "band", "by", "hi", "high", "lo", "low"]
  /// Words that may be misspelt, and the maximum number of edits.
  private static let spellings = [
    ("password", 2), ("passphrase", 2), ("credential", 2), ("secret", 1), ("token", 1),
  ].map { (letters: Array($0.0.unicodeScalars), distance: $0.1) }
  /// The maximum length of a name; longer words are only searched for stems.
  private static let longestName = 40

  /// Cached results: files repeat their words.
  private var known: [String: Int?] = [:]

  /// Returns how many scalars of a word form the name of a secret, or nil if it is not such a name.
  ///
  /// Less than the whole word if the secret may follow the name without a gap.
  mutating func length(in word: ArraySlice<Unicode.Scalar>) -> Int? {
    let name = String(scalars: word)
    if let length = known[name] { return length }
    let length = Self.length(of: Array(word))
    known[name] = .some(length)
    return length
  }

  private static func length(of word: [Unicode.Scalar]) -> Int? {
    let indices = word.indices.filter { word[$0] != "_" && word[$0] != "-" }
    let letters = indices.map { word[$0].lowercase }
    guard letters.count > 1 else { return nil }
    for stem in stems {
      if let start = letters.firstIndex(of: stem) { return indices[start + stem.count - 1] + 1 }
    }
    guard word.count <= longestName else { return nil }
    if names.contains(SecretText.text(of: word)) { return word.count }
    let parts = parts(of: word)
    for (index, part) in parts.enumerated() where words.contains(part) {
      if part != "pass" || index == 0 || !filters.contains(parts[index - 1]) { return word.count }
    }
    let isMisspelt = ([letters] + parts.map { Array($0.unicodeScalars) }).contains { typed in
      spellings.contains { isSpelling(typed, of: $0.letters, within: $0.distance) }
    }
    return isMisspelt ? word.count : nil
  }

  /// Returns the words of a name such as `mqttPass` or `wifi-pass`, in lower case.
  private static func parts(of word: [Unicode.Scalar]) -> [String] {
    var parts = [""]
    for (index, scalar) in word.enumerated() {
      let isSeparator = scalar == "_" || scalar == "-"
      let isHump =
        index > 0 && scalar.properties.isUppercase && word[index - 1].properties.isLowercase
      if isSeparator || isHump { parts.append("") }
      if !isSeparator { parts[parts.count - 1].unicodeScalars.append(scalar.lowercase) }
    }
    return parts
  }

  private static func isSpelling(
    _ typed: [Unicode.Scalar], of letters: [Unicode.Scalar], within distance: Int
  ) -> Bool {
    guard abs(typed.count - letters.count) <= distance,
      // Missing letters exclude most words.
      letters.count(where: { !typed.contains($0) }) <= distance
    else { return false }
    return Spelling.distance(typed, letters) <= distance
  }
}

extension Unicode.Scalar {
  /// The lower-case form, or the scalar itself.
  var lowercase: Unicode.Scalar {
    if value < 0x80 {
      return ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(value) + 0x20) : self
    }
    let lower = properties.lowercaseMapping.unicodeScalars
    return lower.count == 1 ? lower.first ?? self : self
  }
}

extension [Unicode.Scalar] {
  /// Returns the first index of a part.
  fileprivate func firstIndex(of part: [Unicode.Scalar]) -> Int? {
    guard let head = part.first, count >= part.count else { return nil }
    // Comparing the first scalar first is much cheaper: a word can be a megabyte long.
    return (0...count - part.count).first {
      self[$0] == head && self[$0..<$0 + part.count].elementsEqual(part)
    }
  }
}
