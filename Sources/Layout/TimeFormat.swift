/// How a time is written: text with conversions of strftime(3), those that change once a minute at most.
public struct TimeFormat: Hashable, Sendable {
  /// The hours from 0 to 23, and the minutes.
  public static let hours24 = TimeFormat(checked: "%H:%M")
  /// The hours from 1 to 12, and the minutes.
  public static let hours12 = TimeFormat(checked: "%-I:%M")

  /// Why a text is no format.
  public enum Problem: Error, Hashable, Sendable {
    /// This conversion would change every second.
    case seconds(String)
    /// There is no such conversion.
    case unknown(String)
    /// It has no conversion at all.
    case constant
  }

  /// As strftime(3) takes it.
  public let text: String

  /// Checks a format.
  ///
  /// - Parameter text: As strftime(3) takes it.
  /// - Throws: Its first mistake.
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
    self.text = text
  }

  private init(checked text: String) { self.text = text }

  /// What such texts match, as a regular expression of ECMA-262.
  public static let pattern = "^([^%]*%[\(flags)]*[\(letters)])+[^%]*$"

  private static let flags = "-_0^#"
  private static let letters = "aAbBCdDeFgGhHIjklmMpPRuUVwWxyYzZ%"
  private static let lettersOfSeconds = "cNrsSTX+"
}
