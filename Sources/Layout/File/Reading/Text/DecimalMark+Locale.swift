internal import Knobs

extension ValueFormat.DecimalMark {
  /// The mark for a language, optionally in a country, such as `de` or `de-CH`; nil if unknown.
  ///
  /// Source: Unicode CLDR 44, `symbols-numberSystem-latn/decimal`.
  init?(locale: String) {
    // `LANG` holds a locale too: de_CH.UTF-8.
    let parts = locale.prefix { $0 != "." && $0 != "@" }.split { $0 == "-" || $0 == "_" }
    guard let language = parts.first?.lowercased(), parts.count <= 3 else { return nil }
    let country = parts.count > 1 ? parts[parts.count - 1].uppercased() : ""
    switch language {
    case _ where Self.languagesWithPoint.contains(language): self = .point
    case "de" where ["CH", "LI"].contains(country), "it" where country == "CH": self = .point
    case "es" where Self.spanishCountriesWithPoint.contains(country): self = .point
    case _ where Self.languagesWithComma.contains(language): self = .comma
    default: return nil
    }
  }

  private static let languagesWithComma = words(
    """
    af az be bg bs ca cs da de el es et eu fi fo fr fy gl hr hu hy id is it ka kk ky lb lt lv mk \
    mn nb nl nn no pl pt rm ro ru sk sl sq sr sv tk tr uk uz vi
    """)

  private static let languagesWithPoint = words(
    """
    am bn cy en fil ga gu he hi ja km kn ko lo ml mr ms mt my ne pa si sw ta te th ur yue zh zu
    """)

  private static let spanishCountriesWithPoint = words(
    "BZ CU DO GT HN MX NI PA PE PR SV US")

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }
}
