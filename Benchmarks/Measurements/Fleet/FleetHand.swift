internal import Gesture
internal import Glibc

/// A finger that turns a knob back and forth for a while, then lifts.
struct FleetHand {
  /// The panel that it turns.
  let panel: Int
  /// When it lands and when it lifts, in seconds from the start of the burst.
  let landing: Double
  let leaving: Double
  /// Degrees per second; negative if it begins by turning down.
  let speed: Double

  private static let contact = ContactID(device: 0, slot: 0)
  /// As a fraction of the display's width; on the ring of the knob in its middle.
  private static let radius = 0.25
  /// The time after which it reverses, in seconds.
  private static let turnSeconds = 0.7

  var down: ContactChange { .down(Self.contact, position(at: landing)) }
  var up: ContactChange { .up(Self.contact) }

  /// Returns its move at a time, in seconds from the start of the burst.
  func move(at time: Double) -> ContactChange { .moved(Self.contact, position(at: time)) }

  private func position(at time: Double) -> DisplayFraction {
    let phase = (time - landing).truncatingRemainder(dividingBy: 2 * Self.turnSeconds)
    let seconds = phase < Self.turnSeconds ? phase : 2 * Self.turnSeconds - phase
    let angle = seconds * speed * .pi / 180
    return DisplayFraction(
      x: 0.5 + Self.radius * sin(angle), y: 0.5 - Self.radius * cos(angle))
  }
}
