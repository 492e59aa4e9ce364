import Layout
import Panel
import Raster

extension KnobFace {
  /// Texts for gears: "1/4" for a knob that turns a quarter as far as its finger.
  private static let gearNames = (0...64).map { "1/\($0)" }

  /// Returns the gear as a unit fraction; nil for one that rounds to 1.
  static func gearName(_ gear: Double) -> String? {
    guard gear > 0, gear < 1 else { return nil }
    let index = Int(min((1 / gear).rounded(), Double(gearNames.count - 1)))
    return index > 1 ? gearNames[index] : nil
  }

  /// Returns the text for a gear; empty for a gear of 1, or if the text does not fit.
  func gearText(_ gear: Double) -> GlyphRun {
    guard let name = KnobFace.gearName(gear), gearGlyphs.width(of: name) <= geometry.valueWidth
    else { return GlyphRun() }
    let text = GlyphRun(
      name, gearGlyphs, unit: nil, middleX: indicators.middle.x, middleY: indicators.middle.y,
      limit: geometry.valueWidth)
    // The pointer of a small knob may cover it.
    return travel.hasGapBelow || !geometry.pointerCanCover(text.bounds) ? text : GlyphRun()
  }

  /// Typesets the value in the largest font that fits.
  ///
  /// - Parameters:
  ///   - view: The state of the knob.
  ///   - lift: The distance in pixels by which the text is raised.
  /// - Returns: The value and its unit, the value's name without a unit, a dash for an unknown
  ///   value, or a word for an offline control.
  func valueText(_ view: KnobViewState, lift: Float) -> GlyphRun {
    switch view.state {
    case .normal, .disabled:
      guard geometry.metrics.typography.value != .none else { return GlyphRun() }
      let smallest = valueGlyphs.count - 1
      for index in valueGlyphs.indices {
        let unit = view.isNamed ? nil : units[index]
        let width = valueGlyphs[index].width(of: view.text)
        if index == smallest || width + (unit?.advance ?? 0) <= geometry.valueWidth {
          return run(view.text, valueGlyphs[index], unit: unit, lift: lift, width: width)
        }
      }
      return GlyphRun()
    case .unknown:
      return run("\u{2013}", valueGlyphs[0], unit: nil)
    case .offline:
      return run(offlineText, valueGlyphs[valueGlyphs.count - 1], unit: nil)
    }
  }

  private func run(
    _ text: String, _ glyphs: GlyphCache, unit: TextMask?, lift: Float = 0, width: Float? = nil
  ) -> GlyphRun {
    GlyphRun(
      text, glyphs, unit: unit, middleX: geometry.center.x,
      middleY: geometry.center.y + geometry.valueOffset - lift,
      limit: geometry.valueWidth - (unit?.advance ?? 0), width: width)
  }
}
