import Gesture
import Testing

private let finger = ContactID(device: 0, slot: 0)
private let other = ContactID(device: 0, slot: 1)
private let inRing = DesignPoint(x: 0, y: -80)
private let outside = DesignPoint(x: 0, y: -111)

private func recognizer(_ mode: TurnMode = .relative) -> TurnRecognizer {
  TurnRecognizer(
    rules: TurnRules(
      center: DesignPoint(x: 0, y: 0), radius: 100, mode: mode,
      sweep: Angle.radians(fromDegrees: 270)))
}

private func at(_ milliseconds: Int64) -> Timestamp {
  Timestamp(microseconds: milliseconds * 1000)
}

/// A step of a case: an input and the expected output.
private enum Step {
  case down(ContactID, DesignPoint, Int64, TurnRecognizer.Output?)
  case move(ContactID, DesignPoint, TurnRecognizer.Output?)
  case up(ContactID, Int64, TurnRecognizer.Output?)
  case cancel(ContactID, TurnRecognizer.Output?)

  func check(_ recognizer: inout TurnRecognizer, movesAt time: Timestamp) {
    switch self {
    case .down(let id, let point, let time, let output):
      #expect(recognizer.down(id, at: point, time: at(time)) == output)
    case .move(let id, let point, let output):
      #expect(recognizer.moved(id, to: point, time: time) == output)
    case .up(let id, let time, let output):
      #expect(recognizer.up(id, time: at(time)) == output)
    case .cancel(let id, let output):
      #expect(recognizer.cancelled(id) == output)
    }
  }
}

/// The rows of the case table in `TurnRecognizer`.
@Suite struct TurnRecognizerTests {
  private func run(_ steps: [Step]) -> TurnRecognizer {
    var recognizer = recognizer()
    for (index, step) in steps.enumerated() {
      step.check(&recognizer, movesAt: at(1000 * Int64(index)))
    }
    return recognizer
  }

  @Test("Row 1: Landing within reach grabs the knob without turning it")
  func landing() {
    let result = run([.down(finger, inRing, 0, .began(direction: 0))])
    #expect(result.owner == finger)
    #expect(result.turned == 0)
  }

  @Test("Row 1: Landing in the hub has no direction")
  func landingInHub() {
    _ = run([.down(finger, DesignPoint(x: 1, y: 1), 0, .began(direction: nil))])
  }

  @Test("Row 2: Landing beyond reach is ignored")
  func landingOutside() {
    #expect(run([.down(finger, outside, 0, nil)]).owner == nil)
  }

  @Test("Row 3: A second finger is ignored")
  func secondFinger() {
    let result = run([
      .down(finger, inRing, 0, .began(direction: 0)),
      .down(other, inRing, 5, nil),
      .move(other, DesignPoint(x: 80, y: 0), nil),
      .up(other, 9, nil),
    ])
    #expect(result.owner == finger)
    #expect(result.turned == 0)
  }

  @Test("Row 4: The owner turns the knob, also out of reach, and full turns add up")
  func turning() {
    var steps: [Step] = [
      .down(finger, inRing, 0, .began(direction: 0)), .move(finger, inRing, .turned(by: 0)),
    ]
    let quarter = TurnRecognizer.Output.turned(by: .pi / 2)
    for _ in 0..<3 {
      steps += [
        .move(finger, DesignPoint(x: 500, y: 0), quarter),
        .move(finger, DesignPoint(x: 0, y: 80), quarter),
        .move(finger, DesignPoint(x: -80, y: 0), quarter),
        .move(finger, DesignPoint(x: 0, y: -900), quarter),
      ]
    }
    #expect(abs(run(steps).turned - 3 * Angle.fullTurn) < 1e-9)
  }

  @Test("Row 5: A finger that moved is not a tap")
  func movedFingerIsNotATap() {
    _ = run([
      .down(finger, inRing, 0, .began(direction: 0)),
      .move(finger, DesignPoint(x: 0, y: -150), .turned(by: 0)),
      .move(finger, inRing, .turned(by: 0)),
      .up(finger, 50, .ended(taps: 0)),
    ])
  }

  @Test("Row 5: A long touch is not a tap")
  func longTouchIsNotATap() {
    _ = run([.down(finger, inRing, 0, .began(direction: 0)), .up(finger, 301, .ended(taps: 0))])
  }

  @Test("Row 6: Two taps are a double tap, and a third one starts over")
  func taps() {
    _ = run([
      .down(finger, inRing, 0, .began(direction: 0)), .up(finger, 100, .ended(taps: 1)),
      .down(finger, inRing, 300, .began(direction: 0)), .up(finger, 400, .ended(taps: 2)),
      .down(finger, inRing, 500, .began(direction: 0)), .up(finger, 600, .ended(taps: 1)),
    ])
  }

  @Test("Row 6: Taps far apart are single taps")
  func slowTaps() {
    _ = run([
      .down(finger, inRing, 0, .began(direction: 0)), .up(finger, 100, .ended(taps: 1)),
      .down(finger, inRing, 500, .began(direction: 0)), .up(finger, 600, .ended(taps: 1)),
    ])
  }

  @Test("Row 7: A cancelled contact is neither a tap nor the first half of one")
  func cancel() {
    let result = run([
      .down(finger, inRing, 0, .began(direction: 0)), .up(finger, 100, .ended(taps: 1)),
      .down(finger, inRing, 150, .began(direction: 0)), .cancel(finger, .cancelled),
      .down(finger, inRing, 200, .began(direction: 0)), .up(finger, 250, .ended(taps: 1)),
    ])
    #expect(result.owner == nil)
  }

  @Test("Row 9: Other contacts are ignored")
  func otherContacts() {
    _ = run([
      .move(finger, inRing, nil), .up(finger, 0, nil), .cancel(finger, nil),
      .down(finger, inRing, 0, .began(direction: 0)), .cancel(other, nil),
      .up(finger, 10, .ended(taps: 1)), .up(finger, 20, nil),
    ])
  }

  @Test("Time that runs backwards neither traps nor makes a tap long")
  func timeBackwards() {
    _ = run([
      .down(finger, inRing, 1000, .began(direction: 0)), .up(finger, 10, .ended(taps: 1)),
      .down(finger, inRing, -5000, .began(direction: 0)), .up(finger, -9000, .ended(taps: 2)),
    ])
  }
}

/// The rows of the case table in `DragTracker`, tested through the recognizer.
@Suite struct DragTests {
  struct Drag: Sendable, CustomTestStringConvertible {
    var mode: TurnMode
    var from: DesignPoint
    var to: DesignPoint
    /// In sweeps; nil for a quarter turn about the centre.
    var sweeps: Double?
    var testDescription: String
  }

  /// The sweep is 270 degrees, the travel 240 px.
  @Test(arguments: [
    Drag(
      mode: .vertical, from: DesignPoint(x: 5, y: 60), to: DesignPoint(x: 95, y: -60), sweeps: 0.5,
      testDescription: "vertical: up increases, sideways has no effect"),
    Drag(
      mode: .vertical, from: DesignPoint(x: 5, y: 0), to: DesignPoint(x: 5, y: 60), sweeps: -0.25,
      testDescription: "vertical: down decreases"),
    Drag(
      mode: .horizontal, from: DesignPoint(x: 0, y: 0), to: DesignPoint(x: 24, y: 99), sweeps: 0.1,
      testDescription: "horizontal: right increases"),
    Drag(
      mode: .both, from: DesignPoint(x: 0, y: 0), to: DesignPoint(x: 24, y: -24), sweeps: 0.2,
      testDescription: "both: up and right add up"),
    Drag(
      mode: .auto, from: DesignPoint(x: 0, y: 10), to: DesignPoint(x: 2, y: 5), sweeps: 0,
      testDescription: "auto: too short to decide"),
    Drag(
      mode: .auto, from: DesignPoint(x: 0, y: 10), to: DesignPoint(x: 2, y: -50), sweeps: 0.25,
      testDescription: "auto: up from the middle is vertical, and all of it counts"),
    Drag(
      mode: .auto, from: DesignPoint(x: 0, y: 10), to: DesignPoint(x: -24, y: 12), sweeps: -0.1,
      testDescription: "auto: sideways from the middle is horizontal"),
    Drag(
      mode: .auto, from: DesignPoint(x: 0, y: -80), to: DesignPoint(x: 0, y: -104), sweeps: 0.1,
      testDescription: "auto: straight outward on the ring is vertical"),
    Drag(
      mode: .auto, from: DesignPoint(x: 0, y: -80), to: DesignPoint(x: 18, y: -104), sweeps: 0.1,
      testDescription: "auto: more outward than along the ring is vertical"),
    Drag(
      mode: .auto, from: DesignPoint(x: 0, y: -80), to: DesignPoint(x: 80, y: 0), sweeps: nil,
      testDescription: "auto: along the ring is a circle, and all of it counts"),
  ])
  func drags(_ drag: Drag) {
    var recognizer = recognizer(drag.mode)
    _ = recognizer.down(finger, at: drag.from, time: at(0))
    _ = recognizer.moved(finger, to: drag.from, time: at(100))
    _ = recognizer.moved(finger, to: drag.to, time: at(200))
    let expected = drag.sweeps.map { Angle.radians(fromDegrees: 270 * $0) } ?? .pi / 2
    #expect(abs(recognizer.turned - expected) < 1e-9)
  }

  @Test("Row 9: Once auto has selected a mode, the mode stays")
  func autoStays() {
    var recognizer = recognizer(.auto)
    _ = recognizer.down(finger, at: DesignPoint(x: 0, y: 20), time: at(0))
    _ = recognizer.moved(finger, to: DesignPoint(x: 0, y: -4), time: at(0))
    let before = recognizer.turned
    _ = recognizer.moved(finger, to: DesignPoint(x: 90, y: -4), time: at(0))
    #expect(recognizer.turned == before)
  }
}
