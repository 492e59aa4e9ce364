import Knobs
import LayoutFile
import Raster

/// The line that a knob's pointer follows, as it is drawn.
struct DrawnTravel {
  /// Degrees, 0 at 12 o'clock, clockwise positive.
  let from: Double
  let to: Double
  /// Names of a wheel's sectors; empty for other knobs.
  let sectors: [String]

  init(_ travel: Travel) {
    switch travel {
    case .arc(let from, let to):
      self.from = from
      self.to = to
      sectors = []
    case .endless:
      from = 0
      to = 360
      sectors = []
    case .sectors(let names):
      from = 0
      to = 360
      sectors = names
    }
  }

  /// True if there is no gap between the ends.
  var isClosed: Bool { abs(to - from) >= 359 }

  /// Where the pointer stands, in degrees.
  func degrees(at position: Double) -> Double { from + (to - from) * position }

  /// Where its marks stand, 0…1, and whether they are long ones.
  func marks(of scale: Scale) -> [(position: Double, isMajor: Bool)] {
    guard sectors.isEmpty, abs(to - from) >= 20 else { return [] }
    let steps = scale.step > 0 ? (scale.range.upperBound - scale.range.lowerBound) / scale.step : 0
    // A knob of few steps has a mark for each.
    if steps >= 2, steps <= 20, isWhole(steps), scale.taper == .linear {
      return marks(count: Int(steps.rounded()), perMajor: 1)
    }
    let sweep = min(abs(to - from), 360)
    let count = isClosed ? 60 : max(10, Int((sweep / 54).rounded()) * 10)
    return marks(count: count, perMajor: 5)
  }

  private func isWhole(_ number: Double) -> Bool { abs(number - number.rounded()) < 1e-6 }

  private func marks(count: Int, perMajor: Int) -> [(position: Double, isMajor: Bool)] {
    // On a closed ring the last one would stand on the first one.
    (0..<(isClosed ? count : count + 1)).map {
      (Double($0) / Double(count), $0 % perMajor == 0)
    }
  }
}
