import Pairs
import Testing

@testable import Controls

/// The echo filter behaves as new after any two acts.
@Suite struct EchoPairTests {
  @Test(arguments: Pair<PlayedDevice.Act, PlayedDevice.Between>.all)
  func echoFilter(row: Pair<PlayedDevice.Act, PlayedDevice.Between>) {
    PlayedDevice.expectFresh(after: row)
  }
}

/// A device that answers late, and other clients that change it.
struct PlayedDevice: Rested {
  enum Act: String, CaseIterable, Sendable {
    case answered, late, slow, rounded, disobeyed, others, othersMeanwhile, leftOut, queried
  }
  enum Between: String, CaseIterable, Sendable { case nothing, due, reset, assumed, forgotten }

  var seen: [String] = []
  private var filter = EchoFilter(tolerance: 0.005)
  private var now: Int64 = 0

  init() { report(0.2, after: 0) }

  func fresh() -> Self {
    var other = Self()
    other.filter.reset()
    other.now = now
    other.report(filter.shown ?? 0, after: 0)
    return other
  }

  private mutating func command(_ level: Double, after wait: Int64 = 10) {
    pass(wait)
    filter.didCommand(level, atMicroseconds: now * 1000)
    note("commanded")
  }

  private mutating func report(_ level: Double, after wait: Int64 = 300) {
    pass(wait)
    note("\(filter.observe(level, atMicroseconds: now * 1000) ?? -1)")
  }

  private mutating func pass(_ wait: Int64) {
    let end = now + wait
    while let deadline = filter.deadlineMicroseconds, deadline <= end * 1000 {
      now = deadline / 1000
      note("due \(filter.due(atMicroseconds: deadline) ?? -1)")
    }
    now = end
  }

  private mutating func note(_ text: String) {
    let deadline = filter.deadlineMicroseconds.map { "\($0 / 1000 - now)" } ?? "-"
    seen.append("\(text), shown \(filter.shown ?? -1), due \(deadline)")
  }

  mutating func play(_ act: Act) {
    switch act {
    case .answered:
      command(0.3)
      report(0.3)
    case .late:
      for level in [0.3, 0.4, 0.3] { command(level, after: 100) }
      for level in [0.3, 0.4, 0.3] { report(level, after: 100) }
    case .slow:
      command(0.5)
      for level in [0.3, 0.4] { report(level, after: 500) }
      report(0.5, after: 100)
    case .rounded:
      command(0.57)
      report(0.55)
    case .disobeyed: command(0.7)
    case .others: report(0.9)
    case .othersMeanwhile:
      command(0.6)
      report(0.8, after: 20)
      report(0.6, after: 20)
    case .leftOut:
      for level in [0.3, 0.4, 0.5] { command(level, after: 100) }
      report(0.5, after: 30)
    case .queried:
      command(0.35)
      pass(50)
      note("\(filter.settle(0.85, atMicroseconds: now * 1000) ?? -1)")
    }
  }

  mutating func play(_ between: Between) {
    switch between {
    case .nothing: break
    case .due: pass(3000)
    case .reset:
      filter.reset()
      report(0.25)
    case .assumed: filter.assume(0.45)
    case .forgotten: filter.forgetReport()
    }
  }

  /// Lets all answers or timeouts pass; then the device reports its state.
  mutating func rest() {
    pass(5000)
    report(filter.shown ?? 0)
    pass(5000)
  }
}
