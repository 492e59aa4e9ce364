internal import Gesture
internal import Knobs
internal import Layout

/// Turning of a knob by an encoder, a wheel or keys.
///
/// | # | knob | event | result |
/// |---|---|---|---|
/// | 1 | free | its encoder turns | `began`, then as 2 |
/// | 2 | turned by the encoder | it turns | the value goes by its step, `changed`, control request |
/// | 3 | turned by the encoder | it rests for 0.6 s | `ended`, final control request |
/// | 4 | turned by the encoder | a finger lands | as 3, then the finger holds the knob |
/// | 5 | held by a finger | its encoder turns | nothing |
/// | 6 | awaited or lost control, disabled | its encoder turns | nothing |
/// | 7 | locked | its encoder turns | `began`, `ended`; nothing changes |
/// | 7a | locked, `lock: pin` | its encoder turns | as for a finger: the PIN is asked for, once |
/// | 8 | at an end or its limit | its encoder turns on | it stays, and turns back at once |
/// | 9 | turned by the encoder | it turns quickly, with `acceleration` | the value goes further |
/// | 10 | free, or turned by the encoder | the encoder is pressed | as 3, then as a tap on its right half |
/// | 11 | free, or turned by the encoder | the mute key | as 3, then it is muted, or restored |
///
/// All else is as under a finger: guards count from `began`, values from outside wait for `ended`.
extension KnobController {
  /// How long an encoder rests until its turn is over.
  static let encoderRestMicroseconds: Int64 = 600_000
  /// The way that a count turns a knob without steps, of its whole way.
  private static let smoothStep = 1.0 / 50

  /// Turns the knob by so many counts of its encoder.
  ///
  /// - Parameters:
  ///   - counts: Clockwise or up positive.
  ///   - device: Stands for the encoder as the knob's owner.
  ///   - encoder: The knob's entry in the layout.
  /// - Returns: True if the encoder owns the knob from now on.
  func turn(byCounts counts: Int, of device: ContactID, _ encoder: EncoderLayout) -> Bool {
    let isFirst = recognizer.owner == nil
    guard !isInert, recognizer.take(by: device, time: now) else { return false }
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
      let way = Double(knob.laps) + knob.position - before
      recognizer.noteTurn(
        byRadians: way * Angle.radians(fromDegrees: layout.travel.sweepDegrees), lastingUntil: end)
    }
    delegate.updateTicks(for: self)
    return true
  }

  /// Does what a press of the encoder, or the mute key, does on a free knob.
  ///
  /// - Parameters:
  ///   - action: What was done.
  ///   - device: Stands for the encoder as the knob's owner.
  func press(_ action: EncoderAction, of device: ContactID) {
    guard !isInert, recognizer.owner == nil, recognizer.take(by: device, time: now) else { return }
    // What the last finger did, and where, is not what this press did.
    _ = recognizer.cancelled(device)
    noteFound()
    switch action {
    case .pressed: tapped(count: 1)
    case .muted where canBeSent: if isMuted { unmute(as: .restored) } else { mute(as: .muted) }
    case .muted, .turned: break
    }
    // It may be unlocked now, for a time.
    delegate.updateTicks(for: self)
  }

  /// Ends the turn of a device; the value stays.
  func endTurn(of device: ContactID) {
    guard recognizer.cancelled(device) != nil else { return }
    end(taps: 0, rolledSince: nil)
  }
}

extension Knob {
  /// The step of a count, in the knob's unit; nil for a knob without steps.
  fileprivate var stepOfEncoder: Double? {
    if case .sectors = travel { return 1 }
    return snap == .always && scale.step > 0 ? scale.step : nil
  }
}

/// How quickly the counts of an encoder follow each other.
struct EncoderSpeed {
  /// Counts that follow each other more slowly are not accelerated; at the second rate, and above,
  /// they are fully.
  private static let slowCountsPerSecond = 10.0
  private static let quickCountsPerSecond = 40.0

  private var last: Timestamp?

  /// The factor for counts that came now: 1 for slow ones, `highest` for quick ones.
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
