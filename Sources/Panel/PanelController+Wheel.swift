public import Gesture

internal import Glibc
internal import Knobs
internal import Layout

/// For devices that turn without fingers, such as the wheel of a mouse.
extension PanelController {
  /// Where a finger would take the free knob at a place on the display so that going round the
  /// centre clockwise turns it clockwise; nil if there is none.
  public func grip(
    at fraction: DisplayFraction
  ) -> (center: DisplayFraction, grip: DisplayFraction)? {
    guard let index = knob(under: viewport.designPoint(displayFraction: fraction)),
      !knobs[index].isInert, knobs[index].recognizer.owner == nil
    else { return nil }
    let rules = knobs[index].recognizer.rules
    let degrees =
      switch rules.mode {
      case .vertical, .both: -90.0
      case .horizontal: 0.0
      case .relative, .absolute, .auto: knobs[index].knob.angle
      }
    let radians = Angle.radians(fromDegrees: degrees)
    let radius = 0.7 * rules.dial.reachRadius
    let center = rules.dial.center
    let grip = DesignPoint(x: center.x + radius * sin(radians), y: center.y - radius * cos(radians))
    return (
      viewport.displayFraction(designPoint: center), viewport.displayFraction(designPoint: grip)
    )
  }
}
