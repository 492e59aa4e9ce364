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

  func valueText(_ view: KnobViewState, lift: Float) -> GlyphRun {
    let isHidden = geometry.metrics.typography.value == .none
    let hasValue = view.state == .normal || view.state == .disabled
    return isHidden && hasValue ? GlyphRun() : value.text(view, lift: lift)
  }
}
