internal import Diagnostics
internal import JSON
internal import Layout
internal import Raster

extension Shape where Value == Color {
  /// `#rrggbb`, `#rgb`, or a name of CSS; opaque.
  static let color = Shape<Color>.color(isTranslucent: false)

  /// The same, or `#rrggbbaa` and `#rgba` with an opacity, for what is drawn over something else.
  static let translucentColor = Shape<Color>.color(isTranslucent: true)

  private static func color(isTranslucent: Bool) -> Shape<Color> {
    let digits = isTranslucent ? "3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8}" : "3}|[0-9A-Fa-f]{6}"
    return Shape<Color>(
      expectation: "a colour, such as \"#ff8800\" or orange",
      schema: JSONValue.object([
        ("type", "string"),
        (
          "pattern",
          .string(
            "^(#([0-9A-Fa-f]{\(digits))|"
              + ColorText.names.map(\.name).joined(separator: "|") + ")$")
        ),
      ]).defined(isTranslucent ? "translucent-color" : "color")
    ) { node, subject, context in
      guard case .scalar(let text, _) = node.content, !node.isNull else {
        context.mismatch(
          node, subject,
          hint: node.isNull ? "after a space # begins a comment: write \"#ff8800\" in quotes" : nil)
        return nil
      }
      guard let color = ColorText.color(text) else {
        context.mismatch(node, subject, hint: ColorText.hint(for: text))
        return nil
      }
      guard isTranslucent || color.opacity == 1 else {
        context.error(
          "\(subject.name) cannot be translucent", at: node.span,
          hint: "write it without the opacity: \"\(ColorText.opaque(text))\"")
        return nil
      }
      return color
    }
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
  /// Returns the colour of a text; nil if it is none.
  static func color(_ text: String) -> Color? {
    if let named = names.first(where: { $0.name == text }) { return Color(named.rgb) }
    guard text.first == "#" else { return nil }
    var digits = text.dropFirst().map(String.init)
    guard text.dropFirst().allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    if digits.count < 6 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 6 || digits.count == 8,
      let rgb = UInt32(digits[..<6].joined(), radix: 16)
    else { return nil }
    let opacity = digits.count == 8 ? UInt8(digits[6...].joined(), radix: 16) : 255
    return opacity.map { Color(rgb, opacity: Float($0) / 255) }
  }

  /// Returns the text of a colour with an opacity without that.
  static func opaque(_ text: String) -> String {
    String(text.dropLast(text.count == 5 ? 1 : 2))
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
    if text.first == "#" {
      return "write 3 or 6 of the digits 0 to 9 and a to f after the #, or 4 or 8 with an opacity"
    }
    if text.contains("(") { return rgbHint(for: text) ?? "write it as \"#rrggbb\"" }
    return Spelling.hint(for: text.lowercased(), among: names.map(\.name))
      ?? "write \"#rrggbb\" or a name of CSS, such as \(commonNames)"
  }
}
