/// How a fader's position on the wire relates to decibels.
enum FaderLaw: String, CaseIterable, Hashable, Sendable {
  /// The faders and sends of the Behringer X32 and X Air and the Midas M32: four straight lines
  /// from 0 (−90 dB, which these mixers show as −∞) to 1 (+10 dB), in 1024 positions.
  ///
  /// Source: "Unofficial X32/M32 OSC Remote Protocol", appendix "Converting X32 fader data to
  /// decibels and vice-versa".
  case x32

  /// The decibels at the fader's ends.
  var range: ClosedRange<Double> { -90...10 }

  /// The distance between two positions.
  var step: Double { 1.0 / 1023 }

  /// Returns the decibels at a position 0…1.
  func decibels(at position: Double) -> Double {
    switch min(max(position, 0), 1) {
    case let position where position >= 0.5: position * 40 - 30
    case let position where position >= 0.25: position * 80 - 50
    case let position where position >= 0.0625: position * 160 - 70
    case let position: position * 480 - 90
    }
  }

  /// Returns the position 0…1 for a number of decibels.
  func position(ofDecibels decibels: Double) -> Double {
    switch min(max(decibels, range.lowerBound), range.upperBound) {
    case let decibels where decibels < -60: (decibels + 90) / 480
    case let decibels where decibels < -30: (decibels + 70) / 160
    case let decibels where decibels < -10: (decibels + 50) / 80
    case let decibels: (decibels + 30) / 40
    }
  }
}
