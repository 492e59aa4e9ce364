public import Gesture

internal import Glibc
internal import Knobs
internal import Layout

/// Support for devices that turn knobs without a touch, such as a mouse wheel.
extension PanelController {
  /// Finds the free knob at a location on the display.
  ///
  /// A wheel turns a knob as a contact that circles its centre, so guards, taps, reports, undo and
  /// events work as they do for a finger.
  ///
  /// - Parameter fraction: The location that the device points at.
  /// - Returns: Where it is; nil if there is no free knob, or the PIN pad is open.
  public func grip(at fraction: DisplayFraction) -> WheelDial? {
    guard pad == nil,
      let knob = knob(under: viewport.designPoint(displayFraction: fraction)), !knob.isInert,
      knob.recognizer.owner == nil
    else { return nil }
    return WheelDial(
      center: viewport.displayFraction(designPoint: knob.recognizer.rules.dial.center),
      grip: viewport.displayFraction(designPoint: knob.grip))
  }
}

extension KnobController {
  /// A point from which circling the centre clockwise turns the knob clockwise, in any turn mode.
  fileprivate var grip: DesignPoint {
    let rules = recognizer.rules
    let degrees =
      switch rules.mode {
      case .vertical, .both: -90.0
      case .horizontal: 0.0
      case .relative, .absolute, .auto: knob.angle
      }
    let radians = Angle.radians(fromDegrees: degrees)
    let radius = 0.7 * rules.dial.reachRadius
    let center = rules.dial.center
    return DesignPoint(x: center.x + radius * sin(radians), y: center.y - radius * cos(radians))
  }
}
