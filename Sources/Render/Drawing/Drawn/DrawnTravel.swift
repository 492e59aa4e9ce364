import Knobs
import Layout
import Raster

/// The angles that a knob's pointer travels through.
struct DrawnTravel {
  /// In degrees, 0 at 12 o'clock, clockwise positive.
  let from: Double
  let to: Double
  /// The names of the sectors of a wheel or a switch; empty for other knobs.
  let sectors: [String]
  /// Whether the pointer passes from the last sector to the first.
  let isWheel: Bool
  /// Whether the travel leaves room for text at 6 o'clock.
  let hasGapBelow: Bool
  /// The highest position to which a finger can turn the pointer, 0…1.
  let limit: Double

  init(_ travel: Travel, positions: [String]? = nil, limit: Double = 1) {
    self.limit = limit
    isWheel = if case .sectors = travel { true } else { false }
    hasGapBelow = travel.hasGapBelow
    (from, to, sectors) =
      switch travel {
      case .arc(let from, let to): (from, to, positions ?? [])
      case .endless: (0, 360, [])
      case .sectors(let names): (0, 360, names)
      }
  }

  /// Whether there is no gap between the ends.
  var isClosed: Bool { abs(to - from) >= 359 }

  /// The number of full turns; 1 for less than one.
  var laps: Double { max(abs(to - from) / 360, 1) < 1.003 ? 1 : abs(to - from) / 360 }

  /// The pointer's angle at the limit, in degrees; nil if only the end of the travel stops the
  /// knob.
  var stopDegrees: Double? { limit < 1 ? degrees(at: limit) : nil }

  /// Returns the pointer's angle at a position 0…1, in degrees.
  func degrees(at position: Double) -> Double { from + (to - from) * position }

  /// Returns the opacity of a mark of the scale, which is lower beyond the limit.
  func opacity(at position: Double) -> Float {
    position > limit + 1e-9 ? Self.closedOpacity : 1
  }

  /// The opacity of marks beyond the limit.
  static let closedOpacity: Float = 0.35
}

/// Sectors.
extension DrawnTravel {
  /// The largest sector of a switch, in degrees.
  private static let largestSector = 60.0

  private var intervalCount: Int { max(isWheel ? sectors.count : sectors.count - 1, 1) }

  /// The width of a sector, in degrees.
  var sectorDegrees: Double {
    let apart = abs(to - from) / Double(intervalCount)
    // The outer sectors of a switch extend beyond the ends of its sweep.
    return isWheel ? apart : min(apart, 360 - abs(to - from), Self.largestSector)
  }

  /// Returns the position of the middle of a sector, 0…1.
  func position(ofSector index: Int) -> Double { Double(index) / Double(intervalCount) }

  /// Returns the angle of the middle of a sector, in degrees.
  func degrees(ofSector index: Int) -> Double { degrees(at: position(ofSector: index)) }

  /// Returns the index of the sector at a position 0…1; nil for other knobs.
  func sector(at position: Double) -> Int? {
    guard !sectors.isEmpty, position.isFinite else { return nil }
    let index = Int((position.clampedFraction * Double(intervalCount)).rounded())
    return index % sectors.count
  }
}
