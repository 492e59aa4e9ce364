internal import Glibc
import Knobs
import Layout

/// Where the ticks of a scale stand, along the travel.
struct TickMarks {
  struct Mark: Hashable {
    /// 0…1.
    var position: Double
    var isMajor: Bool
    /// What is printed beside it; a short tick has none.
    var label: String?
  }

  let travel: DrawnTravel
  let scale: Scale
  let format: ValueFormat?
  let ticks: FaceMetrics.Ticks
  let look: KnobStyle.Ticks

  /// No scale has more, however a layout asks for them.
  static let limit = 400

  var marks: [Mark] {
    if !travel.sectors.isEmpty { return sectorMarks }
    guard abs(travel.to - travel.from) >= 20 else { return [] }
    switch look.places {
    case .listed(let labels):
      return labels.map {
        Mark(
          position: scale.position(ofValue: $0.value), isMajor: true,
          label: $0.text.isEmpty ? nil : $0.text)
      }.sorted { $0.position < $1.position }
    case .every(let distance): return marks(every: distance)
    case .count(let count):
      return marks(count: max(count - 1, 1) * ((look.between ?? 0) + 1), perMajor: perMajor)
    case nil: return usualMarks
    }
  }

  private var perMajor: Int { (look.between ?? 0) + 1 }

  private var sectorMarks: [Mark] {
    travel.sectors.enumerated().map { index, name in
      Mark(
        position: Double(index) / Double(travel.sectors.count), isMajor: true,
        label: ticks.hasLabels ? name : nil)
    }
  }

  private var usualMarks: [Mark] {
    let span = scale.range.upperBound - scale.range.lowerBound
    let steps = scale.step > 0 ? span / scale.step : 0
    // A knob of few steps has a mark for each.
    if steps >= 2, steps <= 20, isWhole(steps), scale.taper == .linear {
      return marks(every: scale.step, between: 0)
    }
    if ticks.hasLabels, travel.laps == 1 {
      return marks(every: TickMarks.round(span / 10), between: look.between)
    }
    let sweep = min(abs(travel.to - travel.from), 360)
    let perMajor = look.between.map { $0 + 1 } ?? ticks.perMajor
    let parts = Double(ticks.count) / Double(ticks.perMajor) / 270
    let count =
      travel.isClosed
      ? ticks.count * 6 / 5 : max(2, Int((sweep * parts).rounded())) * ticks.perMajor
    return marks(count: count / ticks.perMajor * perMajor, perMajor: perMajor)
  }

  private func isWhole(_ number: Double) -> Bool { abs(number - number.rounded()) < 1e-6 }

  /// The next 1, 2 or 5 with any number of zeros.
  static func round(_ distance: Double) -> Double {
    guard distance.isFinite, distance > 0 else { return 1 }
    let power = pow(10, floor(log10(distance)))
    return ([1, 2, 5].map { $0 * power }.first { $0 >= distance * 0.999 } ?? 10 * power)
  }

  /// At equal distances along the ring.
  private func marks(count: Int, perMajor: Int) -> [Mark] {
    let count = min(count, TickMarks.limit)
    let span = scale.range.upperBound - scale.range.lowerBound
    let distance = TickMarks.round(span * Double(perMajor) / Double(count) / 2)
    // On a closed ring the last one would stand on the first one.
    return (0..<(travel.isClosed ? count : count + 1)).map {
      // A scale that goes round more than once has the ticks of one lap.
      let position = Double($0) / Double(count) / travel.laps
      let isMajor = $0 % perMajor == 0
      return Mark(
        position: position, isMajor: isMajor,
        label: isMajor && travel.laps == 1
          ? label(of: value(at: position), apart: distance) : nil)
    }
  }

  private func value(at position: Double) -> Double { scale.value(atPosition: position) }

  /// At whole multiples of a distance, with short ones between.
  private func marks(every distance: Double, between: Int? = nil) -> [Mark] {
    let (low, high) = (scale.range.lowerBound, scale.range.upperBound)
    let between = between ?? look.between ?? (ticks.perMajor - 1)
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

  /// With as many decimals as the distance of the long ticks needs.
  private func label(of value: Double, apart distance: Double) -> String? {
    guard ticks.hasLabels else { return nil }
    var text = format ?? ValueFormat(decimals: 0)
    text.decimals = ValueFormat(for: Scale(range: scale.range, step: distance)).decimals
    return text.text(for: value)
  }
}
