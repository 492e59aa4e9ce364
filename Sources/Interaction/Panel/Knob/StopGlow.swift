internal import Gesture

/// The glow of a stop against which a finger turns a knob.
public struct StopGlow: Hashable, Sendable {
  /// The position of the stop along the sweep, 0…1.
  public var position: Double
  /// From 0 (none) to 1.
  public var opacity: Double

  /// Creates a glow at a position along the sweep.
  public init(position: Double, opacity: Double) {
    self.position = position
    self.opacity = opacity
  }
}

/// The fading of a stop's glow.
///
/// | # | the finger | glow |
/// |---|---|---|
/// | 1 | turns the knob to a stop, or further against it | full |
/// | 2 | rests there, turns back or lifts | full for another 100 ms, then fades within 150 ms |
struct StopGlowFade {
  private static let fullMicroseconds: Int64 = 100_000
  private static let fadeMicroseconds: Int64 = 150_000

  private(set) var glow: StopGlow?
  private var pushed = Timestamp(microseconds: 0)

  mutating func push(at position: Double, _ time: Timestamp) {
    glow = StopGlow(position: position, opacity: 1)
    pushed = time
  }

  mutating func advance(to time: Timestamp) {
    guard glow != nil else { return }
    let faded = time.microseconds(since: pushed) - Self.fullMicroseconds
    let opacity = 1 - Double(max(faded, 0)) / Double(Self.fadeMicroseconds)
    if opacity > 0 { glow?.opacity = opacity } else { glow = nil }
  }
}
