import JSON
import Benchmarks
import Testing

/// Whether late drawing pays off, in simulated time.
@Suite struct LatencyTableTests {
  /// Pairs of rows, drawn at once and late, for each report rate and frame time.
  private static func pairs(_ draw: Int64, slow: Int64) -> [(LatencyTable.Row, LatencyTable.Row)] {
    let rows = LatencyTable(drawMicroseconds: draw, slowDrawMicroseconds: slow).rows
    return zip(rows.filter { !$0.isLate }, rows.filter(\.isLate)).map { ($0, $1) }
  }

  @Test("A sample is shown at the next flip: half a refresh plus the drawing time, in the median")
  func nextFlip() {
    let period = 1000 / LatencyTable.refreshHertz
    for (atOnce, late) in Self.pairs(30, slow: 300) {
      #expect(late.toFlip.p50 < period * 0.5 + 3, "\(late)")
      #expect(late.toFlip.p99 < period + 3.5, "\(late)")
      // Drawn at once, a sample waits for the frame in flight.
      #expect(atOnce.toFlip.p50 > late.toFlip.p50 + 8, "\(atOnce)")
    }
  }

  @Test(
    "Late drawing is never later than drawing at once, however long it takes",
    arguments: [1, 2_000, 12_000, 20_000] as [Int64])
  func neverLater(draw: Int64) {
    for (atOnce, late) in Self.pairs(draw, slow: draw * 3 / 2) {
      #expect(late.toFlip.p50 <= atOnce.toFlip.p50 + 0.1, "\(late)")
      #expect(late.toFlip.p99 <= atOnce.toFlip.p99 + 0.1, "\(late)")
    }
  }

  @Test("Late drawing shows as many frames")
  func frames() {
    for (atOnce, late) in Self.pairs(30, slow: 300) {
      #expect(late.frames >= atOnce.frames - 2)
      #expect(late.missed == 0)
    }
  }

  @Test("The JSON has a row for each row of the table")
  func json() {
    let table = LatencyTable(drawMicroseconds: 10, slowDrawMicroseconds: 20, seconds: 1)
    let line = table.json.line
    #expect(line.ranges(of: "\"sample_to_flip_ms\": {\"p50\": ").count == table.rows.count)
    #expect(
      line.hasPrefix("{\"refresh_hz\": 60, \"draw_us\": {\"p50\": 10, \"p99\": 20}, \"rows\": ["))
    #expect(table.text.contains("250 Hz, drawn late"))
  }
}
