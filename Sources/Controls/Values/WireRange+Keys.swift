internal import Diagnostics
internal import Knobs
internal import Layout
internal import LayoutFile

extension WireRange {
  /// Creates the range of a knob's own values; a label's has no limits.
  init(of knob: KnobContext) {
    let range = knob.scale.range
    self.init(
      lowest: range.lowerBound, highest: range.upperBound, isLimited: knob.use != .readOut)
  }

  /// Adopts the ends of a range in the layout.
  mutating func adopt(_ ends: WireRange) {
    (lowest, highest) = (ends.lowest, ends.highest)
  }
}

extension Shape where Value == WireRange {
  /// The numbers for the knob's ends; equal ones are reported.
  ///
  /// - Parameters:
  ///   - number: The shape of each number.
  ///   - example: A valid value, as written in a layout.
  /// - Returns: The shape of the range.
  static func ends(
    _ number: Shape<Double> = .number(example: 0), example: String
  ) -> Shape {
    Shape<Pair<Double>>.pair(
      number, expectation: "the numbers for the knob's ends, such as \(example)",
      areDifferent: true
    ).converted { ends, subject, context in
      if ends.first == ends.second {
        context.error(
          "both ends of this range are \(NumberText.shown(ends.first))", at: subject.span,
          hint: "write the numbers for the knob's lowest and highest value, such as \(example)")
      }
      return WireRange(lowest: ends.first, highest: ends.second)
    }
  }
}
