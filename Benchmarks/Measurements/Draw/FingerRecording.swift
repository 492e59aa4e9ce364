internal import Gesture
internal import Layout
internal import Raster

/// The text of a recording (evemu 1.3) of fingers on a touchscreen, each turning a knob back and
/// forth at its own pace.
struct FingerRecording {
  /// Reports per second of each finger.
  static let reportHertz = 120
  /// The time in which the fingers come down and each digit is drawn once, in microseconds.
  static let warmupMicroseconds: Int64 = 1_000_000
  /// The highest position on each axis, as on a good touchscreen.
  private static let axisMaximum = 4095

  /// The text, in the format of `evemu-record`.
  let text: String

  /// - Parameters:
  ///   - layout: The layout, with a finger on each of its knobs.
  ///   - seconds: How long the fingers turn, not counting the first second.
  init(on layout: LayoutDocument, seconds: Double) {
    let count = layout.knobs.count
    let reports = Self.reportHertz + Int(seconds * Double(Self.reportHertz))
    var lines = [
      "# EVEMU 1.3", "N: Ten fingers", "I: 0003 0001 0001 0100", "P: 02 00 00 00 00 00 00 00",
      "B: 00 0b 00 00 00 00 00 00 00", "A: 2f 0 \(count - 1) 0 0",
      "A: 35 0 \(Self.axisMaximum) 0 0",
      "A: 36 0 \(Self.axisMaximum) 0 0", "A: 39 0 65535 0 0",
    ]
    for report in 0..<max(reports, 1) {
      let microseconds = Int64(report) * 1_000_000 / Int64(Self.reportHertz)
      let fraction = String(1_000_000 + microseconds % 1_000_000).dropFirst()
      let time = "E: \(microseconds / 1_000_000).\(fraction)"
      for (finger, knob) in layout.knobs.enumerated() {
        let point = Self.point(of: finger, on: knob, at: Double(report) / Double(Self.reportHertz))
        lines.append("\(time) 0003 002f \(finger)")
        if report == 0 { lines.append("\(time) 0003 0039 \(finger + 1)") }
        lines.append("\(time) 0003 0035 \(Self.position(point.x / layout.panel.width))")
        lines.append("\(time) 0003 0036 \(Self.position(point.y / layout.panel.height))")
      }
      lines.append("\(time) 0000 0000 0")
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  private static func position(_ fraction: Double) -> Int {
    Int((fraction * Double(axisMaximum)).rounded())
  }

  /// Returns the position of a finger that turns back and forth by 100° within 2 to 3 seconds.
  private static func point(
    of finger: Int, on knob: KnobLayout, at seconds: Double
  ) -> (x: Double, y: Double) {
    let phase = seconds * (2 + 0.1 * Double(finger)) + Double(finger)
    let angle = Direction(degrees: 100 * Double(Direction(radians: Float(phase)).sine))
    let reach = knob.diameter * 0.3
    return (
      knob.center.x + reach * Double(angle.sine), knob.center.y - reach * Double(angle.cosine)
    )
  }
}
