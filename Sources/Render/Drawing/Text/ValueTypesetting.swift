import Panel
import Raster

/// The position of a knob's value, and the fonts that are tried for it.
struct ValueTypesetting {
  /// From the largest to the smallest, for texts of increasing length; empty if no value is shown.
  let glyphs: [GlyphCache]
  /// The unit beside the value, for each font.
  let units: [TextMask?]
  /// The text shown in place of the value while the control is offline.
  let offlineText: String
  /// The middle of the digits, in pixels.
  let middle: PixelPoint
  /// The maximum width, in pixels.
  let width: Float

  /// Typesets the value in the largest font that fits.
  ///
  /// - Parameters:
  ///   - view: The state of the knob.
  ///   - lift: The distance in pixels by which the text is raised.
  /// - Returns: The value and its unit if there is space for both, the value's name without a unit,
  ///   a dash for an unknown value, or a word for an offline control.
  func text(_ view: KnobViewState, lift: Float) -> GlyphRun {
    guard let largest = glyphs.first, let smallest = glyphs.last else { return GlyphRun() }
    switch view.state {
    case .normal, .disabled:
      // A value without its unit says more than the beginning of the value with it.
      return (view.isNamed ? nil : fitting(view.text, hasUnit: true, lift: lift))
        ?? fitting(view.text, hasUnit: false, lift: lift)
        ?? run(view.text, smallest, lift: lift)
    case .unknown: return run("\u{2013}", largest)
    case .offline: return run(offlineText, smallest)
    }
  }

  /// Returns a text in the largest font that fits; nil if none does.
  private func fitting(_ text: String, hasUnit: Bool, lift: Float) -> GlyphRun? {
    for index in glyphs.indices {
      let unit = hasUnit ? units[index] : nil
      let width = glyphs[index].width(of: text)
      if width + (unit?.advance ?? 0) <= self.width {
        return run(text, glyphs[index], unit: unit, lift: lift, width: width)
      }
    }
    return nil
  }

  private func run(
    _ text: String, _ glyphs: GlyphCache, unit: TextMask? = nil, lift: Float = 0,
    width: Float? = nil
  ) -> GlyphRun {
    GlyphRun(
      text, glyphs, unit: unit, middleX: middle.x, middleY: middle.y - lift,
      limit: self.width - (unit?.advance ?? 0), width: width)
  }
}
