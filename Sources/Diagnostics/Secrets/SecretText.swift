/// The secrets in the text of one file: where they stand, and the words that no message may repeat.
struct SecretText: Sendable {
  /// What is shown in place of a secret, whatever its length.
  static let mask = "********"
  /// Anchors can repeat each other; more steps than any layout has.
  private static let mostAnchorSteps = 4
  /// Shorter words are too common to be found in messages.
  private static let shortestWord = 3
  /// What people write below a password instead of `file` and `environment`, and other words that are
  /// no secret.
  private static let harmless: Set = [
    "command", "env", "environment", "false", "file", "filename", "null", "password", "path",
    "true", "var", "variable",
  ]

  /// Indexes of the file's scalars, ascending and apart.
  let hidden: [Range<Int>]
  /// In lower case.
  private(set) var words: Set<String> = []
  /// Whether there are backquotes in a secret, which end the quotations of messages early.
  let hasBackquotes: Bool

  /// - Parameters:
  ///   - scalars: The text of the file.
  ///   - lines: The lines of it, without their line breaks.
  init(scalars: [Unicode.Scalar], lines: [Range<Int>]) {
    var scanner = SecretScanner(anchors: [])
    for step in 0..<Self.mostAnchorSteps {
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

  /// `/folder/file`: where something is, and in the hints of this program too.
  private static func isPath(_ piece: ArraySlice<Unicode.Scalar>) -> Bool {
    piece.first == "/" && piece.dropFirst().contains("/")
  }

  /// In lower case.
  static func text(of scalars: some Sequence<Unicode.Scalar>) -> String {
    String(scalars: scalars.map(\.lowercase))
  }
}

extension String {
  /// The text of some scalars; for ASCII, as most are, sooner than appending them to a view.
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
    // The tables of properties are slow, and most scalars need none.
    guard value >= 0x80 else {
      return (0x61...0x7A).contains(value | 0x20) || ("0"..."9").contains(self)
    }
    return properties.isAlphabetic
  }

  /// Whether it stands between words of a file or of a message.
  var separatesWords: Bool {
    value <= 0x20 || "\"'`,{}[]".unicodeScalars.contains(self)
  }
}
