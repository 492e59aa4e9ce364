internal import Diagnostics
internal import JSON
internal import Layout
internal import Locales

/// The panel's texts in general: their size, wording and number format.
extension LayoutTables {
  static let panelTextFields: [Field<PanelLayout>] = [
    Field(
      "text_scale", .factor(NumberRule(range: 0.5...3), example: 1.3), into: \.textScale,
      fallback: 1, example: 1.3, alsoCalled: ["scale", "font_scale", "zoom", "text_size"],
      "A factor for the size of all texts, for panels read from a distance."),
    Field(
      "viewing_distance", .metres(0.3...20, example: 2), intoOptional: \.viewingDistanceMetres,
      example: "2m", alsoCalled: ["distance", "reading_distance"],
      "The distance from which people read the panel. It scales all texts so that capitals are 20 "
        + "arc minutes high, as `text_scale` does; `check` tells which texts have too little room "
        + "for that. The display's true size counts if it is known."),
    Field(
      "locale", locale, intoOptional: \.locale, example: "de",
      alsoCalled: ["language", "lang", "decimal", "decimal_mark", "decimal_separator"],
      "The language of the panel's readers, with a country if needed, such as de-CH or ar-EG: the "
        + "digits and signs of numbers, and the words and the order of dates. Numbers from 10000 "
        + "on are written in groups, such as 12.500. For texts, see `words`."
    ).read(in: .first),
    Field(
      "direction",
      .choice(
        of: ReadingDirection.self,
        synonyms: ["right-to-left": "rtl", "left-to-right": "ltr", "right": "rtl", "left": "ltr"]),
      intoOptional: \.direction, example: "rtl",
      alsoCalled: ["dir", "text_direction", "reading_direction", "mirror"],
      "With `rtl`, the first column, tab and page are at the right, icons are to the right of texts "
        + "and units to the left of numbers; knobs still turn clockwise. If left out, the direction "
        + "of the `locale`: `rtl` in Arabic, Hebrew, Persian or Urdu."
    ).read(in: .first),
    Field(
      "words", words, into: \.words, example: ["offline": "nicht erreichbar"],
      alsoCalled: ["strings", "wording"],
      "The panel's own texts, in your language; for several languages, see `texts`."),
  ]

  private static let locale = Shape<String>.text(.name, example: "de").converted(
    expectation: "a language, such as de or en-GB"
  ) { name, subject, context in Locale.read(name, at: subject.span, context) }

  private static let words = Shape.record(
    "`words`", empty: PanelWords(),
    [
      Field(
        "offline", word("offline"),
        into: \.offline, fallback: "offline", example: "nicht erreichbar",
        alsoCalled: ["unavailable", "disconnected"],
        "In place of the value of a knob, or above the keys of a `keypad`, whose control cannot be "
          + "reached."),
      Field(
        "enter_pin", word("Enter PIN"), into: \.enterPIN, fallback: "Enter PIN",
        example: "PIN eingeben", alsoCalled: ["pin"],
        "Above the keys on which the PIN is entered."),
      Field(
        "wrong_pin", word("Wrong PIN"), into: \.wrongPIN, fallback: "Wrong PIN",
        example: "PIN falsch", alsoCalled: ["refused"],
        "In place of `enter_pin` after a wrong PIN."),
      Field(
        "enter_code", word("Enter code"), into: \.enterCode, fallback: "Enter code",
        example: "Code eingeben", alsoCalled: ["code", "keypad"],
        "Above the keys of a button's `keypad`."),
      Field(
        "wait", word("Wait"), into: \.wait, fallback: "Wait", example: "Warten",
        "Before the seconds for which no PIN is accepted, after five wrong ones."),
      Field(
        "cleaning", word("Touch is off for cleaning"), into: \.cleaning,
        fallback: "Touch is off for cleaning", example: "Zum Putzen gesperrt",
        alsoCalled: ["clean", "wipe"], "Below the countdown while touches are ignored."),
    ])

  private static func word(_ example: String) -> Shape<String> {
    .text(TextRule(mayBeEmpty: false, maximumLength: 40), example: example)
  }
}
