public import Gesture

internal import Glibc

/// The dial that a wheel turns.
public struct WheelDial: Hashable, Sendable {
  public var center: DisplayFraction
  /// Where a finger would take hold of it.
  public var grip: DisplayFraction

  public init(center: DisplayFraction, grip: DisplayFraction) {
    self.center = center
    self.grip = grip
  }
}

/// Turns a dial for a mouse wheel as a finger would: down at the grip, round the centre, up.
struct WheelTurn {
  /// Degrees for a notch of a wheel: 36 of them take a dial of the usual sweep from end to end.
  static let degreesPerNotch = 7.5
  /// A finger that jumps far in one sample could have gone either way.
  private static let degreesPerSample = 15.0
  /// On a small dial a notch is hardly more than a touchscreen's noise; what tells it from noise is
  /// that several steps are alike.
  private static let leastSamples = 6
  /// A finger that was down for so long is no tap, however little it moved.
  private static let heldMicroseconds: Int64 = 500_000

  /// Number that the contacts' device has.
  let device: Int32

  /// The frames that turn `dial` by so many notches, clockwise if positive; `aspect` is the surface's
  /// width divided by its height.
  func frames(turning dial: WheelDial, notches: Double, aspect: Double, time: Int64) -> [TouchFrame]
  {
    // A free-spinning wheel may send anything; more than a whole sweep makes no sense at once.
    let degrees = min(max(notches, -36), 36) * Self.degreesPerNotch
    guard degrees.isFinite, degrees != 0, aspect.isFinite, aspect > 0 else { return [] }
    let contact = ContactID(device: device, slot: 0)
    let offset = (x: (dial.grip.x - dial.center.x) * aspect, y: dial.grip.y - dial.center.y)
    let count = max(Self.leastSamples, Int((abs(degrees) / Self.degreesPerSample).rounded(.up)))
    var changes: [ContactChange] = [.down(contact, dial.grip)]
    for step in 1...count {
      let radians = degrees * Double(step) / Double(count) * .pi / 180
      let x = offset.x * cos(radians) - offset.y * sin(radians)
      let y = offset.x * sin(radians) + offset.y * cos(radians)
      changes.append(
        .moved(contact, DisplayFraction(x: dial.center.x + x / aspect, y: dial.center.y + y)))
    }
    changes.append(.up(contact))
    let moment = Timestamp(microseconds: time)
    var frames = changes.map { TouchFrame(time: moment, changes: [$0]) }
    frames[0].time = moment.advanced(byMicroseconds: -Self.heldMicroseconds)
    return frames
  }
}
