import Knobs
import Layout

/// The texts of a knob's value among which the widest is.
struct ValueTexts {
  /// The numbers at the ends of the range and 0: all digits have the same width, and a pattern has
  /// one text for all numbers of a sign.
  let numbers: [String]
  /// Names of values, shown in place of numbers and without the unit.
  let names: [String]

  /// The maximum number of names that are examined.
  private static let nameLimit = 100

  init(_ knob: KnobLayout) {
    let format = knob.format ?? ValueFormat(for: knob.scale, travel: knob.travel)
    let range = knob.scale.range
    numbers =
      format.names.isEmpty
      ? [range.lowerBound, range.upperBound, range.contains(0) ? 0 : range.lowerBound]
        .map(format.number) : []
    names = Array((format.names + format.named.map(\.name)).prefix(Self.nameLimit))
  }
}
