internal import Gesture

/// How a knob stands in a cell: its touch area is inside of it, and so is its name.
///
/// A large knob has its name on its face, a small one below. Room for that is kept also where there
/// is no name, so that the knobs of a row stand on one line.
enum KnobPlace {
  /// Diameter, in design pixels, from which a knob's face holds its name.
  static let largeDiameter = 180.0

  /// The largest diameter that fits; positive.
  static func diameter(in box: Box) -> Double {
    let large = min(box.width, box.height) / TouchAreas.reach
    guard large < largeDiameter else { return large }
    let flat = (box.height - smallestDescent) / (TouchAreas.reach + 1)
    let tall = box.height / (TouchAreas.reach + largestDescent)
    // Letters stop shrinking with the knob at eleven pixels.
    let radius = min(box.width / 2 / TouchAreas.reach, min(flat, tall))
    return min(max(1, 2 * radius), largeDiameter - 1)
  }

  /// The centre of a knob of this diameter.
  static func center(
    of diameter: Double, in box: Box, _ alignment: CellDraft.Alignment
  ) -> DesignPoint {
    let reach = diameter / 2 * TouchAreas.reach
    let part = box.part(width: 2 * reach, height: reach + drop(of: diameter), alignment)
    return DesignPoint(x: part.left + reach, y: part.top + reach)
  }

  /// How far a knob with its name reaches below its centre.
  private static func drop(of diameter: Double) -> Double {
    let radius = diameter / 2
    guard diameter < largeDiameter else { return radius * TouchAreas.reach }
    return max(radius * largestDescent, radius + smallestDescent)
  }

  /// To the descenders of the name, in radii from the centre, and in pixels from the edge.
  private static let largestDescent = 1.4
  private static let smallestDescent = 15.6
}
