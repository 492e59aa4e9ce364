/// The secrets in the text of one file: their ranges, and the words that no message may repeat.
struct SecretText: Sendable {
  /// The mask shown in place of any secret, regardless of length.
  static let mask = "********"
  /// The maximum number of passes for anchors that refer to each other; more than any layout needs.
  private static let maximumAnchorSteps = 4
  /// The minimum length of a word; shorter ones are too common in messages.
  private static let shortestWord = 3
  /// Words below a password key that are not secrets, such as alternatives to `file` and
  /// `environment`.
  private static let harmless: Set = [
    "command", "env", "environment", "false", "file", "filename", "null", "password", "path",
    "true", "var", "variable",
  ]

  /// File indexes of the secrets, ascending and disjoint.
  let hidden: [Range<Int>]
  /// The words, in lower case.
  private(set) var words: Set<String> = []
  /// Whether a secret contains backquotes, which end quotations in messages early.
  let hasBackquotes: Bool

  /// - Parameters:
  ///   - scalars: The text of the file.
  ///   - lines: The ranges of its lines, without line breaks.
  init(scalars: [Unicode.Scalar], lines: [Range<Int>]) {
    var scanner = SecretScanner(anchors: [])
    for step in 0..<Self.maximumAnchorSteps {
      let anchors = scanner.aliases
      if step > 0 { scanner = SecretScanner(anchors: anchors) }
      for line in lines { scanner.read(scalars[line]) }
      if scanner.aliases.isSubset(of: anchors) { break }
    }
    hidden = scanner.hidden
    hasBackquotes = hidden.contains { scalars[$0].contains("`") }
    for range in hidden { addWords(of: scalars[range]) }
  }

  private mutating func addWords(of text: ArraySlice<Unicode.Scalar>) {
    for piece in text.split(whereSeparator: \.separatesWords) { add(piece) }
  }

  private mutating func add(_ piece: ArraySlice<Unicode.Scalar>) {
    var piece = piece
    while piece.last == ":" { piece = piece.dropLast() }
    let word = Self.text(of: piece)
    guard !Self.harmless.contains(word), !Self.isPath(piece) else { return }
    if word.unicodeScalars.count >= Self.shortestWord { words.insert(word) }
    for run in piece.split(whereSeparator: { !$0.isLetterOrDigit })
    where run.count >= Self.shortestWord && run.count < piece.count {
      words.insert(Self.text(of: run))
    }
  }

  /// Whether this is a path, `/folder/file`: a location, which the program's hints contain too.
  private static func isPath(_ piece: ArraySlice<Unicode.Scalar>) -> Bool {
    piece.first == "/" && piece.dropFirst().contains("/")
  }

  /// Returns the scalars as lower-case text.
  static func text(of scalars: some Sequence<Unicode.Scalar>) -> String {
    String(scalars: scalars.map(\.lowercase))
  }
}

extension String {
  /// Creates a string from scalars; for ASCII, the usual case, faster than appending to a view.
  init(scalars: some Collection<Unicode.Scalar>) {
    guard scalars.allSatisfy(\.isASCII) else {
      var view = UnicodeScalarView()
      view.append(contentsOf: scalars)
      self = String(view)
      return
    }
    self.init(unsafeUninitializedCapacity: scalars.count) { bytes in
      for (index, scalar) in scalars.enumerated() {
        bytes.initializeElement(at: index, to: UInt8(truncatingIfNeeded: scalar.value))
      }
      return scalars.count
    }
  }
}

extension Unicode.Scalar {
  var isLetterOrDigit: Bool {
    // Property look-ups are slow, and most scalars are ASCII.
    guard value >= 0x80 else {
      return (0x61...0x7A).contains(value | 0x20) || ("0"..."9").contains(self)
    }
    return properties.isAlphabetic
  }

  /// Whether it separates words in a file or a message.
  var separatesWords: Bool {
    value <= 0x20 || "\"'`,{}[]".unicodeScalars.contains(self)
  }
}
