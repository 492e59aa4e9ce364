/// Words that stand for levels in messages: those of a wheel's sectors, or of off and on.
struct LevelWords: Hashable, Sendable {
  /// The words for the levels 0, 1/(n−1), …, 1; fewer than two give only the level 0.
  var payloads: [String]
  /// Other words accepted, in the same order: the names of the sectors; may be empty.
  var names: [String] = []

  /// The words for off and on that most devices use.
  static let offOn = LevelWords(payloads: ["OFF", "ON"])

  /// The number of steps between the levels 0 and 1.
  private var stepCount: Double { Double(max(payloads.count - 1, 1)) }

  private func index(at level: Double) -> Int {
    CoarseTarget.step(for: level, of: payloads.count - 1)
  }

  /// Half the distance between two levels.
  var tolerance: Double { 0.5 / stepCount }

  /// Returns the level of the word that is sent for a level.
  func rounded(_ level: Double) -> Double { Double(index(at: level)) / stepCount }

  /// Returns the word for a level; empty if there are no words.
  func payload(for level: Double) -> String {
    let index = index(at: level)
    return payloads.indices.contains(index) ? payloads[index] : ""
  }

  /// Returns the level of a word; nil for any other word.
  ///
  /// Payloads take precedence over names, and exact matches over other cases; then come sector
  /// numbers from 0, and, for two words, true and false.
  func level(of word: String) -> Double? {
    let lowercased = word.lowercased()
    let index =
      payloads.firstIndex(of: word) ?? names.firstIndex(of: word)
      ?? payloads.firstIndex { $0.lowercased() == lowercased }
      ?? names.firstIndex { $0.lowercased() == lowercased }
      ?? number(of: lowercased)
    return index.map { Double($0) / stepCount }
  }

  private func number(of word: String) -> Int? {
    if payloads.count == 2, let isOn = ["false": 0, "true": 1, "off": 0, "on": 1][word] {
      return isOn
    }
    guard let number = Int(word), payloads.indices.contains(number) else { return nil }
    return number
  }
}
