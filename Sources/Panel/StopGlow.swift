internal import Gesture

/// The glow of a stop that a finger turns a knob against.
public struct StopGlow: Hashable, Sendable {
  /// Where the stop is, along the sweep, 0…1.
  public var position: Double
  /// From 0 (none) to 1.
  public var opacity: Double

  /// Creates a glow at a position along the sweep.
  public init(position: Double, opacity: Double) {
    self.position = position
    self.opacity = opacity
  }
}

/// How the glow of a stop goes out.
///
/// | # | the finger | glow |
/// |---|---|---|
/// | 1 | turns the knob to a stop, or on against it | full |
/// | 2 | rests there, turns back or lifts | full for 100 ms more, then fades within 150 ms |
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
