public import Layout
import Raster

extension NameBelow {
  /// The depth of descenders, as a multiple of the text size.
  static let descent: Float = 0.22

  /// Computes where a theme draws a name of one line, on a display that shows the design pixel for
  /// pixel; nil for a knob without a name below it.
  ///
  /// - Parameters:
  ///   - knob: The knob, with its diameter and look.
  ///   - panel: The panel, which gives the theme and the scale of texts.
  ///   - isLowered: Whether a knob without a gap at 6 o'clock lowers the texts of its row.
  public init?(of knob: KnobLayout, on panel: PanelLayout, isLowered: Bool = false) {
    guard knob.skin == nil, knob.name?.isEmpty == false, knob.look.swapMicroseconds == nil
    else { return nil }
    let isLarge = knob.diameter >= KnobLayout.largeDiameter
    let style = FaceStyle(Theme(panel), knob, isLarge: isLarge)
    guard style.metrics.typography.name == .below else { return nil }
    let geometry = FaceGeometry(
      center: PixelPoint(x: 0, y: 0), radius: Float(knob.diameter / 2), style.metrics,
      hasGapBelow: knob.travel.hasGapBelow && !isLowered)
    let baseline = geometry.nameOffset
    self.init(
      baseline: Double(baseline), bottom: Double(baseline + geometry.nameSize * Self.descent))
  }
}
