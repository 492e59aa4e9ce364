/// Recognizes the names of keys that hold secrets, even if misspelt.
enum SecretNames {
  /// Parts of names, without hyphens and underscores.
  private static let stems = [
    "password", "passwort", "passwd", "passw", "paswd", "passphrase", "passcode", "secret", "token",
    "credential", "apikey", "privatekey", "accesskey", "sharedkey",
  ].map { Array($0.unicodeScalars) }
  /// Whole words within names such as `mqttPass` or `wifi-psk`.
  private static let words: Set = ["auth", "authorization", "bearer", "pass", "psk", "pw", "pwd"]
  /// Whole names; `pin_unlocked` holds seconds.
  private static let names: Set = [
    "pin", "pins", "pinn", "pincode", "pin_code", "pin-code", "code",
  ]
  /// Words before `pass` that make it the name of a filter.
  private static let filters: Set = ["all", "band", "by", "hi", "high", "lo", "low"]
  /// Words that may be misspelt by two edits, or by one if they are short.
  private static let spellings = ["password", "passphrase", "credential", "secret", "token"]
    .map { Array($0.unicodeScalars) }
  /// Longer words are only searched for stems.
  private static let longestName = 40

  /// Whether a word names a secret.
  static func contains(_ word: ScalarSlice) -> Bool {
    let letters = letters(of: word)
    if stems.contains(where: letters.hasPart) { return true }
    guard word.count <= longestName, letters.count > 1 else { return false }
    let parts = parts(of: word)
    let isWhole = parts.indices.contains { index in
      let isFilter = index > 0 && parts[index] == "pass" && filters.contains(parts[index - 1])
      return words.contains(parts[index]) && !isFilter
    }
    return isWhole || names.contains(String(scalars: word.map(\.lowercase)))
      || parts.contains { isMisspelt(Array($0.unicodeScalars)) } || isMisspelt(letters)
  }

  /// Whether text follows a name in the same word, as in `passwordhunter2`.
  static func hasTextAfterName(_ word: ScalarSlice) -> Bool {
    let letters = letters(of: word)
    return stems.contains(where: letters.hasPart)
      && !stems.contains { letters.suffix($0.count).elementsEqual($0) }
  }

  private static func letters(of word: ScalarSlice) -> [Unicode.Scalar] {
    word.filter { $0 != "_" && $0 != "-" }.map(\.lowercase)
  }

  /// Returns the words of a name such as `mqttPass` or `wifi-pass`, in lower case.
  private static func parts(of word: ScalarSlice) -> [String] {
    var parts = [""]
    var previous: Unicode.Scalar = "-"
    for scalar in word {
      let isSeparator = scalar == "_" || scalar == "-"
      let isHump = scalar != scalar.lowercase && previous == previous.lowercase
      if isSeparator || isHump { parts.append("") }
      if !isSeparator { parts[parts.count - 1].unicodeScalars.append(scalar.lowercase) }
      previous = scalar
    }
    return parts
  }

  private static func isMisspelt(_ typed: [Unicode.Scalar]) -> Bool {
    spellings.contains { letters in
      let allowed = letters.count > 6 ? 2 : 1
      // Missing letters exclude most words.
      return abs(typed.count - letters.count) <= allowed
        && letters.count(where: { !typed.contains($0) }) <= allowed
        && Spelling.distance(typed, letters) <= allowed
    }
  }
}
