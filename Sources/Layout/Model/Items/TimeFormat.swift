public import Locales

/// A time format: the locale's, or text with strftime(3) conversions that change at most once a
/// minute.
public struct TimeFormat: Hashable, Sendable {
  /// The hours from 0 to 23, and the minutes.
  public static let hours24 = TimeFormat(checked: "%H:%M")
  /// The hours from 1 to 12, and the minutes.
  public static let hours12 = TimeFormat(checked: "%-I:%M")

  /// Why a text is not a valid format.
  public enum Problem: Error, Hashable, Sendable {
    /// The conversion changes every second.
    case seconds(String)
    /// The conversion does not exist.
    case unknown(String)
    /// The text has no conversions.
    case constant
  }

  /// The format for strftime(3); empty for the locale's.
  public let text: String
  /// What the locale's format shows; nil for a format for strftime(3).
  public let style: DateWords.Style?

  /// Creates the locale's format.
  public init(_ style: DateWords.Style) { (text, self.style) = ("", style) }

  /// Checks a format.
  ///
  /// - Parameter text: The format for strftime(3).
  /// - Throws: Its first error.
  public init(_ text: String) throws(Problem) {
    guard text.contains("%") else { throw .constant }
    var rest = text[...]
    while let percent = rest.firstIndex(of: "%") {
      rest = rest[percent...].dropFirst()
      let flags = rest.prefix { Self.flags.contains($0) }
      let letter = rest.dropFirst(flags.count).prefix(1)
      guard letter.allSatisfy(Self.letters.contains), !letter.isEmpty else {
        let conversion = "%" + flags + letter
        throw letter.allSatisfy(Self.lettersOfSeconds.contains) && !letter.isEmpty
          ? .seconds(conversion) : .unknown(conversion)
      }
      rest = rest.dropFirst(flags.count + 1)
    }
    (self.text, style) = (text, nil)
  }

  private init(checked text: String) { (self.text, style) = (text, nil) }

  /// An ECMA-262 regular expression for valid formats.
  public static let pattern = "^([^%]*%[\(flags)]*[\(letters)])+[^%]*$"

  private static let flags = "-_0^#"
  private static let letters = "aAbBCdDeFgGhHIjklmMpPRuUVwWxyYzZ%"
  private static let lettersOfSeconds = "cNrsSTX+"
}
