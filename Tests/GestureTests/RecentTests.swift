import Testing

@testable import Gesture

private func at(_ milliseconds: Int64) -> Timestamp {
  Timestamp(microseconds: milliseconds * 1000)
}

/// What `Recent` keeps of samples that come at some rate.
@Suite struct RecentTests {
  /// Filled with the milliseconds at which each sample came.
  private func filled(every interval: Int64, count: Int64) -> Recent<Int64> {
    var recent = Recent<Int64>(filler: -1)
    for index in 0..<count { recent.append(index * interval, at: at(index * interval)) }
    return recent
  }

  @Test("a sample every 5 ms is kept, for 32 of them") func apart() {
    let recent = filled(every: 5, count: 100)
    for age in 0..<32 as Range<Int64> {
      #expect(recent.last(by: at(495 - 5 * age))?.element == 495 - 5 * age)
    }
    #expect(recent.oldest?.element == 340)
  }

  @Test("of a thousand samples a second there is one every 4 ms, for 120 ms at least") func burst()
  {
    let recent = filled(every: 1, count: 1000)
    #expect(recent.last?.element == 999)
    for age in stride(from: 0, through: 120, by: 10) as StrideThrough<Int64> {
      let found = recent.last(by: at(999 - age))?.element ?? -1
      #expect(found <= 999 - age && found >= 999 - age - 4, "\(age) ms ago: \(found)")
    }
  }
}

/// The speed that a finger leaves with, which a wheel goes on with.
@Suite struct LeavingSpeedTests {
  /// A finger that turns a radian in 100 ms, and lifts so long after its last report.
  private func speed(restingFor milliseconds: Int64) -> Double {
    var history = TurnTrail()
    for time in stride(from: 0, through: 100, by: 10) as StrideThrough<Int64> {
      history.note(turned: Double(time) / 100, at: DesignPoint(x: 0, y: 0), time: at(time))
    }
    return history.speed(leavingAt: at(100 + milliseconds))
  }

  @Test("a finger that turns until it lifts", arguments: [0, 10, 50] as [Int64])
  func turning(rest: Int64) {
    #expect(abs(speed(restingFor: rest) - 10) < 1e-9)
  }

  @Test("a finger that has stopped before it lifts", arguments: [60, 100, 1000] as [Int64])
  func stopped(rest: Int64) {
    #expect(speed(restingFor: rest) == 0)
  }
}
