import Testing

@testable import Controls

/// Which numbers from outside are levels.
@Suite struct WireRangeTests {
  @Test(
    "A number within the range is a level, also one that was rounded; any other is nonsense",
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

  @Test("A label has no ends, but shows finite numbers only") func labels() {
    var range = WireRange(lowest: 0, highest: 100)
    range.isLimited = false
    #expect(range.level(ofReported: -50) == -0.5)
    #expect(range.level(ofReported: 32_768) == 327.68)
    #expect(range.level(ofReported: .infinity) == nil)
    var narrow = WireRange(lowest: 0, highest: 1e-300)
    narrow.isLimited = false
    #expect(narrow.level(ofReported: 1e300) == nil)
  }

  @Test("Why it is nonsense names the range, from its lower end") func reasons() {
    let range = WireRange(lowest: 100, highest: -0.5)
    #expect(range.excess(32_768) == "32768, which is not within -0.5 to 100")
  }

  @Test("Of each kind of nonsense one is told in a minute") func complaints() {
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

  @Test("What a coarse target makes of a level is shown if a person sees the difference")
  func coarse() {
    #expect(CoarseTarget.shown(1, for: 0.3) == 1)
    #expect(CoarseTarget.shown(0, for: 0.3) == 0)
    #expect(CoarseTarget.shown(0.51, for: 0.5) == nil)
  }
}
