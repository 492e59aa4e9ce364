public import Gesture

internal import Glibc

/// Turns a dial for a mouse wheel by a simulated contact: down at the grip, around the centre, up.
public struct WheelTurn {
  /// Degrees per notch of a wheel: 36 notches are the default sweep of 270°.
  public static let degreesPerNotch = 7.5
  /// The maximum per sample, because a contact that jumps far could have gone either way around.
  private static let degreesPerSample = 15.0
  /// On a small dial, a notch is hardly larger than a touchscreen's noise; several equal steps
  /// distinguish it from noise.
  private static let minimumSampleCount = 6
  /// A contact that was down this long is not a tap, however little it moved.
  private static let heldMicroseconds: Int64 = 500_000

  /// The device number of the contact.
  let device: Int32

  /// Creates turns with a contact of a device number that no other source uses.
  public init(device: Int32) {
    self.device = device
  }

  /// Returns the frames that turn a dial.
  ///
  /// - Parameters:
  ///   - dial: The dial to turn.
  ///   - notches: The distance; clockwise if positive.
  ///   - aspect: The window's width divided by its height.
  ///   - time: In microseconds on `CLOCK_MONOTONIC`.
  /// - Returns: The frames in order; empty if `notches` is 0 or not a number.
  public func frames(
    turning dial: WheelDial, notches: Double, aspect: Double, time: Int64
  ) -> [TouchFrame] {
    // A free-spinning wheel may send anything; more than a whole sweep at once is meaningless.
    let degrees = min(max(notches, -36), 36) * Self.degreesPerNotch
    guard degrees.isFinite, degrees != 0, aspect.isFinite, aspect > 0 else { return [] }
    let contact = ContactID(device: device, slot: 0)
    let offset = (x: (dial.grip.x - dial.center.x) * aspect, y: dial.grip.y - dial.center.y)
    let count = max(
      Self.minimumSampleCount, Int((abs(degrees) / Self.degreesPerSample).rounded(.up)))
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
