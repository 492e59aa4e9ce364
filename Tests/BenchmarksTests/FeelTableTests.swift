import Benchmarks
import JSON
import Testing

/// The required results of the table, in one run.
@Suite struct FeelTableTests {
  private static let table = FeelTable()
  private var ours: [FeelTable.Row] { Self.table.rows.filter(\.isOurs) }

  @Test("Errors are within 0.5 % of the range on clean paths, and 1 % on noisy ones")
  func errors() {
    for row in ours {
      let limit = row.isClean ? 0.5 : 1.0
      #expect(row.measurement.largestError <= limit, "\(row)")
      #expect(row.measurement.finalError <= limit, "\(row)")
    }
  }

  @Test("A resting finger changes nothing at all")
  func resting() {
    let rows = ours.filter { $0.path.hasPrefix("resting") }
    #expect(rows.count >= 16)
    for row in rows { #expect(row.measurement.falseChanges == 0, "\(row)") }
  }

  @Test("The lag is at most one report, or the raster's resolution")
  func lag() {
    for row in ours {
      #expect(row.measurement.lagMilliseconds <= row.resolutionMilliseconds, "\(row)")
    }
  }

  @Test("Nothing leaps, and no travel is lost at the start")
  func leaps() {
    for row in ours {
      #expect(row.measurement.largestLeap <= 2, "\(row)")
      #expect(row.measurement.lostDegrees <= (row.isClean ? 1.35 : 2.7), "\(row)")
    }
  }

  @Test("Our knob is best or equal in every row")
  func best() {
    let worse = ours.filter { !Self.table.isBestOrEqual($0) }.map { "\($0.path), \($0.turn)" }
    #expect(worse.isEmpty)
  }

  @Test("Each model of a knob shows the fault it is known for")
  func faults() {
    func largest(_ knob: String, _ path: String) -> Double {
      Self.table.rows.first { $0.knob == knob && $0.path.hasPrefix(path) }?.measurement
        .largestError ?? 0
    }
    #expect(largest("MHRotaryKnob", "off-centre") < 1)
    #expect(largest("Kodeco", "over-travel") > 90)
    #expect(largest("Raumfeld", "out of the ring") > 10)
    #expect(largest("SMRotaryWheel", "over-travel") > 50)
  }

  @Test("The JSON has a row for each measurement, with a verdict on ours")
  func json() {
    let text = Self.table.json.line
    #expect(text.components(of: "\"path\":") == Self.table.rows.count)
    #expect(text.components(of: "\"best_or_equal\": true") == ours.count)
  }
}

extension String {
  fileprivate func components(of part: String) -> Int {
    ranges(of: part).count
  }
}
