/// Finds the intended word for a misspelt one.
public enum Spelling {
  /// Returns the most similar word: one that differs only in case, or else by at most one edit per
  /// three letters, but at least one.
  public static func closest(to word: String, among words: [String]) -> String? {
    let typed = Array(word.lowercased().unicodeScalars)
    guard (1...40).contains(typed.count) else { return nil }
    var best: (word: String, distance: Int)?
    for candidate in words {
      let letters = Array(candidate.lowercased().unicodeScalars)
      let allowed = max(1, min(typed.count, letters.count) / 3)
      // Each extra or missing letter is an edit.
      guard abs(typed.count - letters.count) <= allowed else { continue }
      let distance = distance(typed, letters)
      // Any edit of a one-letter word makes a different word.
      guard distance == 0 || (distance <= allowed && distance < min(typed.count, letters.count))
      else { continue }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.word
  }

  /// Returns the number of insertions, deletions, replacements and swaps of neighbours.
  public static func distance(_ from: [Unicode.Scalar], _ to: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...to.count)
    for row in from.indices {
      var current = [row + 1]
      for column in to.indices {
        let isSame = from[row] == to[column]
        var cost = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, from[row] == to[column - 1], from[row - 1] == to[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[to.count]
  }
}
