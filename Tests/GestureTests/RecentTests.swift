import Testing

@testable import Gesture

private func at(_ milliseconds: Int64) -> Timestamp {
  Timestamp(microseconds: milliseconds * 1000)
}

/// The samples that `Recent` keeps, by report rate.
@Suite struct RecentTests {
  /// Filled with the time of each sample, in milliseconds.
  private func filled(every interval: Int64, count: Int64) -> Recent<Int64> {
    var recent = Recent<Int64>(filler: -1)
    for index in 0..<count { recent.append(index * interval, at: at(index * interval)) }
    return recent
  }

  @Test("The last 32 samples are kept if they are 5 ms apart") func apart() {
    let recent = filled(every: 5, count: 100)
    for age in 0..<32 as Range<Int64> {
      #expect(recent.last(by: at(495 - 5 * age))?.element == 495 - 5 * age)
    }
    #expect(recent.oldest?.element == 340)
  }

  @Test("Of a thousand samples a second, one every 4 ms is kept, for at least 120 ms") func burst()
  {
    let recent = filled(every: 1, count: 1000)
    #expect(recent.last?.element == 999)
    for age in stride(from: 0, through: 120, by: 10) as StrideThrough<Int64> {
      let found = recent.last(by: at(999 - age))?.element ?? -1
      #expect(found <= 999 - age && found >= 999 - age - 4, "\(age) ms ago: \(found)")
    }
  }
}

/// The speed at which a finger lifts; a wheel continues at that speed.
@Suite struct LeavingSpeedTests {
  /// The speed of a finger that turns a radian in 100 ms, and lifts so long after its last report.
  private func speed(restingFor milliseconds: Int64) -> Double {
    var history = TurnTrail()
    for time in stride(from: 0, through: 100, by: 10) as StrideThrough<Int64> {
      history.note(turned: Double(time) / 100, at: DesignPoint(x: 0, y: 0), time: at(time))
    }
    return history.speed(leavingAt: at(100 + milliseconds))
  }

  @Test(
    "A finger that turns until it lifts leaves with its speed", arguments: [0, 10, 50] as [Int64])
  func turning(rest: Int64) {
    #expect(abs(speed(restingFor: rest) - 10) < 1e-9)
  }

  @Test(
    "A finger that has stopped before it lifts leaves without speed",
    arguments: [60, 100, 1000] as [Int64])
  func stopped(rest: Int64) {
    #expect(speed(restingFor: rest) == 0)
  }
}
