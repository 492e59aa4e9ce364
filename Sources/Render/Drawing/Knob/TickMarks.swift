internal import Glibc
import Knobs
import Layout

/// Computes the positions of a scale's ticks along the travel.
struct TickMarks {
  struct Mark: Hashable {
    /// The position along the travel, 0…1.
    var position: Double
    var isMajor: Bool
    /// The text beside it; nil for minor ticks.
    var label: String?
  }

  let travel: DrawnTravel
  let scale: Scale
  let format: ValueFormat?
  let metrics: FaceMetrics.Ticks
  let style: KnobStyle.Ticks

  /// The maximum number of evenly spaced ticks, whatever the layout requests.
  static let limit = 400

  var marks: [Mark] {
    if !travel.sectors.isEmpty { return sectorMarks }
    guard abs(travel.to - travel.from) >= 20 else { return [] }
    switch style.positions {
    case .listed(let labels):
      return labels.map {
        Mark(
          position: scale.position(ofValue: $0.value), isMajor: true,
          label: $0.text.isEmpty ? nil : $0.text)
      }.sorted { $0.position < $1.position }
    case .every(let distance): return marks(every: distance)
    case .count(let count):
      return marks(count: max(count - 1, 1) * ((style.between ?? 0) + 1), perMajor: perMajor)
    case nil: return defaultMarks
    }
  }

  private var perMajor: Int { (style.between ?? 0) + 1 }

  private var sectorMarks: [Mark] {
    travel.sectors.enumerated().map { index, name in
      Mark(
        position: travel.position(ofSector: index), isMajor: true,
        label: metrics.hasLabels ? name : nil)
    }
  }

  private var defaultMarks: [Mark] {
    let span = scale.range.upperBound - scale.range.lowerBound
    let steps = scale.step > 0 ? span / scale.step : 0
    // A knob with few steps has a tick for each.
    if steps >= 2, steps <= 20, isWhole(steps), scale.taper == .linear {
      return marks(every: scale.step, between: 0)
    }
    if metrics.hasLabels, travel.laps == 1 {
      return marks(every: TickMarks.round(span / 10), between: style.between)
    }
    let sweep = min(abs(travel.to - travel.from), 360)
    let perMajor = style.between.map { $0 + 1 } ?? metrics.perMajor
    let parts = Double(metrics.count) / Double(metrics.perMajor) / 270
    let count =
      travel.isClosed
      ? metrics.count * 6 / 5 : max(2, Int((sweep * parts).rounded())) * metrics.perMajor
    return marks(count: count / metrics.perMajor * perMajor, perMajor: perMajor)
  }

  private func isWhole(_ number: Double) -> Bool { abs(number - number.rounded()) < 1e-6 }

  /// Returns a distance rounded up to 1, 2 or 5 times a power of ten.
  static func round(_ distance: Double) -> Double {
    guard distance.isFinite, distance > 0 else { return 1 }
    let power = pow(10, floor(log10(distance)))
    return ([1, 2, 5].map { $0 * power }.first { $0 >= distance * 0.999 } ?? 10 * power)
  }

  /// Returns ticks at equal distances along the ring.
  private func marks(count: Int, perMajor: Int) -> [Mark] {
    let count = min(count, TickMarks.limit)
    let span = scale.range.upperBound - scale.range.lowerBound
    let distance = TickMarks.round(span * Double(perMajor) / Double(count) / 2)
    // On a closed ring, the last tick would coincide with the first.
    return (0..<(travel.isClosed ? count : count + 1)).map {
      // A scale of several laps has the ticks of one lap.
      let position = Double($0) / Double(count) / travel.laps
      let isMajor = $0 % perMajor == 0
      return Mark(
        position: position, isMajor: isMajor,
        label: isMajor && travel.laps == 1
          ? label(of: value(at: position), apart: distance) : nil)
    }
  }

  private func value(at position: Double) -> Double { scale.value(atPosition: position) }

  /// Returns major ticks at whole multiples of a value, with minor ones between.
  private func marks(every distance: Double, between: Int? = nil) -> [Mark] {
    let (low, high) = (scale.range.lowerBound, scale.range.upperBound)
    let between = between ?? style.between ?? (metrics.perMajor - 1)
    let fine = distance / Double(between + 1)
    guard fine > 0, (high - low) / fine <= Double(TickMarks.limit) else { return [] }
    let (first, last) = ((low / fine - 1e-6).rounded(.up), (high / fine + 1e-6).rounded(.down))
    guard abs(first) < 1e9, abs(last) < 1e9 else { return [] }
    return (Int(first)...max(Int(first), Int(last))).compactMap { index in
      let value = Double(index) * fine
      let isMajor = index % (between + 1) == 0
      let position = scale.position(ofValue: value)
      if travel.isClosed, position >= 1 { return nil }
      return Mark(
        position: position, isMajor: isMajor,
        label: isMajor ? label(of: value, apart: distance) : nil)
    }
  }

  /// Returns a label with as many decimals as the distance between major ticks needs.
  private func label(of value: Double, apart distance: Double) -> String? {
    guard metrics.hasLabels else { return nil }
    var text = format ?? ValueFormat(decimals: 0)
    text.decimals = ValueFormat(for: Scale(range: scale.range, step: distance)).decimals
    return text.text(for: value)
  }
}
