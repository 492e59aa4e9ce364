/// A text around a number, such as "{L|R} {abs}" for a balance.
///
/// | part | text |
/// |---|---|
/// | `{value}` | the number |
/// | `{abs}` | the number without its sign |
/// | `{L|R}` | the first word below 0, the second above 0, none at 0 |
/// | `{L|C|R}` | the same, with the second word at 0 |
///
/// Spaces at both ends are left out.
public struct ValuePattern: Hashable, Sendable {
  /// Why a text is no pattern.
  public enum Fault: Error, Hashable, Sendable {
    /// A brace without its counterpart.
    case loneBrace
    /// A part that is not in the table.
    case unknown(String)
    /// Neither `{value}` nor `{abs}`.
    case noNumber
  }

  private enum Part: Hashable, Sendable {
    case plain(String)
    case value
    case magnitude
    case word(negative: String, zero: String, positive: String)
  }

  private let parts: [Part]

  /// Parses a pattern.
  public init(_ text: String) throws(Fault) {
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      if open > rest.startIndex { parts.append(.plain(String(rest[..<open]))) }
      let inner = rest[open...].dropFirst()
      guard rest[open] == "{", let close = inner.firstIndex(where: { $0 == "{" || $0 == "}" }),
        inner[close] == "}"
      else { throw .loneBrace }
      parts.append(try Self.part(inner[..<close]))
      rest = inner[close...].dropFirst()
    }
    if !rest.isEmpty { parts.append(.plain(String(rest))) }
    guard parts.contains(where: { $0 == .value || $0 == .magnitude }) else { throw .noNumber }
    self.parts = parts
  }

  private static func part(_ text: Substring) throws(Fault) -> Part {
    if text == "value" { return .value }
    if text == "abs" { return .magnitude }
    let words = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    switch words.count {
    case 2: return .word(negative: words[0], zero: "", positive: words[1])
    case 3: return .word(negative: words[0], zero: words[1], positive: words[2])
    default: throw .unknown(String(text))
    }
  }

  /// Returns the text of a number; a number that `fixed` shows as 0 is 0.
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - fixed: Returns a number as text.
  /// - Returns: The text, without spaces at both ends.
  func text(for value: Double, _ fixed: (Double) -> String) -> String {
    let isZero = fixed(value) == fixed(0)
    let text = parts.map { part in
      switch part {
      case .plain(let text): text
      case .value: fixed(value)
      case .magnitude: fixed(abs(value))
      case .word(let negative, let zero, let positive):
        isZero ? zero : value < 0 ? negative : positive
      }
    }.joined()
    let start = text.drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}
