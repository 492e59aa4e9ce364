internal import Gesture
public import JSON

extension FeelTable {
  /// `[{"path", "turn", "knob", "clean", "largest_error_percent", …, "best_or_equal"}]`;
  /// `best_or_equal` only in this project's rows.
  public var json: JSONValue { .array(rows.map(json)) }

  private func json(_ row: Row) -> JSONValue {
    let measurement = row.measurement
    var members: [(key: String, value: JSONValue)] = [
      ("path", .string(row.path)), ("turn", .string(row.turn)), ("knob", .string(row.knob)),
      ("report_hz", .number(row.rate)), ("clean", .bool(row.isClean)),
      ("largest_error_percent", .thousandths(measurement.largestError)),
      ("mean_error_percent", .thousandths(measurement.meanError)),
      ("final_error_percent", .thousandths(measurement.finalError)),
      ("lag_ms", .thousandths(measurement.lagMilliseconds)),
      ("false_changes", .number(Double(measurement.falseChanges))),
      ("lost_at_start_degrees", .thousandths(measurement.lostDegrees)),
      ("largest_leap_percent", .thousandths(measurement.largestLeap)),
    ]
    if row.isOurs { members.append(("best_or_equal", .bool(isBestOrEqual(row)))) }
    return .object(members)
  }

  /// The table as human-readable text, one line per row.
  public var text: String {
    var lines = [
      "path · turn · knob: largest / mean / final error %, lag ms, false, lost °, leap %"
    ]
    for row in rows {
      let m = row.measurement
      let figures = [
        m.largestError, m.meanError, m.finalError, m.lagMilliseconds, Double(m.falseChanges),
        m.lostDegrees, m.largestLeap,
      ].map { JSONText.number($0, decimals: 2) }
      let mark = row.isOurs ? (isBestOrEqual(row) ? "  best or equal" : "  NOT BEST") : ""
      lines.append(
        "\(row.path) · \(row.turn) · \(row.knob): " + figures.joined(separator: ", ") + mark)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
