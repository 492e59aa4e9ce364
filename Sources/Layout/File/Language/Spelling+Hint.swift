internal import Diagnostics

extension Spelling {
  /// Returns a question with the word that was probably intended; nil if none is similar.
  ///
  /// - Parameters:
  ///   - word: The unknown word.
  ///   - words: The known words.
  ///   - synonyms: Words from other programs, and the known words that they mean.
  /// - Returns: The question, or nil.
  static func hint(
    for word: String, among words: [String], synonyms: [String: String] = [:]
  ) -> String? {
    closest(to: word, among: words + synonyms.keys.sorted()).map {
      "did you mean `\(synonyms[$0] ?? $0)`?"
    }
  }
}
