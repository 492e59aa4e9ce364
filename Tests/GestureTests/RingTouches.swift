@testable import Gesture
import Glibc

/// Helpers for suites of `TurnRecognizer`: fingers on the ring of a knob of radius 100 about 0, 0.
protocol RingTouches {}

extension RingTouches {
  var finger: ContactID { RingContact.finger }
  /// Another contact, as when the same finger returns.
  var again: ContactID { ContactID(device: 0, slot: 3) }

  func at(_ milliseconds: Int64) -> Timestamp { Timestamp(microseconds: milliseconds * 1000) }

  func recognizer(_ change: (inout Feel) -> Void = { _ in }) -> TurnRecognizer {
    var feel = Feel()
    change(&feel)
    return TurnRecognizer(
      rules: TurnRules(
        center: DesignPoint(x: 0, y: 0), radius: 100, sweep: Angle.radians(fromDegrees: 270),
        feel: feel))
  }

  func ring(_ degrees: Double, _ radius: Double = 80) -> DesignPoint {
    RingContact.point(degrees, radius)
  }
}

enum RingContact {
  static let finger = ContactID(device: 0, slot: 0)

  static func point(_ degrees: Double, _ radius: Double) -> DesignPoint {
    let radians = Angle.radians(fromDegrees: degrees)
    return DesignPoint(x: radius * sin(radians), y: -radius * cos(radians))
  }
}

extension TurnRecognizer {
  /// Turns a finger on the ring evenly, a report every 10 ms.
  mutating func turn(
    _ contact: ContactID = RingContact.finger, from start: Double, to end: Double, at begin: Int64,
    until finish: Int64, radius: Double = 80
  ) {
    for time in stride(from: begin, through: finish, by: 10) {
      let t = Double(time - begin) / Double(max(finish - begin, 1))
      let position = RingContact.point(start + (end - start) * t, radius)
      _ = moved(contact, to: position, time: Timestamp(microseconds: time * 1000))
    }
  }

  var degrees: Double { Angle.degrees(fromRadians: turned) }
}
