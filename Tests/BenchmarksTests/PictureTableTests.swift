import Benchmarks
import Testing

/// The required results of the picture tables, in one run.
@Suite struct PictureTableTests {
  private static let drawn = DrawnTable(seeds: 2)

  @Test("With prediction, the drawn pointer is as near to the finger or nearer, in every row")
  func nearer() {
    for row in Self.drawn.rows {
      #expect(row.with.rootMeanSquare <= row.without.rootMeanSquare + 0.005, "\(row)")
    }
  }

  @Test("With prediction, the error of a steady turn is less than a quarter")
  func steadyTurnIsMuchNearer() {
    let rows = Self.drawn.rows.filter { $0.path.hasPrefix("130 degrees") && $0.noise == "none" }
    #expect(rows.count == 4)
    for row in rows { #expect(4 * row.with.rootMeanSquare < row.without.rootMeanSquare, "\(row)") }
  }

  @Test("Nothing moves under a finger at rest")
  func resting() {
    let rows = Self.drawn.rows.filter { $0.path == "at rest" }
    #expect(rows.count == 12)
    for row in rows { #expect(row.with.largest == 0, "\(row)") }
  }

  @Test("At a turning point, the overshoot is less than the lag without prediction")
  func overshoot() {
    for row in Self.drawn.rows where row.noise == "none" {
      #expect(row.with.overshoot <= 0.6 * row.without.largest, "\(row)")
    }
  }

  @Test("A resting finger's first movement turns the knob within two reports, without noise")
  func firstMovement() {
    let rows = FirstMovementTable(seeds: 4).rows
    #expect(rows.count == 36)
    for row in rows where row.turn != "auto" {
      #expect(row.noise != "none" || row.milliseconds < 20.5, "\(row)")
      #expect(row.pixels <= 10.5, "\(row)")
    }
    // The direction must be determined first.
    for row in rows where row.turn == "auto" { #expect(row.pixels <= 14, "\(row)") }
  }

  @Test("Normal noise of 1.5 px changes nothing under a finger that rests for 5 s")
  func noiseAtRest() {
    for row in RestTable(rests: 150).rows { #expect(row.changed == 0, "\(row)") }
  }
}
