internal import Diagnostics
internal import Layout

/// Warns of knobs that one encoder turns at the same time.
enum EncoderCheck {
  static func check(_ knobs: [KnobEntry], _ context: ReadingContext) {
    for (index, entry) in knobs.enumerated() {
      guard let encoder = entry.knob.encoder, let span = entry.inputSpan,
        let first = knobs[..<index].first(where: { other in
          other.knob.encoder?.input == encoder.input && turnTogether(other.knob, entry.knob)
        })
      else { continue }
      context.warning(
        "knob \(VisibleText.quoted(entry.knob.id)) is turned together with knob "
          + "\(VisibleText.quoted(first.knob.id)), by the same `input`", at: span,
        hint: "remove one of them; for knobs of different pages, add `follows: page` to both",
        related: first.inputSpan.map { [.init(span: $0, message: "the first is here")] } ?? [])
    }
  }

  /// Whether there is a page on which the encoder turns both knobs.
  private static func turnTogether(_ one: KnobLayout, _ other: KnobLayout) -> Bool {
    func page(of knob: KnobLayout) -> Int? { knob.encoder?.followsPage == true ? knob.page : nil }
    guard let one = page(of: one), let other = page(of: other) else { return true }
    return one == other
  }
}
