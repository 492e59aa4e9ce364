import Testing

@testable import Controls

/// Which reported numbers are levels.
@Suite struct WireRangeTests {
  @Test(
    "A number in range, even after rounding, is a level; any other is invalid",
    arguments: [
      (0, 100, 0, 0), (0, 100, 100, 1), (0, 100, 42, 0.42), (0, 100, 100.05, 1),
      (0, 100, 101, nil), (0, 100, -1, nil), (0, 100, 32_768, nil), (0, 100, .infinity, nil),
      (0, 100, .nan, nil), (0, 100, 1e300, nil), (0, 255, -1, nil), (0, 65_535, -1, nil),
      (0, 65_535, 65_536, nil), (100, 0, 101, nil), (100, 0, 25, 0.75), (0, 1, 1.0005, 1),
      (0, 1, 1.01, nil), (-60, 0, 0.5, nil), (-1e12, 1e12, 1e12, 1), (0, 1e-300, 1e300, nil),
    ] as [(Double, Double, Double, Double?)])
  func levels(_ lowest: Double, _ highest: Double, _ number: Double, _ level: Double?) {
    let range = WireRange(lowest: lowest, highest: highest)
    #expect(range.level(ofReported: number) == level)
  }

  @Test("A label has no limits, but shows only finite numbers") func labels() {
    var range = WireRange(lowest: 0, highest: 100)
    range.isLimited = false
    #expect(range.level(ofReported: -50) == -0.5)
    #expect(range.level(ofReported: 32_768) == 327.68)
    #expect(range.level(ofReported: .infinity) == nil)
    var narrow = WireRange(lowest: 0, highest: 1e-300)
    narrow.isLimited = false
    #expect(narrow.level(ofReported: 1e300) == nil)
  }

  @Test("The reason names the range, from its lower end") func reasons() {
    let range = WireRange(lowest: 100, highest: -0.5)
    #expect(range.excess(32_768) == "32768, which is not within -0.5 to 100")
  }

  @Test("Each kind of invalid value is reported once a minute") func complaints() {
    var complaints = Complaints()
    for kind in Complaints.Kind.allCases {
      let isFirst = complaints.isDue(kind, atMicroseconds: 0)
      #expect(isFirst)
      let isDue = complaints.isDue(kind, atMicroseconds: 59_999_999)
      #expect(!isDue)
    }
    for kind in Complaints.Kind.allCases {
      let isFirst = complaints.isDue(kind, atMicroseconds: 60_000_000)
      #expect(isFirst)
    }
  }

  /// The table of `CoarseTarget`, and more numbers.
  @Test(
    "The nearest step is sent, unless it is over half a percent louder than requested",
    arguments: [
      (0, 100, 0, 0.424, 42), (0, 100, 0, 0.426, 43),
      (0, 10, 0, 0.39, 3), (0, 10, 0, 0.396, 4), (0, 10, 0, 0.4, 4), (0, 10, 0, 0.44, 4),
      (0, 10, 0, 0.999, 10), (0, 10, 1, 0.39, 3.9), (0, 10, 1, 0.397, 4),
      (0, 1, 0, 0.01, 0), (0, 1, 0, 0.5, 0), (0, 1, 0, 0.99, 0), (0, 1, 0, 0.995, 1),
      (0, 1, 0, 1, 1), (0, 1, 0, .nan, 0), (0, 1, 0, .infinity, 1), (0, 1, 0, -1, 0),
      // The loudest is the lowest number.
      (10, 0, 0, 0.39, 7), (10, 0, 0, 0.396, 6), (10, 0, 0, 1, 0), (1, 0, 0, 0.9, 1),
      (-60, 0, 0, 0.509, -30), (-3, 3, 0, 0.8, 1), (-3, 3, 0, 0.999, 3),
      // Ends that are not whole are rounded as usual.
      (0.6, 10.6, 0, 0, 1), (0.6, 10.6, 0, 0.01, 1), (0.6, 10.6, 0, 1, 11),
      (0.6, 10.6, 0, 0.99, 10), (0.4, 10.4, 0, 1, 10), (0, 1e12, 6, 0.123456789, 123_456_789_000),
    ] as [(Double, Double, Int, Double, Double)])
  func numbers(
    _ lowest: Double, _ highest: Double, _ decimals: Int, _ level: Double, _ number: Double
  ) {
    let range = WireRange(lowest: lowest, highest: highest)
    let unit = [1.0, 10, 1e2, 1e3, 1e4, 1e5, 1e6][decimals]
    #expect(range.number(at: level, unit: unit) == number)
    // A value that is read back and sent again is the same.
    #expect(range.number(at: range.level(of: number), unit: unit) == number)
  }

  @Test(
    "With any number of steps, none is louder than requested, and each is reached",
    arguments: [1, 2, 3, 7, 10, 15, 31, 63, 100, 127, 255])
  func steps(last: Int) {
    var before = 0
    var reached = Set([0])
    for part in 0...10_000 {
      let level = Double(part) / 10_000
      let step = CoarseTarget.step(for: level, of: last)
      let taken = Double(step) / Double(last)
      #expect(step >= before && taken <= level + CoarseTarget.excess + 1e-9)
      #expect(level - taken < max(1 / Double(last), 0.01))
      before = step
      reached.insert(step)
    }
    #expect(reached.count == last + 1 && before == last)
    for step in 0...last {
      // As it is, and as a knob in percent shows it.
      let level = Double(step) / Double(last)
      #expect(CoarseTarget.step(for: level, of: last) == step)
      guard last <= 100 else { continue }
      #expect(CoarseTarget.step(for: (level * 100).rounded() / 100, of: last) == step)
    }
  }

  @Test("NaN is the quietest step, and an infinite level is an end")
  func noNumbers() {
    for (level, step) in [(Double.nan, 0), (.infinity, 3), (-.infinity, 0), (1e300, 3)] {
      #expect(CoarseTarget.step(for: level, of: 3) == step)
      let words = LevelWords(payloads: ["a", "b", "c", "d"])
      #expect(words.payload(for: level) == ["a", "b", "c", "d"][step])
      #expect(words.rounded(level) == Double(step) / 3)
      let text = ValueText(words: ["a", "b", "c", "d"])
      #expect(text.text(for: level) == ["a", "b", "c", "d"][step])
      #expect(MIDISettings(port: "").number(at: level) == [0, 0, 0, 127][step])
      #expect(UPnPVolumeRange().volume(at: level) == [0, 0, 0, 100][step])
      #expect(VolumeBalance([20, 60]).percent(0, at: level) == [0, 0, 0, 100][step])
    }
    #expect(CoarseTarget.step(for: 0.5, of: 0) == 0)
    #expect(LevelWords(payloads: []).payload(for: .nan) == "")
  }

  @Test("A coarse target's level is shown if the difference is visible")
  func coarse() {
    #expect(CoarseTarget.shown(1, for: 0.3) == 1)
    #expect(CoarseTarget.shown(0, for: 0.3) == 0)
    #expect(CoarseTarget.shown(0.51, for: 0.5) == nil)
  }
}
