import Knobs
import Testing

@Suite struct ScaleTests {
  static let tapers: [Taper] = [
    .linear, .logarithmic, .decibel, .cubic, .power(0.5), .power(3),
    .piecewise([
      .init(position: 0, value: 1), .init(position: 0.5, value: 2),
      .init(position: 1, value: 100),
    ]),
  ]

  @Test(arguments: tapers)
  func everyTaperReachesBothEndsAndIncreases(_ taper: Taper) {
    let scale = Scale(range: 1...100, taper: taper)
    #expect(abs(scale.value(atPosition: 0) - 1) < 1e-9)
    #expect(abs(scale.value(atPosition: 1) - 100) < 1e-9)
    var last = -Double.infinity
    for count in 0...1000 {
      let value = scale.value(atPosition: Double(count) / 1000)
      #expect(value > last)
      last = value
    }
  }

  @Test(arguments: tapers)
  func positionIsInverseOfValue(_ taper: Taper) {
    let scale = Scale(range: 1...100, taper: taper)
    for count in 0...100 {
      let position = Double(count) / 100
      #expect(abs(scale.position(ofValue: scale.value(atPosition: position)) - position) < 1e-9)
    }
  }

  struct Rounding: Sendable {
    var step: Double
    var range: ClosedRange<Double>
    var value: Double
    var expected: Double
  }

  @Test(arguments: [
    Rounding(step: 1, range: 0...100, value: 41.6, expected: 42),
    Rounding(step: 5, range: 0...100, value: 41.6, expected: 40),
    Rounding(step: 0.1, range: 0...1, value: 0.3000001, expected: 0.3),
    Rounding(step: 7, range: 0...100, value: 99.4, expected: 100),
    Rounding(step: 7, range: 0...100, value: 98.6, expected: 98),
    Rounding(step: 1, range: 0.125...9, value: 2.2, expected: 2.125),
    Rounding(step: 0, range: 0...100, value: 41.61234567891, expected: 41.6123),
    Rounding(step: 0, range: -60...0, value: -60.4, expected: -60),
    Rounding(step: 1, range: 0...100, value: .nan, expected: 0),
    Rounding(step: 1, range: 0...100, value: .infinity, expected: 0),
    Rounding(step: 1, range: 5...5, value: 9, expected: 5),
  ])
  func valuesAreRoundedToSteps(_ row: Rounding) {
    let scale = Scale(range: row.range, step: row.step)
    #expect(scale.nearestStep(to: row.value) == row.expected)
  }

  @Test func levelIsTheFractionOfTheRange() {
    let scale = Scale(range: -60...0, taper: .decibel)
    #expect(scale.level(ofValue: -15) == 0.75)
    #expect(scale.value(atLevel: 0.75) == -15)
    #expect(scale.level(ofValue: 99) == 1)
  }
}

@Suite struct ValueFormatTests {
  @Test(arguments: [
    (42.0, 0, "42"), (41.5, 0, "42"), (-0.2, 0, "0"), (0.05, 2, "0.05"), (-12.345, 1, "-12.3"),
    (1e20, 0, "1e+20"), (.nan, 0, "–"), (7, 3, "7.000"),
  ])
  func fixed(value: Double, decimals: Int, text: String) {
    #expect(ValueFormat.fixed(value, decimals: decimals) == text)
  }

  @Test func decimalsFollowTheScale() {
    #expect(ValueFormat(for: Scale(step: 0.25)).text(for: 1.5) == "1.50")
    #expect(ValueFormat(for: Scale(step: 1)).text(for: 3) == "3")
    #expect(ValueFormat(for: Scale()).text(for: 42.4) == "42")
    #expect(ValueFormat(for: Scale(range: 0...1)).text(for: 0.333333) == "0.33")
  }

  @Test func sectorsHaveNames() {
    let format = ValueFormat(for: Scale(), travel: .sectors(["Radio", "CD"]))
    #expect(format.text(for: 1) == "CD")
    #expect(format.text(for: 1e9) == "CD")
  }
}
