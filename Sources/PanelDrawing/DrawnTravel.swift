import Knobs
import Layout
import Raster

/// The angles that a knob's pointer travels through.
struct DrawnTravel {
  /// Degrees, 0 at 12 o'clock, clockwise positive.
  let from: Double
  let to: Double
  /// The names of a wheel's sectors; empty for other knobs.
  let sectors: [String]
  /// How far a finger can bring the pointer, 0…1.
  let limit: Double

  init(_ travel: Travel, limit: Double = 1) {
    self.limit = limit
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

  /// Whether there is no gap between the ends.
  var isClosed: Bool { abs(to - from) >= 359 }

  /// The number of full turns; 1 for less than one.
  var laps: Double { max(abs(to - from) / 360, 1) < 1.003 ? 1 : abs(to - from) / 360 }

  /// Where the pointer stands at the limit, in degrees; nil if nothing but its end stops the knob.
  var stopDegrees: Double? { limit < 1 ? degrees(at: limit) : nil }

  /// Where the pointer stands at a position 0…1, in degrees.
  func degrees(at position: Double) -> Double { from + (to - from) * position }

  /// How strongly a mark of the scale is drawn: beyond the limit it is closed.
  func opacity(at position: Double) -> Float {
    position > limit + 1e-9 ? Self.closedOpacity : 1
  }

  /// Of what lies beyond the limit.
  static let closedOpacity: Float = 0.35

  /// Whether the travel leaves room for text at 6 o'clock.
  var hasGapBelow: Bool {
    let (low, high) = (min(from, to), max(from, to))
    let lowest = ((low - 180) / 360).rounded(.up) * 360 + 180
    // 25 degrees to either side are room for a short text.
    return sectors.isEmpty && lowest > high + 25 && lowest - 360 < low - 25
  }
}
