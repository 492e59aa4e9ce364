/// A part of a file; indexes are those of the file.
typealias ScalarSlice = ArraySlice<Unicode.Scalar>

/// The text in front of the host in an address.
private let schemeEnd = Array("://".unicodeScalars)

extension ScalarSlice {
  /// The runs of letters, digits, hyphens and underscores.
  var words: [Range<Int>] {
    split { !$0.isOfWord }.map(\.indices)
  }

  /// Returns the first index from `start` that is not a blank.
  func skipBlanks(_ start: Int) -> Int {
    self[start...].firstIndex { !$0.isBlank } ?? endIndex
  }

  /// Returns the index after a quote at `index`, or `index` if there is none.
  func skipQuote(_ index: Int) -> Int {
    index < endIndex && self[index].isQuote ? index + 1 : index
  }

  /// Returns the start of the value after a word and its `:` or `=`; nil if neither follows.
  func value(after word: Range<Int>) -> Int? {
    let next = skipBlanks(skipQuote(word.upperBound))
    guard next < endIndex, self[next] == ":" || self[next] == "=" else { return nil }
    return skipBlanks(self[next...].firstIndex { $0 != ":" && $0 != "=" } ?? endIndex)
  }

  /// Returns the key in `key: value` that begins here or after the marks of lists and keys.
  func key(at start: Int) -> String? {
    var start = start
    while start + 1 < endIndex, self[start] == "-" || self[start] == "?", self[start + 1].isBlank {
      start = skipBlanks(start + 1)
    }
    let word = self[skipQuote(start)...].prefix(while: \.isOfWord)
    let colon = skipQuote(word.endIndex)
    guard !word.isEmpty, colon < endIndex, self[colon] == ":",
      colon + 1 == endIndex || self[colon + 1].isBlank
    else { return nil }
    return String(scalars: word)
  }

  /// The user names and passwords in addresses, such as `me:secret` in `mqtt://me:secret@broker`.
  var logins: [Range<Int>] {
    split(whereSeparator: \.isBlank).compactMap { address in
      let scheme = address.firstIndex(of: schemeEnd)
      let login = address[(scheme.map { $0 + 3 } ?? address.startIndex)...]
        .drop { "\"'{[,(".unicodeScalars.contains($0) }
      guard let colon = login.firstIndex(of: ":") else { return nil }
      if let at = login.lastIndex(of: "@") { return at > colon ? login.startIndex..<at : nil }
      // Without a host, the text after the `:` is a port if it begins with a digit.
      guard scheme != nil, let first = login[(colon + 1)...].first, !("0"..."9").contains(first)
      else { return nil }
      return login.indices
    }
  }
}

extension RandomAccessCollection<Unicode.Scalar> {
  func hasPart(_ part: [Unicode.Scalar]) -> Bool { firstIndex(of: part) != nil }

  /// Returns the first index of a part.
  func firstIndex(of part: [Unicode.Scalar]) -> Index? {
    // Comparing the first scalar first is much cheaper: a word can be a megabyte long.
    indices.first { self[$0] == part.first && self[$0...].starts(with: part) }
  }
}

extension String {
  /// Creates a string from scalars.
  init(scalars: some Sequence<Unicode.Scalar>) {
    var view = UnicodeScalarView()
    view.append(contentsOf: scalars)
    self = String(view)
  }
}

extension Unicode.Scalar {
  var isBlank: Bool { self == " " || value < 0x20 }
  var isQuote: Bool { self == "\"" || self == "'" }
  /// Whether it is a letter, a digit, a hyphen, an underscore, or any non-ASCII scalar.
  var isOfWord: Bool {
    value >= 0x80 || self == "_" || self == "-" || ("0"..."9").contains(self)
      || ("a"..."z").contains(self) || ("A"..."Z").contains(self)
  }
  /// The lower-case form, or the scalar itself.
  var lowercase: Unicode.Scalar {
    // Property look-ups are slow, and most scalars are ASCII.
    if value < 0x80 {
      return ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(value) + 0x20) : self
    }
    let lower = properties.lowercaseMapping.unicodeScalars
    return lower.count == 1 ? lower.first ?? self : self
  }
}
