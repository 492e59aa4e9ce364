import Knobs
import Layout
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

  /// How often it goes round, where that is more than once; else 1.
  var laps: Double { max(abs(to - from) / 360, 1) < 1.003 ? 1 : abs(to - from) / 360 }

  /// Where the pointer stands, in degrees.
  func degrees(at position: Double) -> Double { from + (to - from) * position }

  /// True if no pointer comes by at 6 o'clock, so that there is room for text.
  var hasGapBelow: Bool {
    let (low, high) = (min(from, to), max(from, to))
    let lowest = ((low - 180) / 360).rounded(.up) * 360 + 180
    // Room for a short text to either side.
    return sectors.isEmpty && lowest > high + 25 && lowest - 360 < low - 25
  }
}
