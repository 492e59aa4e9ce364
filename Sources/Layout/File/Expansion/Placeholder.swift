internal import Diagnostics

/// One copy of a repeated item.
struct Iteration {
  /// From 1.
  var number: Int
  /// Nil if the copies are only counted.
  var name: Located<String>?
  /// The copy's own values, by their keys; short, and without mappings.
  var values: [String: Node] = [:]
  /// The keys that any copy has.
  var keys: Set<String> = []
  /// Location of the copy in the list.
  var span = SourceSpan.none
}

/// A word in braces that is replaced in each copy of a repeated item.
enum Placeholder {
  /// `{n}`, with at least `width` digits, counted from `1 + offset`.
  case number(width: Int, offset: Int)
  case name
  /// A value of the copy, by its key.
  case value(String)
  /// Probably intended as a placeholder.
  case unknown

  /// Returns nil for a word that may be in braces for another reason; `keys` are those of the
  /// copies' values.
  init?(_ word: String, keys: Set<String> = []) {
    if keys.contains(word) {
      self = .value(word)
      return
    }
    if word == "name" {
      self = .name
      return
    }
    let letters = word.prefix { $0 == "n" }.count
    let rest = word.dropFirst(letters)
    if (1...6).contains(letters), rest.isEmpty {
      self = .number(width: letters, offset: 0)
    } else if (1...6).contains(letters), let sign = rest.first, sign == "+" || sign == "-",
      (1...6).contains(rest.dropFirst().count), rest.dropFirst().allSatisfy(\.isASCIIDigit),
      let offset = Int(rest)
    {
      self = .number(width: letters, offset: offset)
    } else if Self.isProbablyIntended(word) {
      self = .unknown
    } else {
      return nil
    }
  }

  private static func isProbablyIntended(_ word: String) -> Bool {
    let others = ["count", "id", "index", "item", "number", "nr", "num", "title"]
    let isLetter = word.count == 1 && word.first?.isLetter == true
    return isLetter || others.contains(word)
      || Spelling.closest(to: word, among: ["name"]) != nil
  }

  /// Returns the replacement, or nil if there is none.
  func text(for iteration: Iteration) -> String? {
    switch self {
    case .name: return iteration.name?.value
    case .value(let key):
      guard case .scalar(let text, _)? = iteration.values[key]?.content else { return nil }
      return text
    case .unknown: return nil
    case .number(let width, let offset):
      let number = iteration.number + offset
      let digits = String(number.magnitude)
      return (number < 0 ? "-" : "")
        + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
  }

  /// Splits a text into plain pieces and placeholders.
  static func pieces(
    of text: String, keys: Set<String> = []
  ) -> [(text: String, placeholder: Placeholder?)] {
    guard text.contains("{") else { return [(text, nil)] }
    var pieces: [(text: String, placeholder: Placeholder?)] = []
    var plain = ""
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "{") {
      plain += rest[..<open]
      rest = rest[open...]
      let word = rest.dropFirst().prefix { $0 != "}" && $0 != "{" }
      guard word.endIndex < rest.endIndex, rest[word.endIndex] == "}", word.count <= 16,
        let placeholder = Placeholder(String(word), keys: keys)
      else {
        plain.append("{")
        rest = rest.dropFirst()
        continue
      }
      if !plain.isEmpty { pieces.append((plain, nil)) }
      plain = ""
      pieces.append((String(word), placeholder))
      rest = rest[word.endIndex...].dropFirst()
    }
    plain += rest
    if !plain.isEmpty { pieces.append((plain, nil)) }
    return pieces
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
