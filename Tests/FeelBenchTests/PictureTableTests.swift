import FeelBench
import Testing

/// What the tables about the picture must show, in one run.
@Suite struct PictureTableTests {
  private static let drawn = DrawnTable(seeds: 2)

  @Test("the drawn pointer is nearer to the finger with prediction, or as near, in every row")
  func nearer() {
    for row in Self.drawn.rows {
      #expect(row.with.rootMeanSquare <= row.without.rootMeanSquare + 0.005, "\(row)")
    }
  }

  @Test("much nearer where a finger turns steadily")
  func muchNearer() {
    let rows = Self.drawn.rows.filter { $0.path.hasPrefix("130 degrees") && $0.noise == "none" }
    #expect(rows.count == 4)
    for row in rows { #expect(4 * row.with.rootMeanSquare < row.without.rootMeanSquare, "\(row)") }
  }

  @Test("a finger at rest sees nothing move")
  func resting() {
    let rows = Self.drawn.rows.filter { $0.path == "at rest" }
    #expect(rows.count == 12)
    for row in rows { #expect(row.with.largest == 0, "\(row)") }
  }

  @Test("at a turning point it goes beyond by less than it would be behind")
  func overshoot() {
    for row in Self.drawn.rows where row.noise == "none" {
      #expect(row.with.overshoot <= 0.6 * row.without.largest, "\(row)")
    }
  }

  @Test("a resting finger's first movement turns the knob within two reports, without noise")
  func firstMovement() {
    let rows = FirstMovementTable(seeds: 4).rows
    #expect(rows.count == 36)
    for row in rows where row.turn != "auto" {
      #expect(row.noise != "none" || row.milliseconds < 20.5, "\(row)")
      #expect(row.pixels <= 10.5, "\(row)")
    }
    // It has to know the direction first.
    for row in rows where row.turn == "auto" { #expect(row.pixels <= 14, "\(row)") }
  }

  @Test("normal noise of 1.5 px changes nothing under a finger that rests for 5 s")
  func rests() {
    for row in RestTable(rests: 150).rows { #expect(row.changed == 0, "\(row)") }
  }
}
