import Gesture
import Randomness
import Testing
import Touch

@testable import knobpanel

/// How touched targets determine the calibration of a touchscreen.
@Suite struct TouchFitTests {
  private static let targets = [(0.12, 0.12), (0.88, 0.12), (0.88, 0.88), (0.12, 0.88), (0.5, 0.5)]
    .map { DisplayFraction(x: $0.0, y: $0.1) }

  /// The pairs of a touchscreen that `correction` sets right, with a finger up to `error` beside
  /// each target on each axis.
  private static func pairs(
    _ correction: CalibrationMatrix, error: Double = 0, seed: UInt64 = 1
  ) -> [TouchFit.Pair] {
    var random = SeededGenerator(seed: seed)
    return targets.map { target in
      let hit = DisplayFraction(
        x: target.x + Double.random(in: -error...error, using: &random),
        y: target.y + Double.random(in: -error...error, using: &random))
      return TouchFit.Pair(target: target, touched: touched(hit, correction))
    }
  }

  /// Returns the uncorrected position of a touch: the inverse of the correction.
  private static func touched(
    _ point: DisplayFraction, _ m: CalibrationMatrix
  ) -> DisplayFraction {
    let (x, y, det) = (point.x - m.c, point.y - m.f, m.a * m.e - m.b * m.d)
    return DisplayFraction(x: (m.e * x - m.b * y) / det, y: (m.a * y - m.d * x) / det)
  }

  private static func failure(_ pairs: [TouchFit.Pair]) -> TouchFit.Failure? {
    do throws(TouchFit.Failure) {
      _ = try TouchFit(pairs)
      return nil
    } catch { return error }
  }

  @Test("each orientation is found, even with an imprecise finger", arguments: 0..<8)
  func orientations(_ index: Int) throws {
    let orientation = TouchFit.Orientation.all[index]
    for seed in 0..<50 as Range<UInt64> {
      for error in [0, 0.005, 0.01] {
        let fit = try TouchFit(Self.pairs(orientation.matrix, error: error, seed: seed))
        #expect(fit.orientation == orientation && fit.matrix == orientation.matrix)
        #expect(!fit.hasOffset && fit.isIdentity == (index == 0))
      }
    }
  }

  @Test("the orientations are libinput's and all differ")
  func matrices() {
    let found = TouchFit.Orientation.all.map { TouchReport.text(of: $0.matrix) }
    #expect(
      found == [
        "1 0 0 0 1 0", "0 -1 1 1 0 0", "-1 0 1 0 -1 1", "0 1 0 -1 0 1", "-1 0 1 0 1 0",
        "1 0 0 0 -1 1", "0 1 0 1 0 0", "0 -1 1 -1 0 1",
      ])
    #expect(Set(TouchFit.Orientation.all.map(\.words)).count == 8)
  }

  @Test(
    "an offset and a scale are found in each orientation",
    arguments: [
      CalibrationMatrix(1.1, 0, -0.05, 0, 0.9, 0.08), CalibrationMatrix(1, 0, 0.1, 0, 1, 0),
      CalibrationMatrix(1.3, 0.02, -0.2, -0.01, 1.2, -0.1),
    ])
  func scaled(_ scale: CalibrationMatrix) throws {
    for orientation in TouchFit.Orientation.all {
      let correction = scale.after(orientation.matrix)
      let fit = try TouchFit(Self.pairs(correction))
      #expect(fit.orientation == orientation && fit.hasOffset)
      #expect(fit.matrix.distance(from: correction) < 1e-9)
    }
  }

  @Test("touches in one spot or on one line, or too few, determine nothing")
  func degenerateTouches() {
    let pairs = Self.pairs(.identity)
    #expect(Self.failure([]) == .degenerate)
    #expect(Self.failure(Array(pairs.prefix(2))) == .degenerate)
    var random = SeededGenerator(seed: 3)
    let same = pairs.map { pair in
      let noise = { Double.random(in: -0.01...0.01, using: &random) }
      return TouchFit.Pair(
        target: pair.target, touched: DisplayFraction(x: 0.4 + noise(), y: 0.7 + noise()))
    }
    #expect(Self.failure(same) == .degenerate)
    let line = pairs.map {
      TouchFit.Pair(target: $0.target, touched: DisplayFraction(x: $0.touched.x, y: 0.5))
    }
    #expect(Self.failure(line) == .degenerate)
  }

  @Test("a missed target, or two swapped ones, contradict the others")
  func missed() {
    for index in Self.targets.indices {
      var pairs = Self.pairs(.identity, error: 0.005)
      pairs[index].touched.x += index == 0 ? 0.2 : -0.2
      guard case .contradiction(let deviation) = Self.failure(pairs) else {
        Issue.record("target \(index)")
        continue
      }
      #expect(deviation > 0.025 && deviation < 0.2)
    }
    for (one, other) in [(0, 1), (0, 4), (2, 3)] {
      var pairs = Self.pairs(.identity)
      (pairs[one].touched, pairs[other].touched) = (pairs[other].touched, pairs[one].touched)
      #expect(Self.failure(pairs).map { $0 != .degenerate } == true, "\(one), \(other)")
    }
  }

  @Test("positions that are not numbers are refused")
  func numbers() {
    var pairs = Self.pairs(.identity)
    pairs[1].touched.x = .nan
    #expect(Self.failure(pairs) == .degenerate)
  }

  @Test("the matrix includes the one that the device already has")
  func chain() {
    let (turn, mirror) = (TouchFit.Orientation.all[1].matrix, TouchFit.Orientation.all[4].matrix)
    let point = DisplayFraction(x: 0.2, y: 0.3)
    let both = turn.after(mirror)
    #expect(
      TouchReport.text(of: both) == "0 -1 1 -1 0 1"
        && both.apply(to: point) == turn.apply(to: mirror.apply(to: point)))
    #expect(turn.after(.identity) == turn && CalibrationMatrix.identity.after(turn) == turn)
  }
}
