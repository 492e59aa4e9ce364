import Testing

/// The rows of the table of `ContactState`, with slots; each `|` ends a frame.
@Suite struct ContactStateTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var number: Int
    var script: String
    var expected: String
    var testDescription: String { "row \(number): \(script)" }
  }

  static let down = "slot 0 id 5 x 10 y 20 |"

  static let rows = [
    Row(
      number: 1, script: "id 5 x 10 y 20 | id -1 |", expected: "down 0 at 10,20 | up 0"),
    Row(
      number: 2, script: "id 5 x 10 | x 11 | y 20 | id -1 |", expected: "down 0 at 11,20 | up 0"),
    Row(number: 2, script: "id 5 x 10 | id -1 |", expected: ""),
    Row(
      number: 3, script: "x 10 y 20 | x 30 | id 5 | id -1 |", expected: "down 0 at 30,20 | up 0"),
    Row(
      number: 4, script: "x 10 y 20 | id 5 id -1 | x 11 |", expected: ""),
    Row(number: 5, script: "x 10 y 20 id -1 | id -1 |", expected: ""),
    Row(
      number: 6, script: "\(down) x 11 | y 21 x 12 | id -1 |",
      expected: "down 0 at 10,20 | moved 0 to 11,20 | moved 0 to 12,21 | up 0"),
    Row(number: 7, script: "\(down) x 50 id -1 |", expected: "down 0 at 10,20 | up 0"),
    Row(
      number: 8, script: "\(down) id -1 id 6 x 50 | id -1 |",
      expected: "down 0 at 10,20 | up 0, down 0 at 50,20 | up 0"),
    Row(
      number: 9, script: "\(down) id 6 | id -1 |",
      expected: "down 0 at 10,20 | up 0, down 0 at 10,20 | up 0"),
    Row(
      number: 10, script: "\(down) id 5 | x 10 | touch 1 | id -1 |",
      expected: "down 0 at 10,20 | up 0"),
    Row(
      number: 11, script: "\(down) tool 2 | x 30 | tool 0 x 31 | id -1 | id 6 | id -1 |",
      expected: "down 0 at 10,20 | cancelled 0 | down 0 at 31,20 | up 0"),
    Row(
      number: 12, script: "id 5 tool 2 x 10 y 20 | x 11 | id -1 | id 6 tool 0 | id -1 |",
      expected: "down 0 at 11,20 | up 0"),
    Row(
      number: 12, script: "tool 2 id 5 x 10 y 20 | id -1 | id 6 | id -1 |", expected: ""),
    Row(
      number: 13, script: "\(down) dropped x 70 | x 40 | id -1 |",
      expected: "down 0 at 10,20 | moved 0 to 40,20 | up 0"),
    Row(
      number: 14, script: "\(down) dropped | slot 1 id 6 x 30 y 30 touch 1 | id -1 |",
      expected: "down 0 at 10,20 | cancelled 0, down 1 at 30,30 | up 1"),
    Row(
      number: 15, script: "\(down) x 11 |",
      expected: "down 0 at 10,20 | moved 0 to 11,20 | cancelled 0"),
  ]

  @Test(arguments: rows)
  func reports(_ row: Row) throws {
    #expect(try replay(Description.slots, row.script) == row.expected)
  }

  @Test func everyRowOfTheTableIsTested() {
    #expect(Set(Self.rows.map(\.number)) == Set(1...15))
  }
}
