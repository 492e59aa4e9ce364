internal import Gesture
internal import Layout

/// The size and position of a knob in a cell: touch area and name both fit inside.
///
/// A large knob has its name on its face, a small one below it. Space for the name is reserved
/// even without one, so that the knobs of a row align.
enum KnobInCell {
  /// Returns the largest diameter that fits; positive.
  static func diameter(in box: Box) -> Double {
    let large = min(box.width, box.height) / Dial.defaultReach
    guard large < KnobLayout.largeDiameter else { return large }
    let flat = (box.height - KnobLayout.smallestNameDescent) / (Dial.defaultReach + 1)
    let tall = box.height / (Dial.defaultReach + KnobLayout.nameDescent)
    // Text stops shrinking with the knob at eleven pixels.
    let radius = min(box.width / 2 / Dial.defaultReach, min(flat, tall))
    return min(max(1, 2 * radius), KnobLayout.largeDiameter - 1)
  }

  /// Returns the centre of a knob of this diameter.
  static func center(
    of diameter: Double, in box: Box, _ alignment: CellKeys.Alignment
  ) -> DesignPoint {
    center(of: diameter, drop: drop(of: diameter), in: box, alignment)
  }

  /// Returns the centre of a knob whose touch area and name end `drop` design pixels below it.
  static func center(
    of diameter: Double, drop: Double, in box: Box, _ alignment: CellKeys.Alignment
  ) -> DesignPoint {
    let reach = diameter / 2 * Dial.defaultReach
    let part = box.part(width: 2 * reach, height: height(diameter, drop), alignment)
    return DesignPoint(x: part.left + reach, y: part.top + reach)
  }

  /// Returns the height of a knob whose touch area and name end `drop` design pixels below it.
  static func height(_ diameter: Double, _ drop: Double) -> Double {
    diameter / 2 * Dial.defaultReach + drop
  }

  /// Returns the distance from the knob's centre to the bottom of its touch area and name.
  static func drop(of diameter: Double) -> Double {
    let radius = diameter / 2
    guard diameter < KnobLayout.largeDiameter else { return radius * Dial.defaultReach }
    return max(radius * KnobLayout.nameDescent, radius + KnobLayout.smallestNameDescent)
  }
}
