import Display
import Testing

/// When a frame is drawn, by the rows of the pacer's table, with simulated times.
@Suite struct FramePacerTests {
  private static let period: Int64 = 16_667
  private static let margin: Int64 = 1_500

  /// A pacer whose last frame took 400 µs and became visible at 1 s.
  private func running(period: Int64? = Self.period) -> FramePacer {
    var pacer = FramePacer(periodMicroseconds: period)
    pacer.didDraw(from: 990_000, to: 990_400)
    pacer.didShow(atMicroseconds: 1_000_000)
    return pacer
  }

  @Test(
    "1: Without a refresh rate, frames are drawn at once",
    arguments: [nil, 0, -5, 12, .max] as [Int64?])
  func noRefresh(period: Int64?) {
    #expect(running(period: period).due(at: 1_003_000) == 1_003_000)
  }

  @Test("1: The first frame, and one after an unknown time of display, is drawn at once")
  func unknown() {
    var pacer = FramePacer(periodMicroseconds: Self.period)
    #expect(pacer.due(at: 5) == 5)
    pacer.didDraw(from: 5, to: 9)
    pacer.didShow(atMicroseconds: nil)
    #expect(pacer.due(at: 20) == 20)
  }

  @Test(
    "2 to 4: A pending frame is drawn just before the next refresh",
    arguments: [
      // Just shown, and mid-period: before the next refresh, less the drawing time and a margin.
      (1_000_000, 1_016_667 - 400 - 1_500), (1_008_000, 1_016_667 - 400 - 1_500),
      // That time has passed.
      (1_014_768, 1_014_768), (1_016_666, 1_016_666),
      // At rest, and with a clock that ran backwards.
      (1_016_667, 1_016_667), (1_030_000, 1_030_000), (9_000_000, 9_000_000), (999_999, 999_999),
    ] as [(Int64, Int64)])
  func due(now: Int64, expected: Int64) {
    #expect(running().due(at: now) == expected)
  }

  @Test("5: A display without a steady rate gets frames at once, until it keeps to its rate")
  func immediate() {
    var pacer = running()
    pacer.didDraw(from: 1_014_000, to: 1_014_400)
    pacer.didShow(atMicroseconds: 1_015_500)
    // Slightly before the refresh counts as on time.
    #expect(pacer.due(at: 1_016_000) > 1_016_000)
    pacer.didDraw(from: 1_020_000, to: 1_020_400)
    pacer.didShow(atMicroseconds: 1_020_450)
    var moment: Int64 = 1_020_450
    for _ in 0..<32 {
      #expect(pacer.due(at: moment + 100) == moment + 100)
      pacer.didDraw(from: moment + 100, to: moment + 200)
      moment += Self.period
      pacer.didShow(atMicroseconds: moment)
    }
    #expect(pacer.due(at: moment + 100) > moment + 100)
  }

  @Test("6: A missed refresh widens the margin to at most half a period; many on time narrow it")
  func missed() {
    var pacer = running()
    var moment: Int64 = 1_000_000
    var due = pacer.due(at: moment)
    for _ in 0..<100 {
      pacer.didDraw(from: due, to: due + 400)
      moment += 2 * Self.period
      pacer.didShow(atMicroseconds: moment)
      let next = pacer.due(at: moment)
      #expect(next - moment <= due - (moment - 2 * Self.period))
      due = next
    }
    #expect(pacer.marginMicroseconds == Self.period / 2)
    #expect(due == moment + Self.period - 400 - Self.period / 2)
    for _ in 0..<10_000 {
      due = pacer.due(at: moment)
      pacer.didDraw(from: due, to: due + 400)
      moment += Self.period
      pacer.didShow(atMicroseconds: moment)
    }
    #expect(pacer.marginMicroseconds == Self.margin)
  }

  @Test("6: Another late frame restarts the count of frames on time")
  func missedAgain() {
    var pacer = running()
    var moment: Int64 = 1_000_000
    func show(_ count: Int, after periods: Int64) {
      for _ in 0..<count {
        let due = pacer.due(at: moment)
        pacer.didDraw(from: due, to: due + 400)
        moment += periods * Self.period
        pacer.didShow(atMicroseconds: moment)
      }
    }
    show(8, after: 2)
    show(200, after: 1)
    show(1, after: 2)
    let margin = pacer.marginMicroseconds
    show(239, after: 1)
    #expect(pacer.marginMicroseconds == margin)
    show(1, after: 1)
    #expect(pacer.marginMicroseconds < margin)
  }

  @Test("The longest recent drawing time counts, and decays slowly")
  func drawTime() {
    var pacer = running()
    pacer.didDraw(from: 1_000_000, to: 1_005_000)
    #expect(pacer.drawMicroseconds == 5_000)
    pacer.didDraw(from: 1_010_000, to: 1_010_100)
    #expect((4_500..<5_000).contains(pacer.drawMicroseconds))
    for _ in 0..<200 { pacer.didDraw(from: 0, to: 100) }
    #expect(pacer.drawMicroseconds == 100)
    pacer.didDraw(from: 50, to: 0)
    #expect(pacer.drawMicroseconds >= 0)
  }

  @Test("A frame is never delayed to a later refresh than drawing at once would reach")
  func neverLater() {
    let pacer = running()
    for now in stride(from: Int64(1_000_000), to: 1_040_000, by: 37) {
      let (atOnce, late) = (now + 400, pacer.due(at: now) + 400)
      #expect((atOnce - 1_000_000) / Self.period == (late - 1_000_000) / Self.period)
    }
  }

  @Test(
    "A frame drawn now is shown at the first refresh it can reach",
    arguments: [
      (1_000_000, 1_016_667), (1_014_700, 1_016_667), (1_015_000, 1_033_334),
      (1_100_000, 1_116_669),
    ] as [(Int64, Int64)])
  func shown(now: Int64, expected: Int64) {
    #expect(running().predictedShowTime(ofFrameDrawnAt: now) == expected)
  }

  @Test("Without a refresh rate, the shorter of the last two delays predicts the next")
  func shownWithoutRefresh() {
    var pacer = FramePacer(periodMicroseconds: nil)
    #expect(pacer.predictedShowTime(ofFrameDrawnAt: 5) == nil)
    for (begun, delay, expected) in [
      (0, 9_000, 9_000), (100_000, 20_000, 9_000), (200_000, 12_000, 12_000),
      // Ignores a clock that was set back and a display that stalled.
      (300_000, -7, 0), (400_000, 800_000, 0), (500_000, 800_000, 50_000),
    ] as [(Int64, Int64, Int64)] {
      pacer.didDraw(from: begun, to: begun + 400)
      pacer.didShow(atMicroseconds: begun + delay)
      #expect(pacer.predictedShowTime(ofFrameDrawnAt: 1_000_000) == 1_000_000 + expected)
    }
    pacer.didDraw(from: 600_000, to: 600_400)
    pacer.didShow(atMicroseconds: nil)
    #expect(pacer.predictedShowTime(ofFrameDrawnAt: 1_000_000) == 1_050_000)
  }
}
