internal import Diagnostics
internal import JSON
internal import Layout
internal import Raster

extension Shape where Value == Color {
  /// `#rrggbb`, `#rgb`, or one of a few names.
  static let color = Shape<Color>(
    expectation: "a colour, such as \"#ff8800\" or orange",
    schema: [
      "type": "string",
      "pattern": .string(
        "^(#[0-9A-Fa-f]{3}|#[0-9A-Fa-f]{6}|"
          + ColorText.names.map(\.name).joined(separator: "|") + ")$"),
    ]
  ) { node, subject, context in
    guard case .scalar(let text, _) = node.content, !node.isNull else {
      context.mismatch(
        node, subject,
        hint: node.isNull ? "after a space # begins a comment: write \"#ff8800\" in quotes" : nil)
      return nil
    }
    if let color = ColorText.color(text) { return color }
    context.mismatch(node, subject, hint: ColorText.hint(for: text))
    return nil
  }
}

extension Shape where Value == Palette.Shade {
  /// One colour, or two in a list.
  static let shade = Shape.either(
    single: Shape<Color>.color.converted { color, _, _ in Palette.Shade(color) },
    list: Shape<Pair<Color>>.pair(
      .color, expectation: "a colour, or two such as [\"#1b1f25\", \"#0d0f12\"]"
    ).converted { pair, _, _ in Palette.Shade(pair.first, pair.second) },
    isSingle: { _ in true })
}

/// Colours as text.
enum ColorText {
  /// Common CSS names (CSS Color 4, "named colors").
  static let names: [(name: String, rgb: UInt32)] = [
    ("black", 0x000000), ("white", 0xFFFFFF), ("gray", 0x808080), ("grey", 0x808080),
    ("silver", 0xC0C0C0), ("red", 0xFF0000), ("crimson", 0xDC143C), ("tomato", 0xFF6347),
    ("orange", 0xFFA500), ("gold", 0xFFD700), ("yellow", 0xFFFF00), ("lime", 0x00FF00),
    ("green", 0x008000), ("teal", 0x008080), ("turquoise", 0x40E0D0), ("cyan", 0x00FFFF),
    ("blue", 0x0000FF), ("navy", 0x000080), ("purple", 0x800080), ("magenta", 0xFF00FF),
    ("violet", 0xEE82EE), ("pink", 0xFFC0CB), ("brown", 0xA52A2A), ("beige", 0xF5F5DC),
  ]

  static func color(_ text: String) -> Color? {
    if let named = names.first(where: { $0.name == text }) { return Color(named.rgb) }
    guard text.first == "#" else { return nil }
    let digits = text.dropFirst()
    guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    switch digits.count {
    case 6: return UInt32(digits, radix: 16).map { Color($0) }
    case 3:
      return UInt32(digits.flatMap { [$0, $0] }.map(String.init).joined(), radix: 16).map {
        Color($0)
      }
    default: return nil
    }
  }

  /// Returns a hint with the colour as `#rrggbb`; nil unless it is `rgb` with three whole numbers.
  private static func rgbHint(for text: String) -> String? {
    guard text.lowercased().hasPrefix("rgb("), text.last == ")" else { return nil }
    let parts = text.dropFirst(4).dropLast().split(separator: ",")
    let numbers = parts.compactMap { UInt8($0.filter { $0 != " " }) }
    guard parts.count == 3, numbers.count == 3 else { return nil }
    let digits = numbers.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return "write \"#\(digits.joined())\""
  }

  /// Returns a suggestion for the colour that was probably intended.
  static func hint(for text: String) -> String? {
    if let color = text.first == "#" ? nil : "#" + text, self.color(color) != nil {
      return "write \"\(color)\""
    }
    if text.first == "#" { return "write 3 or 6 of the digits 0 to 9 and a to f after the #" }
    if text.contains("(") { return rgbHint(for: text) ?? "write it as \"#rrggbb\"" }
    return Spelling.hint(for: text.lowercased(), among: names.map(\.name))
      ?? "the names are: " + names.map(\.name).joined(separator: ", ")
  }
}
