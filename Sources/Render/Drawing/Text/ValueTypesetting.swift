import Panel
import Raster

/// The position of a knob's value, and its fonts.
struct ValueTypesetting {
  /// Nil if no value is shown.
  let fonts: ValueFonts?
  /// The text shown in place of the value while the control is offline.
  let offlineText: String
  /// The translations of names of values.
  let translations: [String: String]
  /// The middle of the digits, in pixels.
  let middle: PixelPoint
  /// The maximum width, in pixels.
  let width: Float

  /// Typesets the value.
  ///
  /// - Parameters:
  ///   - view: The state of the knob.
  ///   - lift: The distance in pixels by which the text is raised.
  /// - Returns: The value and its unit, the value's name without a unit, a dash for an unknown
  ///   value, or a word for an offline control.
  func text(_ view: KnobViewState, lift: Float) -> GlyphRun {
    guard let fonts else { return GlyphRun() }
    switch view.state {
    case .normal, .disabled:
      guard !view.isNamed else {
        let name = translations[view.text] ?? view.text
        return run(name, fonts.name(name, width: width), lift: lift)
      }
      return run(view.text, fonts.number, unit: fonts.unit, lift: lift)
    case .unknown: return run("\u{2013}", fonts.number)
    case .offline: return run(offlineText, fonts.offline)
    }
  }

  private func run(
    _ text: String, _ glyphs: GlyphCache, unit: TextMask? = nil, lift: Float = 0
  ) -> GlyphRun {
    GlyphRun(
      text, glyphs, unit: unit, isUnitFirst: fonts?.isUnitFirst ?? false, middleX: middle.x,
      middleY: middle.y - lift, limit: width - (unit?.advance ?? 0))
  }
}
