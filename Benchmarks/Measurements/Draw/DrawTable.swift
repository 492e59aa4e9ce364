public import JSON
public import Raster

/// The cost of drawing, beside LVGL's times for the same content.
public struct DrawTable: Sendable {
  /// One row for each scenario.
  public let rows: [DrawMeasurement]

  /// Measures the scenarios for about `seconds` seconds in total.
  public init(
    _ scenarios: [DrawScenario] = DrawScenario.all, seconds: Double, typesetter: any Typesetter
  ) {
    rows = scenarios.map {
      DrawMeasurement($0, seconds: seconds / Double(scenarios.count), typesetter: typesetter)
    }
  }

  /// `{"scenarios": [{"name", "size", "knobs", "diameter", "update_us", "frame_us", "pixels",
  /// "bytes"}]}`.
  public var json: JSONValue {
    .object([("scenarios", .array(rows.map(json)))])
  }

  private func json(_ row: DrawMeasurement) -> JSONValue {
    let size = row.scenario.size
    return .object([
      ("name", .string(row.scenario.name)),
      ("size", [.number(Double(size.width)), .number(Double(size.height))]),
      ("knobs", .number(Double(row.scenario.knobCount))),
      ("diameter", .number(row.scenario.diameter)),
      ("update_us", json(row.update)), ("frame_us", json(row.frame)),
      ("pixels", .number(row.pixels.rounded())), ("bytes", .number(row.bytes.rounded())),
    ])
  }

  private func json(_ spread: Spread) -> JSONValue {
    [
      "mean": .hundredths(spread.mean), "p50": .hundredths(spread.p50),
      "p99": .hundredths(spread.p99),
    ]
  }
}

extension DrawTable {
  /// Aligned columns for people; those for LVGL contain its time and its ratio to ours.
  public var text: String {
    let head = [
      "", "size", "knobs", "update µs", "p99", "LVGL", "frame µs", "p99", "LVGL", "pixels", "bytes",
    ]
    let cells = rows.map { row -> [String] in
      let (scenario, rival) = (row.scenario, row.scenario.rival)
      return [
        scenario.name, "\(scenario.size.width)x\(scenario.size.height)",
        "\(scenario.knobCount)", Self.number(row.update.p50), Self.number(row.update.p99),
        Self.beside(rival?.update, row.update.p50), Self.number(row.frame.p50),
        Self.number(row.frame.p99), Self.beside(rival?.frame, row.frame.p50),
        "\(Int(row.pixels))", "\(Int(row.bytes))",
      ]
    }
    return TextTable(head, cells).text
      + "\nupdate: one value change drawn and copied to scan-out; frame: everything. LVGL's times "
      + "are\nthose published for an arc with a number on a similar machine; × is theirs / ours.\n"
  }

  private static func number(_ microseconds: Double) -> String {
    JSONText.number(microseconds, decimals: microseconds < 100 ? 1 : 0)
  }

  private static func beside(_ rival: ClosedRange<Double>?, _ ours: Double) -> String {
    guard let rival, ours > 0 else { return "" }
    let (low, high) = (number(rival.lowerBound), number(rival.upperBound))
    let (least, most) = (rival.lowerBound / ours, rival.upperBound / ours)
    return low == high
      ? "\(low) = \(Int(least.rounded()))×"
      : "\(low)-\(high) = \(Int(least.rounded()))-\(Int(most.rounded()))×"
  }
}
