public import JSON

extension DrawnTable {
  /// `[{"path", "report_hz", "noise", "without": {"rms_degrees", "largest_degrees",
  /// "overshoot_degrees"}, "with": {…}}]`.
  public var json: JSONValue { .array(rows.map(\.json)) }

  /// Human-readable text, one line per row.
  public var text: String {
    let lines = rows.map { row in
      "\(row.path) · \(Int(row.rate)) Hz · \(row.noise): \(row.without.text); with \(row.with.text)"
    }
    return "distance of the drawn pointer from the finger when a frame becomes visible, "
      + "without and with prediction, in degrees: root mean square / largest / overshoot\n"
      + lines.joined(separator: "\n") + "\n"
  }
}

extension DrawnTable.Row {
  fileprivate var json: JSONValue {
    .object([
      ("path", .string(path)), ("report_hz", .number(rate)), ("noise", .string(noise)),
      ("without", without.json), ("with", with.json),
    ])
  }
}

extension DrawnTable.Distance {
  fileprivate var json: JSONValue {
    .object([
      ("rms_degrees", .thousandths(rootMeanSquare)), ("largest_degrees", .thousandths(largest)),
      ("overshoot_degrees", .thousandths(overshoot)),
    ])
  }

  fileprivate var text: String {
    [rootMeanSquare, largest, overshoot].map { JSONText.number($0, decimals: 2) }
      .joined(separator: " / ")
  }
}

extension FirstMovementTable {
  /// `[{"turn", "pixels_per_second", "noise", "ms", "pixels"}]`.
  public var json: JSONValue {
    .array(
      rows.map { row in
        .object([
          ("turn", .string(row.turn)), ("pixels_per_second", .number(row.speed)),
          ("noise", .string(row.noise)), ("ms", .thousandths(row.milliseconds)),
          ("pixels", .thousandths(row.pixels)),
        ])
      })
  }

  /// Human-readable text, one line per row.
  public var text: String {
    let lines = rows.map { row in
      "\(row.turn) · \(Int(row.speed)) px a second · noise \(row.noise): "
        + "\(JSONText.number(row.milliseconds, decimals: 1)) ms, "
        + "\(JSONText.number(row.pixels, decimals: 1)) px"
    }
    return "delay from the first movement of a resting finger until the knob follows\n"
      + lines.joined(separator: "\n") + "\n"
  }
}

extension RestTable {
  /// `[{"report_hz", "rests", "changed"}]`.
  public var json: JSONValue {
    .array(
      rows.map { row in
        .object([
          ("report_hz", .number(row.rate)), ("rests", .number(Double(row.rests))),
          ("changed", .number(Double(row.changed))),
        ])
      })
  }

  /// Human-readable text, one line per row.
  public var text: String {
    let lines = rows.map { row in
      "\(Int(row.rate)) Hz: \(row.changed) of \(row.rests) fingers changed the knob"
    }
    return
      "fingers resting for 5 s, normal noise of \(JSONText.number(Self.noise, decimals: 1)) px\n"
      + lines.joined(separator: "\n") + "\n"
  }
}
