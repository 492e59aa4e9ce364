internal import Diagnostics
internal import JSON

/// The text format of a knob's value: a number, or a word for each sector of a wheel.
struct ValueText: Hashable, Sendable {
  /// The numbers for the knob's ends; for a wheel, sector numbers.
  var range = WireRange(lowest: 0, highest: 100)
  /// The maximum number of digits after the decimal point, 0…6.
  var decimals = 0
  /// The words for the sectors of a wheel, in order; empty for numbers.
  var words: [String] = []
  /// The panel's names of the sectors; accepted, but not written.
  var names: [String] = []

  /// Returns the level that is written for a level.
  func rounded(_ level: Double) -> Double { template.rounded(level) }

  /// Levels that differ by at most this are equal.
  var tolerance: Double {
    words.isEmpty ? template.tolerance : 0.25 / Double(max(1, words.count - 1))
  }

  func text(for level: Double) -> String {
    String(decoding: template.payload(for: level), as: UTF8.self)
  }

  private var template: PayloadTemplate {
    PayloadTemplate(
      PayloadTemplate.placeholder, range: range, decimals: decimals,
      words: words.isEmpty ? nil : LevelWords(payloads: words))
  }

  private func level(ofSector sector: Int) -> Double {
    Double(sector) / Double(max(1, words.count - 1))
  }

  // MARK: Reading

  /// Reads a word, a number, or Home Assistant's `unavailable` or `unknown`.
  ///
  /// - Parameter line: One line of any bytes, possibly with surrounding blanks.
  /// - Returns: The reading.
  func read(_ line: [UInt8]) -> StateReader.Reading {
    if let sector = sector(named: line) { return .level(level(ofSector: sector)) }
    var reader = StateReader(
      valuePath: [], powerPath: [], range: range, rounding: words.isEmpty ? template.rounding : 0)
    let reading = reader.read(line)
    guard case .unreadable = reading else { return reading }
    let excerpt = StateReader.excerpt(line)
    let expected = words.isEmpty ? "not a number" : "not one of: \(words.joined(separator: ", "))"
    return .unreadable(why: "\(excerpt) is \(expected)")
  }

  private func sector(named line: [UInt8]) -> Int? {
    guard !words.isEmpty, line.count <= StateReader.wordByteLimit else { return nil }
    let text = line.trimmed
    for words in [words, names] {
      if let sector = words.firstIndex(where: { $0.utf8.elementsEqual(text) }) { return sector }
    }
    let folded = String(decoding: text, as: UTF8.self).lowercased()
    return [words, names].lazy.compactMap { words in
      words.firstIndex { $0.lowercased() == folded }
    }.first
  }
}

extension UInt8 {
  /// Whether it is a blank or a line end.
  var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension [UInt8] {
  /// The bytes without surrounding blanks and line ends.
  var trimmed: ArraySlice<UInt8> {
    guard let first = firstIndex(where: { !$0.isBlank }),
      let last = lastIndex(where: { !$0.isBlank })
    else { return [] }
    return self[first...last]
  }

  /// Returns the beginning as text that can be shown on one line.
  ///
  /// - Parameter limit: The maximum number of bytes used.
  /// - Returns: The text, without control characters.
  func shownText(limit: Int = 200) -> String {
    let text = trimmed
    let shown = VisibleText.printable(String(decoding: text.prefix(limit), as: UTF8.self))
    return text.count > limit ? shown + "..." : shown
  }
}
