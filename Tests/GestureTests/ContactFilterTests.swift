@testable import Gesture
import Testing

/// Reproducible noise.
struct TestNoise {
  private var state: UInt64

  init(seed: Int) {
    state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    for _ in 0..<8 { _ = unit() }
  }

  /// Returns a number uniformly distributed in 0…1.
  mutating func unit() -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Double(state >> 11) / 9_007_199_254_740_992
  }

  /// Returns a number of standard deviation 1, the sum of twelve uniform ones.
  mutating func normal() -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + unit() }
  }

  mutating func offset(_ strength: Double) -> DesignPoint {
    DesignPoint(x: strength * normal(), y: strength * normal())
  }
}

private func at(_ seconds: Double) -> Timestamp {
  Timestamp(microseconds: Int64(seconds * 1e6))
}

/// The rows of the case tables in `RestDetector` and `ContactFilter`.
@Suite struct ContactFilterTests {
  private let home = DesignPoint(x: 400, y: 240)

  private func filter(at point: DesignPoint) -> ContactFilter {
    ContactFilter(at: point, time: at(0), maximumNoise: 1.6)
  }

  @Test(
    "A finger resting for five seconds does not move, at any noise and report rate",
    arguments: [30.0, 60, 100, 240], [0.0, 0.3, 0.5, 1.0, 1.5])
  func rests(rate: Double, noise: Double) {
    for seed in 1...20 {
      for raster in [0.0, 1] {
        var random = TestNoise(seed: seed)
        func sample() -> DesignPoint {
          let point = home + random.offset(noise)
          return raster > 0 ? DesignPoint(x: point.x.rounded(), y: point.y.rounded()) : point
        }
        let first = sample()
        var filter = filter(at: first)
        for report in 1...Int(5 * rate) {
          filter.add(sample(), time: at(Double(report) / rate))
          #expect(filter.position == first)
        }
      }
    }
  }

  @Test("Row 5 of the rest table: Occasional flicker between raster points is rest")
  func rasterFlicker() {
    var filter = filter(at: home)
    for report in 1...500 {
      let isAside = report % 37 == 0 || report % 50 == 0
      filter.add(isAside ? home + DesignPoint(x: 1, y: 1) : home, time: at(Double(report) / 100))
      #expect(filter.position == home)
    }
  }

  /// Many screens report nothing while a finger rests.
  @Test(
    "After a quarter second without a report, a finger counts as resting", arguments: [0.2, 0.3])
  func silence(seconds: Double) {
    var filter = filter(at: home)
    for report in 1...20 {
      filter.add(home + DesignPoint(x: Double(report) * 5, y: 0), time: at(Double(report) / 100))
    }
    let left = filter.position
    filter.add(left + DesignPoint(x: 0, y: 1), time: at(0.2 + seconds))
    #expect(filter.isResting == (seconds > 0.25))
    #expect((filter.position == left) == (seconds > 0.25))
  }

  @Test(
    "A noise-free path is followed exactly from the third report", arguments: [5.0, 60, 600, 9000])
  func cleanPath(pixelsPerSecond: Double) {
    var filter = filter(at: home)
    for report in 1...200 {
      let time = Double(report) / 100
      let point = home + DesignPoint(x: pixelsPerSecond * time, y: 0)
      filter.add(point, time: at(time))
      if report >= 3 { #expect(filter.position.distance(to: point) < 1e-6) }
    }
  }

  @Test("Movement held back while detecting the end of a rest is restored in full")
  func heldBackMovementIsRestored() {
    var filter = filter(at: home)
    for report in 1...50 { filter.add(home, time: at(Double(report) / 100)) }
    filter.add(home + DesignPoint(x: 30, y: 0), time: at(0.51))
    #expect(filter.position == home + DesignPoint(x: 30, y: 0))
    #expect(filter.start == home)
  }

  @Test("A slow drift hidden in noise is followed to within 5.5 pixels")
  func drift() {
    for seed in 1...20 {
      var random = TestNoise(seed: seed)
      var filter = filter(at: home + random.offset(0.9))
      for report in 1...300 {
        let time = Double(report) / 100
        let truth = home + DesignPoint(x: 10 * time, y: 0)
        filter.add(truth + random.offset(0.9), time: at(time))
        #expect(filter.position.distance(to: truth) < 5.5)
      }
    }
  }

  @Test("Noise on a moving finger is smoothed without added lag")
  func smoothing() {
    var random = TestNoise(seed: 3)
    var filter = filter(at: home)
    var raw = 0.0
    var smooth = 0.0
    var bias = 0.0
    for report in 1...1000 {
      let time = Double(report) / 100
      let truth = home + DesignPoint(x: 40 * time, y: 0)
      let sample = truth + random.offset(1)
      filter.add(sample, time: at(time))
      guard report > 100 else { continue }
      raw += sample.distance(to: truth)
      smooth += filter.position.distance(to: truth)
      bias += filter.position.x - truth.x
    }
    #expect(smooth < 0.75 * raw)
    // A tenth of the 0.4 px between two reports.
    #expect(abs(bias / 900) < 0.04)
  }

  @Test(
    "A finger that stops comes to rest and stays still, then starts from there", arguments: 1...20
  )
  func stops(seed: Int) {
    var random = TestNoise(seed: seed)
    var filter = filter(at: home)
    for report in 1...200 {
      let x = min(Double(report), 50) * 4
      filter.add(
        home + DesignPoint(x: x, y: 0) + random.offset(0.8), time: at(Double(report) / 100))
    }
    #expect(filter.isResting)
    let rest = filter.position
    #expect(rest.distance(to: home + DesignPoint(x: 200, y: 0)) < 1)
    for report in 201...700 {
      filter.add(
        home + DesignPoint(x: 200, y: 0) + random.offset(0.8), time: at(Double(report) / 100))
      #expect(filter.position == rest)
    }
    filter.add(home + DesignPoint(x: 230, y: 0), time: at(7.01))
    #expect(!filter.isResting && filter.position.distance(to: home + DesignPoint(x: 230, y: 0)) < 2)
  }

  @Test("After a silence, a finger continues from its last position, including the movement since")
  func silence() {
    var filter = filter(at: home)
    for report in 1...10 {
      filter.add(home + DesignPoint(x: 5 * Double(report), y: 0), time: at(Double(report) / 100))
    }
    filter.add(home + DesignPoint(x: 90, y: 0), time: at(2))
    #expect(filter.position == home + DesignPoint(x: 90, y: 0))
  }

  @Test("Points that are not finite change nothing")
  func nonFinitePoints() {
    var filter = filter(at: home)
    filter.add(DesignPoint(x: .nan, y: 0), time: at(0.01))
    filter.add(DesignPoint(x: .infinity, y: 0), time: at(0.02))
    #expect(filter.position == home)
  }

  @Test("Time that stands still or runs backwards neither traps nor loses movement")
  func timeBackwards() {
    var filter = filter(at: home)
    for report in 1...50 {
      filter.add(home + DesignPoint(x: 3 * Double(report), y: 0), time: at(-Double(report % 3)))
    }
    #expect(filter.position.distance(to: home + DesignPoint(x: 150, y: 0)) < 1e-6)
  }
}
