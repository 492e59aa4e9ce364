public import JSON
internal import Layout
public import Raster

/// The cost of ten fingers in each theme.
public struct FingerTable: Sendable {
  /// One row for each theme.
  public let rows: [FingerMeasurement]

  /// Plays `seconds` seconds of fingers in each theme, as fast as possible.
  public init(seconds: Double, typesetter: any Typesetter) {
    rows = PanelLayout.themes.map {
      FingerMeasurement(theme: $0, seconds: seconds, typesetter: typesetter)
    }
  }

  /// `{"fingers", "report_hz", "themes": [{"theme", "samples", "frames", "changes", "touch_us",
  /// "panel_us", "drawing_us", "scanout_us", "total_us"}]}`; the times are for one sample of one
  /// finger.
  public var json: JSONValue {
    [
      "fingers": .number(Double(FingerMeasurement.fingerCount)),
      "report_hz": .number(Double(FingerMeasurement.reportHertz)),
      "themes": .array(rows.map(json)),
    ]
  }

  private func json(_ row: FingerMeasurement) -> JSONValue {
    .object([
      ("theme", .string(row.theme.rawValue)), ("samples", .number(Double(row.sampleCount))),
      ("frames", .number(Double(row.frameCount))), ("changes", .number(Double(row.changeCount))),
      ("touch_us", .hundredths(row.cost.touch)), ("panel_us", .hundredths(row.cost.panel)),
      ("drawing_us", .hundredths(row.cost.drawing)), ("scanout_us", .hundredths(row.cost.scanout)),
      ("total_us", .hundredths(row.cost.total)),
    ])
  }

  /// Aligned columns for people.
  public var text: String {
    let head = ["", "touch µs", "panel µs", "drawing µs", "scan-out µs", "total µs"]
    let cells = rows.map { row in
      [row.theme.rawValue]
        + [row.cost.touch, row.cost.panel, row.cost.drawing, row.cost.scanout, row.cost.total].map {
          JSONText.number($0, decimals: 1)
        }
    }
    return TextTable(head, cells).text
      + "\n\(FingerMeasurement.fingerCount) fingers turn \(FingerMeasurement.fingerCount) knobs, "
      + "each at \(FingerMeasurement.reportHertz) reports a second, drawn at 60 Hz. Times are\n"
      + "CPU time for one sample of one finger: from the recording's events to the knob's value,\n"
      + "the drawing, and scan-out memory.\n"
  }
}
