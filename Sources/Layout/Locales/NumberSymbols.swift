/// The digits and signs with which a locale writes numbers.
public struct NumberSymbols: Hashable, Sendable {
  /// Digits and a point as programs write them, without groups.
  public static let plain = NumberSymbols(
    zero: "0", decimal: ".", group: "", percent: "%", isPercentFirst: false, signMark: nil,
    groups: (0, 0))

  /// The digit 0; the others follow it in Unicode.
  public let zero: Unicode.Scalar
  /// Between the whole part and the decimals.
  public let decimal: String
  /// Between groups of digits; empty for none.
  public let group: String
  /// The percent sign.
  public let percent: String
  /// Whether the percent sign is before the number.
  public let isPercentFirst: Bool
  /// The invisible mark before a sign, which determines its side where text runs from right to left.
  private let signMark: Unicode.Scalar?
  /// The number of digits in the last group, and in each group before it; 0 for no groups.
  private let (lastGroup, otherGroups): (Int, Int)

  init(
    zero: Unicode.Scalar, decimal: String, group: String, percent: String, isPercentFirst: Bool,
    signMark: Unicode.Scalar?, groups: (Int, Int)
  ) {
    self.zero = zero
    self.decimal = decimal
    self.group = group
    self.percent = percent
    self.isPercentFirst = isPercentFirst
    self.signMark = signMark
    (lastGroup, otherGroups) = groups
  }

  /// Whether the digits are those of Arabic, which run with their signs from right to left.
  public var hasArabicDigits: Bool { zero == "\u{660}" }

  /// The largest number of digits without groups, so that 1984 stays a year.
  private static let digitsWithoutGroups = 4

  /// Calls `body` with each character of a number as `-12345.6` has them, and with a comma between
  /// two groups of digits, from left to right as they are drawn; does not allocate.
  ///
  /// - Parameters:
  ///   - number: A number in ASCII: digits, a point, a sign or a colon.
  ///   - body: Receives the characters.
  @inlinable
  public func forEachCharacter(of number: String, _ body: (UInt8) -> Void) {
    var rest = Self.digitCount(number)
    let isGrouped = hasGroups(digits: rest)
    var lastSign: UInt8?
    for byte in number.utf8 {
      if byte == 0x2D || byte == 0x2B, hasSignAtRight {
        lastSign = byte
        continue
      }
      body(byte)
      guard isGrouped, rest > 0, (0x30...0x39).contains(byte) else { continue }
      rest -= 1
      if isGroupEnd(before: rest) { body(0x2C) }
    }
    if let lastSign { body(lastSign) }
  }

  /// Returns the number of characters for which `forEachCharacter` calls its body.
  public func characterCount(of number: String) -> Int {
    var count = 0
    forEachCharacter(of: number) { _ in count += 1 }
    return count
  }

  /// Returns the text of a character of `forEachCharacter`; a hyphen becomes a minus.
  public func text(of character: UInt8) -> String {
    switch character {
    case 0x30...0x39:
      String(Unicode.Scalar(zero.value + UInt32(character - 0x30)) ?? Unicode.Scalar(character))
    case 0x2E: decimal
    case 0x2C: group
    case 0x2D: "\u{2212}"
    default: String(Unicode.Scalar(character))
    }
  }

  /// Returns a number as the locale writes it, for a line of text that is set as a whole.
  public func text(of number: String) -> String {
    var text = ""
    forEachCharacter(of: number) { text += self.text(of: $0) }
    guard let signMark, let sign = number.utf8.first, sign == 0x2D || sign == 0x2B else {
      return text
    }
    let signText = self.text(of: sign)
    let digits = hasSignAtRight ? text.dropLast(signText.count) : text.dropFirst(signText.count)
    return "\(signMark)\(signText)\(digits)"
  }

  /// Returns a text with the locale's digits in place of 0 to 9.
  public func withOwnDigits(_ text: String) -> String {
    guard zero != "0" else { return text }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map {
          ("0"..."9").contains($0) ? Unicode.Scalar(zero.value + $0.value - 0x30) ?? $0 : $0
        }))
  }

  /// Whether a sign is to the right of its digits, after an Arabic letter mark.
  @usableFromInline var hasSignAtRight: Bool { signMark == "\u{61C}" && hasArabicDigits }

  /// The number of digits before the point, for a number that has no colon.
  @usableFromInline static func digitCount(_ number: String) -> Int {
    var count = 0
    for byte in number.utf8 {
      if byte == 0x2E { break }
      if byte == 0x3A { return 0 }
      if (0x30...0x39).contains(byte) { count += 1 }
    }
    return count
  }

  @usableFromInline func hasGroups(digits: Int) -> Bool {
    lastGroup > 0 && !group.isEmpty && digits > Self.digitsWithoutGroups
  }

  /// Returns whether a group ends before this many remaining digits of the whole part.
  @usableFromInline func isGroupEnd(before rest: Int) -> Bool {
    rest == lastGroup
      || rest > lastGroup && otherGroups > 0 && (rest - lastGroup) % otherGroups == 0
  }

  public static func == (one: NumberSymbols, two: NumberSymbols) -> Bool {
    one.zero == two.zero && one.decimal == two.decimal && one.group == two.group
      && one.percent == two.percent && one.isPercentFirst == two.isPercentFirst
      && one.signMark == two.signMark
      && one.lastGroup == two.lastGroup && one.otherGroups == two.otherGroups
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(zero)
    hasher.combine(decimal)
    hasher.combine(group)
  }
}
