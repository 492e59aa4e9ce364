import Gesture
import Testing

@testable import Touch

struct WheelTurnTests {
  private let dial = WheelDial(
    center: DisplayFraction(x: 0.5, y: 0.5), grip: DisplayFraction(x: 0.5, y: 0.2))

  /// Returns the turn in degrees and the taps that a recognizer reports, on a surface of 2000 by
  /// 1000 times `size`.
  private func turned(_ notches: Double, size: Double = 1) -> (degrees: Double, taps: Int?) {
    let center = DesignPoint(x: 1000 * size, y: 500 * size)
    var recognizer = TurnRecognizer(
      rules: TurnRules(center: center, radius: 400 * size, mode: .relative, sweep: .pi))
    var taps: Int?
    var total = 0.0
    for frame in WheelTurn(device: 3).frames(
      turning: dial, notches: notches, aspect: 2, time: 9_000_000)
    {
      for change in frame.changes {
        func designPoint(_ point: DisplayFraction) -> DesignPoint {
          DesignPoint(x: point.x * 2000 * size, y: point.y * 1000 * size)
        }
        switch change {
        case .down(let contact, let point):
          _ = recognizer.down(contact, at: designPoint(point), time: frame.time)
        case .moved(let contact, let point):
          if case .turned(let turn)? = recognizer.moved(
            contact, to: designPoint(point), time: frame.time)
          {
            total += turn
          }
        case .up(let contact):
          if case .ended(let count, _)? = recognizer.up(contact, time: frame.time) { taps = count }
        case .cancelled: break
        }
      }
    }
    return (total * 180 / .pi, taps)
  }

  @Test(
    "A notch is 7.5 degrees, up to a whole sweep at once",
    arguments: [(1.0, 7.5), (-1, -7.5), (1.5, 11.25), (7, 52.5), (-300, -270), (1e300, 270)])
  func degrees(_ notches: Double, _ degrees: Double) {
    let (turned, taps) = turned(notches)
    #expect(abs(turned - degrees) < 0.001)
    #expect(taps == 0, "a wheel never taps")
  }

  @Test(
    "A notch turns small dials too, down to 28 pixels from the centre",
    arguments: [150.0, 60, 36, 28])
  func small(_ grip: Double) {
    for notches in [1.0, -1] {
      #expect(abs(turned(notches, size: grip / 300).degrees - 7.5 * notches) < 0.5)
    }
  }

  @Test("Zero or invalid notches move nothing", arguments: [0, .nan])
  func nothing(_ notches: Double) {
    let frames = WheelTurn(device: 3).frames(turning: dial, notches: notches, aspect: 2, time: 0)
    #expect(frames.isEmpty)
  }
}
