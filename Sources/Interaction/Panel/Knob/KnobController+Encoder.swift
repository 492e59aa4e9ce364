internal import Gesture
internal import Knobs
internal import Layout

/// Turning of a knob by an encoder, a wheel or keys.
///
/// | # | knob | event | result |
/// |---|---|---|---|
/// | 1 | free | its encoder turns | `began`, then as 2 |
/// | 2 | turned by the encoder | it turns | the value changes by its step, `changed`, control request |
/// | 3 | turned by the encoder | it rests for 0.6 s | `ended`, final control request |
/// | 4 | turned by the encoder | a finger lands | as 3, then the finger holds the knob |
/// | 5 | held by a finger | its encoder turns | nothing |
/// | 6 | awaited or lost control, disabled | its encoder turns | nothing |
/// | 7 | locked | its encoder turns | `began`, `ended`; nothing changes |
/// | 7a | locked, `lock: pin` | its encoder turns | as for a finger: the PIN pad opens, once |
/// | 8 | at an end or its limit | its encoder turns further | it stays; turning back moves it at once |
/// | 9 | turned by the encoder | it turns quickly, with `acceleration` | the value changes by more |
/// | 10 | free, or turned by the encoder | the encoder is pressed | as 3, then as a tap on its right half |
/// | 11 | free, or turned by the encoder | the mute key is pressed | as 3, then it is muted or restored |
///
/// Otherwise as with a finger: guards count from `began`, and values from outside wait for `ended`.
extension KnobController {
  /// How long an encoder has to rest before its turn ends.
  static let encoderRestMicroseconds: Int64 = 600_000
  /// How far one count turns a knob without steps, as a fraction of the sweep.
  private static let smoothStep = 1.0 / 50

  /// Turns the knob by a number of encoder counts.
  ///
  /// - Parameters:
  ///   - counts: Positive clockwise or up.
  ///   - device: Represents the encoder as the knob's owner.
  ///   - encoder: The knob's encoder entry in the layout.
  /// - Returns: Whether the encoder now owns the knob.
  func turn(byCounts counts: Int, of device: ContactID, _ encoder: EncoderLayout) -> Bool {
    let isFirst = recognizer.owner == nil
    guard !isInert, recognizer.claim(for: device, time: now) else { return false }
    if isFirst { begin(direction: nil) }
    let change =
      encoderSpeed.factor(of: counts, at: now, highest: encoder.acceleration)
      * Double(counts)
    let end = now.advanced(byMicroseconds: Self.encoderRestMicroseconds)
    recognizer.noteTurn(byRadians: 0, lastingUntil: end)
    turn { knob, highest in
      let before = Double(knob.laps) + knob.position
      if let step = encoder.step ?? knob.stepOfEncoder {
        knob.turn(byValue: change * step, highest: highest)
      } else {
        knob.turn(byPosition: change * Self.smoothStep, highest: highest)
      }
      let moved = Double(knob.laps) + knob.position - before
      recognizer.noteTurn(
        byRadians: moved * Angle.radians(fromDegrees: layout.travel.sweepDegrees),
        lastingUntil: end)
    }
    leave(.updateTicks(knob: index))
    return true
  }

  /// Applies a press of the encoder or the mute key to a free knob.
  ///
  /// - Parameters:
  ///   - action: The action performed.
  ///   - device: Represents the encoder as the knob's owner.
  func press(_ action: EncoderAction, of device: ContactID) {
    guard !isInert, recognizer.owner == nil, recognizer.claim(for: device, time: now)
    else { return }
    // Discards the state of the last touch, which this press does not continue.
    _ = recognizer.cancelled(device)
    recordTouchStart()
    touchSource = .encoder
    switch action {
    case .pressed: tapped(count: 1)
    case .muted where canBeSent: if isMuted { unmute(as: .restored) } else { mute(as: .muted) }
    case .muted, .turned: break
    }
    // The press may have unlocked the knob for a limited time.
    leave(.updateTicks(knob: index))
  }

  /// Ends a device's turn; the value stays.
  func endTurn(of device: ContactID) {
    guard recognizer.cancelled(device) != nil else { return }
    end(taps: 0, rolledSince: nil)
  }
}

extension Knob {
  /// The step per count, in the knob's unit; nil for a knob without steps.
  fileprivate var stepOfEncoder: Double? {
    if case .sectors = travel { return 1 }
    return snap == .always && scale.step > 0 ? scale.step : nil
  }
}

/// The rate of an encoder's counts.
struct EncoderSpeed {
  /// Counts at the slow rate or below are not accelerated; at the quick rate or above, fully.
  private static let slowCountsPerSecond = 10.0
  private static let quickCountsPerSecond = 40.0

  private var last: Timestamp?

  /// Returns the factor for counts received now: 1 for slow counts, `highest` for quick ones.
  mutating func factor(of counts: Int, at time: Timestamp, highest: Double) -> Double {
    defer { last = time }
    guard let last, highest > 1 else { return 1 }
    let seconds = Double(max(time.microseconds(since: last), 1)) / 1e6
    let rate = Double(counts.magnitude) / seconds
    let share =
      (rate - Self.slowCountsPerSecond) / (Self.quickCountsPerSecond - Self.slowCountsPerSecond)
    return 1 + (highest - 1) * min(max(share, 0), 1)
  }
}
