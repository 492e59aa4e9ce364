import Knobs
import Layout

/// The texts of a knob's value among which the widest is.
struct ValueTexts {
  /// The numbers at the ends of the range: all digits have the same width.
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
      ? [range.lowerBound, range.upperBound].map {
        ValueFormat.fixed($0, decimals: format.decimals)
      } : []
    names = Array((format.names + format.named.map(\.name)).prefix(Self.nameLimit))
  }
}
