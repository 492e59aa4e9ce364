internal import Gesture
internal import Glibc

/// A finger that turns a knob to and fro for a while, and leaves.
struct FleetHand {
  /// The panel that it turns.
  let panel: Int
  /// When it lands and when it leaves, in seconds from the begin of the burst.
  let landing: Double
  let leaving: Double
  /// Degrees a second; negative for one that begins to turn down.
  let speed: Double

  private static let contact = ContactID(device: 0, slot: 0)
  /// Of the display's width; on the ring of the knob in its middle.
  private static let radius = 0.25
  /// It turns back after so many seconds.
  private static let turnSeconds = 0.7

  var down: ContactChange { .down(Self.contact, place(at: landing)) }
  var up: ContactChange { .up(Self.contact) }

  /// Its move to where it is then, in seconds from the begin of the burst.
  func move(at time: Double) -> ContactChange { .moved(Self.contact, place(at: time)) }

  private func place(at time: Double) -> DisplayFraction {
    let phase = (time - landing).truncatingRemainder(dividingBy: 2 * Self.turnSeconds)
    let way = phase < Self.turnSeconds ? phase : 2 * Self.turnSeconds - phase
    let angle = way * speed * .pi / 180
    return DisplayFraction(
      x: 0.5 + Self.radius * sin(angle), y: 0.5 - Self.radius * cos(angle))
  }
}
