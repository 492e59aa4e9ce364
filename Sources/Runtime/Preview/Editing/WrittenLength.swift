internal import LayoutFile

/// A length as a file writes it: `340`, `50%` or `"20 mm"`.
struct WrittenLength {
  /// Its range without an anchor or tag, in Unicode scalars.
  let range: Range<Int>
  private let amount: Double
  private let unit: Unit
  /// The text between the number and its quote, such as " %".
  private let suffix: String
  /// `"`, `'` or nothing.
  private let quote: String

  private enum Unit: String, CaseIterable {
    case pixels = "px"
    case percent = "%"
    case millimetres = "mm"
  }

  /// Returns nil if it is not a length, or has several lines or escapes, which would be lost.
  init?(_ node: PlacedText, _ scalars: [Unicode.Scalar]) {
    guard case .scalar(let text, let isPlain, var range) = node else { return nil }
    // The event's range includes an anchor or tag.
    while let first = scalars[range].first, first == "&" || first == "!" {
      let rest = scalars[range].drop { !$0.properties.isWhitespace }
        .drop { $0.properties.isWhitespace }
      range = rest.startIndex..<range.upperBound
    }
    guard let first = scalars[range].first else { return nil }
    quote = isPlain ? "" : String(Character(first))
    guard ["", "\"", "'"].contains(quote),
      scalars[range].elementsEqual((quote + text + quote).unicodeScalars)
    else { return nil }
    let unit = Unit.allCases.first { text.hasSuffix($0.rawValue) }
    var digits = text.dropLast(unit?.rawValue.count ?? 0)
    if unit != nil, digits.last == " " { digits = digits.dropLast() }
    guard let amount = NumberText.decimal(String(digits)) else { return nil }
    suffix = String(text.dropFirst(digits.count))
    (self.range, self.amount, self.unit) = (range, amount, unit ?? .pixels)
  }

  /// Returns design pixels per millimetre, given that the length equals `pixels`; nil if unknown.
  func millimetre(at pixels: Double) -> Double? {
    unit == .millimetres && amount != 0 && pixels != 0 ? pixels / amount : nil
  }

  /// Returns the text of the length after a move: whole pixels, or tenths of other units.
  ///
  /// - Parameters:
  ///   - distance: In design pixels.
  ///   - extent: The panel's extent in this direction, in design pixels.
  ///   - millimetre: Design pixels per millimetre; nil if unknown.
  /// - Throws: `Refusal` if the length cannot be written.
  /// - Returns: Nil if it is unchanged: a number is not rounded if it does not move.
  func moved(
    by distance: Double, extent: Double, millimetre: Double?
  ) throws(CenterText.Refusal) -> String? {
    let (pixels, parts): (Double, Double)
    switch unit {
    case .pixels: (pixels, parts) = (1, 1)
    case .percent: (pixels, parts) = (extent / 100, 10)
    case .millimetres:
      guard let millimetre else {
        throw CenterText.Refusal(reason: "a centre at 0 mm cannot be moved here; edit the text")
      }
      (pixels, parts) = (millimetre, 10)
    }
    let change = distance / pixels
    guard abs(amount + change) < 1e6 else {
      throw CenterText.Refusal(reason: "the position is out of range")
    }
    guard abs(change * parts) >= 0.5 else { return nil }
    let number = NumberText.shown(((amount + change) * parts).rounded() / parts)
    return quote + number + suffix + quote
  }
}
